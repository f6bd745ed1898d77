// The game's texts in other languages on the site: uploaded by their names, chosen for a browser, shown beside a row.
import { afterAll, expect, it } from 'vitest'
import { readRow } from '../../../src/app/rows/read-row.ts'
import { readOfficialTexts } from '../../../src/store/rows.ts'
import { freshen } from '../../../src/store/view.ts'
import { idOf } from '../../support/game-store.ts'
import { importOfficial } from '../../support/import-slots.ts'
import type { FormPart } from '../../support/site-client.ts'
import { siteWorld } from './site-world.ts'

const world = await siteWorld()
const admin = await world.as('admin')
await admin.get('/admin/imports')
afterAll(() => world.close())

const upload = (parts: readonly FormPart[]) => admin.upload('/admin/imports', parts)
const file = (name: string, fileName: string, text: string): FormPart => ({
  name,
  fileName,
  content: `${JSON.stringify({ id: idOf(1), text })}\n`,
})

function textsOf(row: number): readonly string[] {
  freshen(world.app.store)
  const { ordinal } = readRow(world.app, idOf(row)) ?? { ordinal: 0 }
  return readOfficialTexts(world.app.store.main, ordinal).map(({ language, text }) => `${language}: ${text}`)
}

it('files of the game go to their languages by their names, from either form', async () => {
  const sent = await upload([
    file('official', 'translate_words_map_de.jsonl', 'Ein Schneesturm'),
    file('official', 'translate_words_map_de_diff.jsonl', 'Ein Schneesturm, neu'),
    file('official', 'translate_words_map_pt_br', 'Uma nevasca'),
  ])
  const page = await admin.ended(sent.location)
  expect(page).toMatch(/<th scope="row">official de-diff<\/th><td class="number">1<\/td>/)
  await admin.ended((await upload([file('game', 'translate_words_map_ja', '吹雪')])).location)
  expect(textsOf(1)).toEqual(['de: Ein Schneesturm, neu', 'ja: 吹雪', 'pt_br: Uma nevasca'])
})

it('a name without a language is refused, and a language twice', async () => {
  await admin.get('/admin/imports')
  const unnamed = await upload([file('official', 'german.jsonl', 'x')])
  expect([unnamed.status, unnamed.body]).toEqual([422, expect.stringContaining('does not say which language it is')])
  const twice = await upload([
    file('official', 'translate_words_map_fr', 'x'),
    file('official', 'translate_words_map_fr.jsonl', 'y'),
  ])
  expect([twice.status, twice.body]).toEqual([422, expect.stringContaining('are both “official fr”')])
})

it('a browser shows the languages that it chose, on the workbench and on the card of a row', async () => {
  await importOfficial(world.app, {
    fr: { [idOf(2)]: 'Appuyez sur {0} pour ouvrir la porte de %s' },
    ko: { [idOf(2)]: '문' },
    th: { [idOf(2)]: 'กด' },
  })
  const pages = [`/admin/bench?layer=any&row=${idOf(2)}`, `/admin/rows/${idOf(2)}`]
  for (const path of pages) {
    const { body } = await admin.get(path)
    expect(body).toContain('Show other languages of the game')
    expect(body).not.toContain('Appuyez')
  }
  const profile = (await admin.get('/admin/profile')).body
  expect(profile).toMatch(/name="official" value="ko"> Korean/)
  const chosen = [
    ['theme', 'system'],
    ['goal', ''],
    ['official', 'ko'],
    ['official', 'fr'],
    ['official', 'xx'],
  ] as const
  await admin.post('/admin/profile/browser', chosen)
  for (const path of pages) {
    const { body } = await admin.get(path)
    expect(body).toMatch(/<h\d[^>]*>French<\/h\d>.*lang="fr".*Appuyez sur.*<h\d[^>]*>Korean<\/h\d>.*문/s)
    expect(body).not.toContain('กด')
  }
  expect((await (await world.as('translator')).get(pages[0] ?? '')).body).not.toContain('Appuyez')
  await admin.get('/admin/profile')
  await admin.post('/admin/profile/browser', { theme: 'system', goal: '' })
  expect((await admin.get(pages[0] ?? '')).body).not.toContain('Appuyez')
})
