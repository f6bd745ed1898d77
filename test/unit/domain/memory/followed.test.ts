// Which row has the text of which after an update: lists by the longest common subsequence, other rows by source.
import { expect, it } from 'vitest'
import { followed, listOfKey, type PlacedRow } from '../../../../src/domain/memory/followed.ts'

type Rows = Readonly<Record<string, string>>

/** A row that is in both with the same source is kept. */
function movesOf(before: Rows, after: Rows): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const ordinals = new Map(keys.map((key, at) => [key, at + 1]))
  const row = (key: string, sourceHash: string): PlacedRow => {
    const { list, index } = listOfKey(key) ?? { list: null, index: 0 }
    return { ordinal: ordinals.get(key) ?? 0, list, index, sourceHash }
  }
  const isKept = (key: string): boolean => before[key] === after[key]
  const rows = (of: Rows, kept: boolean): PlacedRow[] =>
    Object.entries(of).flatMap(([key, source]) => (isKept(key) === kept ? [row(key, source)] : []))
  return followed({ old: rows(before, false), fresh: rows(after, false) }, rows(after, true), () => true).map(
    ({ from, to }) => `${keys[from.ordinal - 1]}→${keys[to.ordinal - 1]}`,
  )
}
const list = (...texts: readonly string[]): Rows => Object.fromEntries(texts.map((text, at) => [`a.${at}`, text]))

it.each([
  ['grows at its beginning', list('Deal', 'Damage'), list('New', 'Deal', 'Damage'), ['a.0→a.1', 'a.1→a.2']],
  ['grows before equal texts', list('Yes', 'Yes'), list('New', 'Yes', 'Yes'), ['a.0→a.1', 'a.1→a.2']],
  ['loses one of two equal texts', list('Yes', 'No', 'Yes'), list('No', 'Yes'), ['a.1→a.0', 'a.2→a.1']],
  ['has its texts in another order', list('A', 'B'), list('B', 'A'), ['a.0→a.1', 'a.1→a.0']],
  ['keeps what stands behind its end', list('A', 'B', 'End'), list('A', 'New', 'B', 'End'), ['a.1→a.2', 'a.2→a.3']],
])('a list %s', (_what, before, after, moves) => expect(movesOf(before, after).toSorted()).toEqual(moves.toSorted()))

it('takes each list by itself, the names of lists of objects too', () => {
  const before = { 'a.0.name': 'Sword', 'a.0.text': 'Sharp', 'b.0.name': 'Sword', 'b.0.text': 'Blunt' }
  const after = { ...before, 'a.0.name': 'Axe', 'a.0.text': 'Heavy', 'a.1.name': 'Sword', 'a.1.text': 'Sharp' }
  expect(movesOf(before, after)).toEqual(['a.0.name→a.1.name', 'a.0.text→a.1.text'])
})

it('follows texts from key to key, and takes numbers that are names for names', () => {
  expect(movesOf({ x: 'One', y: 'Two' }, { x: 'Two', y: 'One' }).toSorted()).toEqual(['x→y', 'y→x'])
  expect(movesOf({ '1': 'Yes', '2': 'Yes', '3': 'No' }, { '2': 'Yes', '3': 'No' })).toEqual([])
})

it('is bounded in long lists', () => {
  const texts = Array.from({ length: 30_000 }, (_, at) => `text ${at}`)
  const moves = movesOf(list(...texts), list('New', ...texts.slice(0, 15_000), 'Another', ...texts.slice(15_000)))
  expect(moves).toHaveLength(30_000)
  expect(moves).toContain('a.20000→a.20002')
})
