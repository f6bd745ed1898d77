// Further pairs of source files: which rows they bring, move and retire, and which files are refused.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FurtherRequest } from '../../../src/app/import/further-pairs.ts'
import type { ImportRequest, SlotRequest } from '../../../src/app/import/import-request.ts'
import { ordinalOf, readRowById } from '../../../src/store/rows/read-rows.ts'
import { readClaimedRows } from '../../../src/app/claims/read-claimed-rows.ts'
import { cardJson } from '../../../src/api-v2/cards.ts'
import { workSentence } from '../../../src/app/refused.ts'
import { readPairs, slotOfPair } from '../../../src/store/rows/source-files.ts'
import { freshen, writesSoFar } from '../../../src/store/view.ts'
import { type AppWorld, openAppWorld } from '../../support/app-world.ts'
import { container, jsonLines } from '../../support/game-files.ts'
import { importSlots } from '../../support/import-slots.ts'

let world: AppWorld
beforeEach(() => (world = openAppWorld()))
afterEach(() => world.close())

const id = (number: number): string => number.toString(16).padStart(16, '0')
type Texts = Readonly<Record<number, string | null>>

const entriesOf = (texts: Texts) => Object.entries(texts).map(([n, text]) => ({ id: id(Number(n)), text }))
function file(name: string, texts: Texts, shards = 3): { readonly path: string } {
  const path = join(world.folder, name)
  writeFileSync(path, name.includes('.jsonl') ? jsonLines(entriesOf(texts)) : container(entriesOf(texts), shards))
  return { path }
}

const [en, small] = ['translate_words_map_en', 'translate_words_map_en__small']
const imports = (
  slots: Partial<Record<'main' | 'diff', SlotRequest>>,
  further: Partial<FurtherRequest> = {},
  choices: Partial<ImportRequest> = {},
) => importSlots(world.app, slots, { ...choices, further: { files: [], emptied: [], ...further } })

function textOf(number: number): string | undefined {
  freshen(world.app.store)
  const row = readRowById(world.app.store.main, world.app.store.files, id(number))
  return row === null ? undefined : `${(row.diff ?? row.main)?.fileName}: ${(row.diff ?? row.main)?.text}`
}

test('a key of a further pair alone is a row with its file; one that both have stays the row of the first', async () => {
  const report = await imports(
    { main: file(en, { 1: 'One', 2: 'Two', 3: 'Three' }) },
    { files: [file(small, { 2: 'Two', 3: 'Tree', 4: 'Four' }), file(`${small}_diff`, { 4: 'Fore' })] },
  )
  expect([1, 2, 3, 4].map(textOf)).toEqual([`${en}: One`, `${en}: Two`, `${en}: Three`, `${small}_diff: Fore`])
  expect(report.rows).toMatchObject({ total: 4, added: 4 })
  expect(report.pairs).toMatchObject([{ name: 'small', main: { total: 3 }, diff: { total: 1 }, shared: 1, others: 1 }])
})

test('an import of one pair never retires rows of the other, and a row moves to the pair that has it now', async () => {
  await imports({ main: file(en, { 1: 'One', 2: 'Two' }) }, { files: [file(small, { 2: 'Deux', 9: 'Nine' })] })
  const again = await imports({ main: file(en, { 1: 'One' }) })
  expect(again.rows).toMatchObject({ retired: 0, changed: 1 })
  expect([1, 2, 9].map(textOf)).toEqual([`${en}: One`, `${small}: Deux`, `${small}: Nine`])
  const grown = await imports({ main: file(en, { 1: 'One', 9: 'Nine' }) })
  expect(grown.rows).toMatchObject({ retired: 0, changed: 0, added: 0, unchanged: 3 })
  expect(textOf(9)).toBe(`${en}: Nine`)
  const emptied = await imports({}, { emptied: ['small'] })
  expect(emptied.rows).toMatchObject({ retired: 1 })
  expect([1, 2, 9].map(textOf)).toEqual([`${en}: One`, undefined, `${en}: Nine`])
  expect(readPairs(world.app.store.main)).toEqual([])
})

test('the diff of a pair is emptied alone by its own name', async () => {
  await imports(
    { main: file(en, { 1: 'One' }) },
    { files: [file(small, { 4: 'Four' }), file(`${small}_diff`, { 4: 'Fore', 5: 'Five' })] },
  )
  await imports({}, { emptied: ['small_diff'] })
  expect([4, 5].map(textOf)).toEqual([`${small}: Four`, undefined])
})

test('a new main file of a pair without its diff warns that the diff is kept', async () => {
  const files = [file(small, { 4: 'Four' }), file(`${small}_diff`, { 4: 'Fore' })]
  await imports({ main: file(en, { 1: 'One' }) }, { files })
  const { warnings } = await imports({}, { files: [file(small, { 4: 'Quatre' })] })
  expect(warnings.map((warning) => workSentence(warning))).toEqual([expect.stringContaining('--no-also small_diff')])
})

const REFUSED: readonly [name: string, code: string, FurtherRequest | (() => FurtherRequest)][] = [
  ['a name that tells no pair', 'names_no_pair', () => also(file('words.jsonl', { 7: 'Seven' }))],
  ['a file of the first pair', 'names_no_pair', () => also(file(`${en}_diff`, { 7: 'Seven' }))],
  ['a file of another language', 'other_language', () => also(file('translate_words_map_de__small', { 7: 'Sieben' }))],
  ['a diff without its main file', 'diff_alone', () => also(file(`${small}_diff`, { 7: 'Seven' }))],
  [
    'a diff of another main file',
    'damaged',
    () => also(file(small, { 7: 'Seven' }), file(`${small}_diff`, { 7: 'S' }, 4)),
  ],
  [
    'one file of a pair twice',
    'given_twice',
    () => also(file(small, { 7: 'Seven' }), file(`${small}.jsonl`, { 8: 'Eight' })),
  ],
  ['the main file under another name', 'same_texts', () => also(file(small, { 1: 'One', 2: 'Two' }))],
  ['an unknown pair to be emptied', 'no_such_pair', { files: [], emptied: ['tiny'] }],
  [
    'more pairs than a row can name',
    'too_many_pairs',
    () => also(...'abcdefgh'.split('').map((name, at) => file(`${en}__${name}`, { [at + 20]: `Text ${at}` }))),
  ],
]
const also = (...files: readonly { readonly path: string }[]): FurtherRequest => ({ files, emptied: [] })

test.each(REFUSED)('%s is refused, and nothing changes', async (_, code, further) => {
  await imports({ main: file(en, { 1: 'One', 3: 'Three' }) })
  freshen(world.app.store)
  const before = writesSoFar(world.app.store.main)
  const main = file(en, { 1: 'One', 2: 'Two' })
  const request = typeof further === 'function' ? further() : further
  const refused = await imports({ main }, request).then(
    () => null,
    (error: { refusal?: { code: string }; damage?: object }) => error.refusal?.code ?? (error.damage && 'damaged'),
  )
  expect(refused).toBe(code)
  freshen(world.app.store)
  expect([1, 2, 3].map(textOf)).toEqual([`${en}: One`, undefined, `${en}: Three`])
  if (code !== 'too_many_pairs') expect(writesSoFar(world.app.store.main)).toBe(before)
})

test('the card of API v2 tells what a further pair has in place of the source, and no other card does', async () => {
  await imports(
    { main: file(en, { 1: 'One', 2: 'Two', 3: 'Three' }) },
    { files: [file(small, { 2: 'Two', 3: 'Tree', 4: 'Four' })] },
  )
  freshen(world.app.store)
  const ordinals = [1, 2, 3, 4].map((number) => ordinalOf(world.app.store.main, id(number)) ?? 0)
  const cards = readClaimedRows(world.app, ordinals, 'machine').map((row) => cardJson(row, new Set(), 'keep'))
  expect(cards.map((card) => card['other_sources'])).toEqual([
    undefined,
    undefined,
    [{ pair: 'small', text: 'Tree' }],
    undefined,
  ])
})

test('the slots of a pair are called as its files end', () => {
  expect([slotOfPair('small', 'main'), slotOfPair('small', 'diff')]).toEqual(['__small', '__small_diff'])
})
