// The blocks that searches keep in memory are those of the store, also after writes, and whatever their size.
import { afterAll, expect, it } from 'vitest'
import { FirstBlocks, SearchIndex } from '../../../src/search/search-index.ts'
import { type BlockTable, storedTexts } from '../../../src/store/rows/block-texts.ts'
import { freshen } from '../../../src/store/view.ts'
import { gameStore, idOf } from '../../support/game-store.ts'

const rows = 700
const game = gameStore()
const texts = (word: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: rows }, (_, i) => [idOf(i + 1), `${word} ${i + 1}`]))
await game.importFiles({ main: game.jsonl('main.jsonl', texts('mist')) })
await game.put(idOf(3), 'machine', 'туман')
// One block is too long to be kept.
const long = 'довгий '.repeat(3_000)
await game.importFiles({ reference: game.jsonl('reference.jsonl', { [idOf(2)]: '雾', [idOf(70)]: long }) })
afterAll(() => game.close())

const VALUES: readonly (readonly [BlockTable, number])[] = [
  ...Array.from({ length: 12 }, (_, block) => ['row', block] as const),
  ...Array.from({ length: 12 }, (_, block) => ['reference', block] as const),
]

it('gives what the store has', async () => {
  const { store } = game.app
  const index = new SearchIndex(store)
  const first = new FirstBlocks(store, () => index.versions)
  const read = (from: Pick<FirstBlocks, 'readBlock'>): (string | undefined)[] =>
    VALUES.map(([table, number]) => {
      const bytes = from.readBlock(table, number)
      return bytes?.toString('latin1', 0, bytes.length)
    })
  for (const text of ['перший', 'другий', 'третій']) {
    await game.put(idOf(600), 'machine', text)
    freshen(store)
    index.look()
    const stored = read(storedTexts(store.main))
    expect(stored.some((value) => value !== undefined)).toBe(true)
    expect(read(first), 'first').toEqual(stored)
    expect(read(first), 'again').toEqual(stored)
  }
})

it('reads a block once for as long as nothing of its chunk changes', async () => {
  const { store } = game.app
  const index = new SearchIndex(store)
  const first = new FirstBlocks(store, () => index.versions)
  const kept = (): (Buffer | undefined)[] => {
    freshen(store)
    index.look()
    first.readBlock('row', 0)
    first.readBlock('row', 10)
    return [first.readBlock('row', 0), first.readBlock('row', 10)]
  }
  const before = kept()
  await game.put(idOf(600), 'machine', 'пізніше')
  const [ofFirstChunk, ofSecond] = kept()
  expect(ofFirstChunk).toBe(before[0])
  expect(ofSecond).not.toBe(before[1])
  expect(ofSecond).toEqual(before[1])
})
