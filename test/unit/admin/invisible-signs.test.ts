// Characters that the eye cannot tell, as pages draw them.
import { expect, test } from 'vitest'
import { colouredText } from '../../../src/admin/pages/bench/editor.ts'
import { type Html, html } from '../../../src/admin/html.ts'
import { markedText, withSigns } from '../../../src/admin/parts/texts.ts'
import { siteWorld } from './site-world.ts'

const sign = (shown: string, character: string, name: string): string =>
  `<i class="unseen" data-sign="${shown}" title="${name}">${character}</i>`

const drawn = async (shown: Html): Promise<string> => (await html`${shown}`).toString()

test('each has a sign over itself, beside typography too, and stays in the text', async () => {
  expect(await drawn(withSigns('5\u00a0кг, сло\u00adво\u200b'))).toBe(
    `5${sign('⍽', '\u00a0', 'U+00A0')}кг, сло${sign('¬', '\u00ad', 'U+00AD')}во${sign('·', '\u200b', 'U+200B')}`,
  )
  expect(await drawn(colouredText('#YА\u202e#E'))).toContain(sign('·', '\u202e', 'U+202E'))
})

test('what a writing needs stays as it is', async () => {
  for (const text of ['می\u200cخواهم', '👨\u200d👩\u200d👧', '中\u3000文'])
    expect(await drawn(withSigns(text))).toBe(text)
})

test('plain spaces have one at the ends of a line and where they are doubled, but not beside a tag', async () => {
  const world = await siteWorld()
  const shown = await drawn(markedText(world.app.rules.now(), ' Сім  зим,\nі {0} осінь '))
  await world.close()
  const signs = shown.replaceAll(sign('␣', ' ', 'U+0020'), '␣').replace(/<[^>]*>/g, '')
  expect(signs).toBe('␣Сім ␣зим,↵\nі {0} осінь␣')
})
