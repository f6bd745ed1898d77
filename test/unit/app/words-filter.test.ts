// Filters by words: a term that the source has, translations that the text has or lacks in any form, and terms that are missing.
import { afterAll, expect, it } from 'vitest'
import { listWork } from '../../../src/app/work/list-work.ts'
import { changeGlossary } from '../../../src/app/upkeep/change-glossary.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import type { GlossaryEntry } from '../../../src/domain/checks/glossary.ts'
import { parseFilterText } from '../../../src/domain/work/work-filter.ts'
import { granted } from '../../support/app-world.ts'
import { idOf, putText } from '../../support/game-store.ts'
import { openV1App } from '../../support/v1-app.ts'

const TEXTS = [
  ['Mohist Hill is far', 'Мохійський пагорб далеко', null],
  ['Up to Mohist Hill', 'На Мохійському пагорбі', null],
  ['The Mohist Hill', 'Гора моїстів', null],
  ['mohist hill', null, 'Мохійський пагорб'],
  ['Mohist Hill Inn', 'Готель', null],
  ['A far hill', 'Далекий пагорб', null],
  ['Mohist Hill again', null, null],
  ['From Mohist Hill', 'З Гори моїстів', 'З Мохійського пагорба'],
] as const

const world = openV1App()
granted(await changeSetting(world.app, null, 'target_language', 'uk'))
await world.importFiles(TEXTS.map(([text], at) => ({ id: idOf(at + 1), text })))
for (const [at, [, manual, machine]] of TEXTS.entries()) {
  if (manual !== null) await putText(world.app.store, { id: idOf(at + 1), layer: 'manual', text: manual })
  if (machine !== null) await putText(world.app.store, { id: idOf(at + 1), layer: 'machine', text: machine })
}
afterAll(() => world.close())

const hill: GlossaryEntry = {
  source: 'Mohist Hill',
  forms: ['Мохійський пагорб'],
  caseSensitive: false,
  doNotTranslate: false,
  note: '',
}
const inn: GlossaryEntry = { ...hill, source: 'Mohist Hill Inn', forms: ['Готель'] }
const glossaryOf = async (...entries: GlossaryEntry[]): Promise<unknown> =>
  granted(await changeGlossary(world.app, null, { entries, how: 'replace', origin: 'test' }))

/** The numbers of the rows. */
async function found(filter: string): Promise<number[]> {
  const asked = parseFilterText(filter)
  if (asked.fault !== null) throw new Error(asked.fault)
  const { rows } = await listWork(world.app, asked.filter, { after: 0, limit: 50 })
  return rows.map(({ row }) => row.ordinal)
}

it('finds words of the source, and of the text in any form', async () => {
  await glossaryOf()
  expect(await found('term=Mohist Hill')).toEqual([1, 2, 3, 4, 5, 7, 8])
  expect(await found('term=hill')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(await found('term=Mohist Hill&has=Мохійський пагорб')).toEqual([1, 2, 4, 8])
  expect(await found('term=Mohist Hill&layer=leading&has=Мохійський пагорб')).toEqual([1, 2, 4])
  expect(await found('term=Mohist Hill&layer=leading&lacks=Мохійський пагорб')).toEqual([3, 5, 8])
  expect(await found('has=пагорб&lacks=Мохійський пагорб')).toEqual([6])
  expect(await found('has=мохій*')).toEqual([1, 2, 4, 8])
  expect(await found('findings=terms')).toEqual([])
})

it('a term of the glossary counts as the gate counts it, and so does one that is missing', async () => {
  await glossaryOf(hill, inn)
  expect(await found('term=mohist hill')).toEqual([1, 2, 3, 4, 7, 8])
  expect(await found('findings=terms')).toEqual([3, 8])
  expect(await found('findings=terms&layer=machine')).toEqual([])
  await glossaryOf({ ...hill, forms: ['Гора моїстів'] }, { ...inn, forms: ['Заїзд'] })
  expect(await found('findings=terms')).toEqual([1, 2, 4, 5, 8])
  expect(await found('findings=terms&term=Mohist Hill Inn')).toEqual([5])
})

it('follows each write at once, and reads changed rows only', async () => {
  await glossaryOf(hill)
  expect(await found('term=Mohist Hill&has=заїзд')).toEqual([])
  await putText(world.app.store, { id: idOf(7), layer: 'manual', text: 'Заїзди' })
  expect(await found('term=Mohist Hill&has=заїзд')).toEqual([7])
  await putText(world.app.store, { id: idOf(7), layer: 'manual', text: 'Знову' })
  expect(await found('term=Mohist Hill&has=заїзд')).toEqual([])
  expect(await found('term=Mohist Hill&layer=leading&findings=terms')).toEqual([3, 5, 7, 8])
})

it('refuses words that are none or too long', () => {
  expect(parseFilterText('term=%20').fault).toContain('term is " "; it takes words of the source')
  expect(parseFilterText(`has=${'x'.repeat(1_000)}`).fault).toContain('it takes words that the text has')
})
