// Characters that the eye cannot tell, as pages draw them.
import { expect, test } from 'vitest'
import { colouredText } from '../../../src/admin/pages/bench/editor.ts'
import { type Html, html } from '../../../src/admin/html.ts'
import { withSigns } from '../../../src/admin/parts/texts.ts'

const sign = (shown: string, name: string): string => `<i class="token" title="${name}">${shown}</i>`

const drawn = async (shown: Html): Promise<string> => (await html`${shown}`).toString()

test('each has a sign in place of itself, beside typography too', async () => {
  expect(await drawn(withSigns('5\u00a0кг, сло\u00adво\u200b'))).toBe(
    `5${sign('⍽', 'U+00A0')}кг, сло${sign('¬', 'U+00AD')}во${sign('·', 'U+200B')}`,
  )
  expect(await drawn(colouredText('#YА\u202e#E'))).toContain(sign('·', 'U+202E'))
})

test('what a writing needs stays as it is', async () => {
  for (const text of ['می\u200cخواهم', '👨\u200d👩\u200d👧', '中\u3000文'])
    expect(await drawn(withSigns(text))).toBe(text)
})
