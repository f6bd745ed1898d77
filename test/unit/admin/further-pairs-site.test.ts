// Further pairs of source files on the site: uploaded by their names from either form, and told in the report.
import { afterAll, expect, it } from 'vitest'
import { readRow } from '../../../src/app/rows/read-row.ts'
import { freshen } from '../../../src/store/view.ts'
import { idOf } from '../../support/game-store.ts'
import type { FormPart } from '../../support/site-client.ts'
import { siteWorld } from './site-world.ts'

const world = await siteWorld()
const admin = await world.as('admin')
await admin.get('/admin/imports')
afterAll(() => world.close())

const upload = (parts: readonly FormPart[]) => admin.upload('/admin/imports', parts)
const file = (name: string, fileName: string, row: number, text: string): FormPart => ({
  name,
  fileName,
  content: `${JSON.stringify({ id: idOf(row), text })}\n`,
})

const SMALL = 'translate_words_map_en__small'

it('files of further pairs go to their pairs by their names, from either form', async () => {
  const sent = await upload([
    file('also', `${SMALL}.jsonl`, 1, 'Another source'),
    file('also', `${SMALL}_diff.jsonl`, 7001, 'Of the pair'),
  ])
  const page = await admin.ended(sent.location)
  expect(page).toMatch(/<th scope="row">further pair small diff<\/th><td class="number">1<\/td>/)
  expect(page).toMatch(/further pair small: other sources<\/th><td class="number">1<\/td>/)
  await admin.ended((await upload([file('game', 'translate_words_map_en__extra', 7002, 'Of another')])).location)
  const rowPage = (await admin.get(`/admin/rows/${idOf(1)}`)).body
  expect(rowPage).toMatch(/Another source in the pair small<\/h3>[^]*Another source/)
  freshen(world.app.store)
  const names = [7001, 7002].map((row) => {
    const found = readRow(world.app, idOf(row))
    return (found?.diff ?? found?.main)?.fileName
  })
  expect(names).toEqual([`${SMALL}_diff.jsonl`, 'translate_words_map_en__extra'])
})

it('a name that tells no pair is refused', async () => {
  await admin.get('/admin/imports')
  const refused = await upload([file('also', 'words.jsonl', 1, 'x')])
  expect([refused.status, refused.body]).toEqual([422, expect.stringContaining('which pair')])
})
