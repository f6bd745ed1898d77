// The study of a store: forty-two rows with one place name in five translations, beside names that agree, a term, and a word that
// somebody said is none.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listNotTerms, sayNotTerm, takeBackNotTerm } from '../../../../src/app/not-terms.ts'
import { stillNames, type StudiedName, studyNames } from '../../../../src/app/study-names.ts'
import { changeGlossary } from '../../../../src/app/upkeep/change-glossary.ts'
import { inOrder } from '../../../../packages/language/src/study-order.ts'
import { appendRevision, readHeads } from '../../../../src/store/rows/heads.ts'
import { writeOrThrow } from '../../../../src/store/write.ts'
import { granted } from '../../../support/app-world.ts'
import { draftOf, type GameStore, gameStore, idOf } from '../../../support/game-store.ts'

const WAYS = ['Мохійський пагорб', 'гору Моїстів', 'Узгір’я Мо', 'Схил Мохіс', 'Височину Мосі']
const DOES = ['wait near', 'march to', 'are afraid of', 'sleep under', 'never come back from', 'sing about']
const ROBLIAT = ['чекають біля', 'крокують до', 'бояться', 'сплять під', 'не вертаються з', 'співають про']
const WHO = [
  'Old soldiers',
  'Two merchants',
  'The brave hunters',
  'All pilgrims',
  'Some children',
  'Tired guards',
  'Monks',
]
const KHTO = [
  'Старі солдати',
  'Двоє купців',
  'Відважні мисливці',
  'Усі прочани',
  'Якісь діти',
  'Стомлені вартові',
  'Ченці',
]
const pick = (list: readonly string[], at: number): string => list[at % list.length] as string

interface Line {
  readonly source: string
  readonly text: string
}

const hill = (at: number): Line => ({
  source: `${pick(WHO, Math.floor(at / 6))} ${pick(DOES, at)} ${at % 2 ? 'the Mohist Hill' : "Mohist Hill's gate"}.`,
  text: `${pick(KHTO, Math.floor(at / 6))} ${pick(ROBLIAT, at)} ${pick(WAYS, at)}.`,
})
const blade = (at: number): Line => ({
  source: `${pick(WHO, at)} ${pick(DOES, Math.floor(at / 7))} a barkskin tree.`,
  text: `${pick(KHTO, at)} ${pick(ROBLIAT, Math.floor(at / 7))} дубошкірого дерева.`,
})
const LINES: readonly Line[] = [
  ...Array.from({ length: 42 }, (_, at) => hill(at)),
  ...Array.from({ length: 12 }, (_, at) => blade(at)),
  { source: 'barkskin', text: 'дубошкірий' },
  ...WHO.flatMap((who, at) =>
    DOES.flatMap((does, of) =>
      ['river', 'forest'].map((thing, way) => ({
        source: `${who} ${does} that ${thing}.`,
        text: `${KHTO[at]} ${ROBLIAT[of]} ${['річки', 'лісу'][way]}.`,
      })),
    ),
  ),
  ...Array.from({ length: 8 }, (_, at) => ({
    source: `Read the Main Story ${at} now, ${pick(WHO, at)}.`,
    text: `Читайте головний сюжет ${at}, ${pick(KHTO, at)}.`,
  })),
]

let game: GameStore
beforeEach(async () => {
  game = gameStore()
  const sources = Object.fromEntries(LINES.map(({ source }, at) => [idOf(at + 1), source]))
  await game.importFiles({ main: game.jsonl('main.jsonl', sources) })
  const rows = LINES.map(({ text }, at) => ({ row: game.row(idOf(at + 1)), text }))
  await writeOrThrow(game.app.store, (txn) => {
    for (const { row, text } of rows)
      appendRevision(txn, row, readHeads(txn.db, row.ordinal), 'machine', { ...draftOf(row, 'machine'), text }, false)
  })
})
afterEach(() => game.close())

async function study(isAlone = true): Promise<readonly StudiedName[]> {
  const signal = new AbortController().signal
  const { names, rows } = await studyNames(game.app, { isAlone, signal, onProgress: () => {} })
  expect(rows).toBe(LINES.length)
  return inOrder(stillNames(game.app, names), 'agreement')
}
const named = (names: readonly StudiedName[], name: string): StudiedName | undefined =>
  names.find((each) => each.name === name)

test('a name in five translations is first, with its rows; its spellings are one entry', async () => {
  const names = await study()
  expect(names[0]).toMatchObject({ name: 'Mohist Hill', rows: 42, texts: 42, signs: ['capitals'], looked: 42 })
  expect([...(names[0]?.spellings ?? [])].sort()).toEqual(['Mohist Hill', "Mohist Hill's"])
  expect(names[0]?.wordings.map(({ texts }) => texts)).toEqual([9, 9, 8, 8, 8])
  expect(names[0]?.wordings[0]).toMatchObject({ text: 'Мохійський пагорб', rowIds: expect.arrayContaining([idOf(1)]) })
  expect(names[0]?.agreement).toBeCloseTo(9 / 42)
  expect(named(names, 'barkskin')).toMatchObject({ signs: ['row'], rows: 13, agreement: 1 })
  expect(named(names, 'barkskin')?.wordings[0]?.text).toBe('дубошкірий')
})

test('slices beside other work find the same', async () => {
  expect(await study(false)).toEqual(await study())
})

test('terms of the glossary and words that are none are left out, until that is taken back', async () => {
  const term = {
    source: 'Mohist Hill',
    forms: ['Мохійський пагорб'],
    caseSensitive: false,
    doNotTranslate: false,
    note: '',
  }
  granted(await changeGlossary(game.app, null, { entries: [term], how: 'merge', origin: 'a test' }))
  expect(named(await study(), 'Main Story')).toBeDefined()
  expect(granted(await sayNotTerm(game.app, null, 'the Main Stories'))).toBe(true)
  expect(granted(await sayNotTerm(game.app, null, ' the '))).toBe(false)
  const left = await study()
  expect([named(left, 'Mohist Hill'), named(left, 'Main Story')]).toEqual([undefined, undefined])
  expect(listNotTerms(game.app)).toMatchObject([{ name: 'the Main Stories', key: 'main story', userId: null }])
  expect(granted(await takeBackNotTerm(game.app, null, 'Main Story'))).toBe(true)
  expect(granted(await takeBackNotTerm(game.app, null, 'Main Story'))).toBe(false)
  expect(named(await study(), 'Main Story')).toBeDefined()
})
