// Rows with a given skeleton (domain/text/skeleton.ts), translated or not, as the search index has them. A row that it names may have
// another skeleton: two can share a list, and sources change. Call `look` of the index first.
import { hasLetter } from '../domain/text/skeleton.ts'
import { gramOfText } from './grams.ts'
import { visitList } from './like-candidates.ts'
import { SKELETON_FIELD } from './pages.ts'
import type { SearchIndex } from './search-index.ts'
import { EVERY_ROW, lengthClassOf, newRowBits, ROWS_PER_SEGMENT } from './segment.ts'

const found = newRowBits()

/** Ascending, from `first` on. */
export function* rowsOfSkeleton(index: SearchIndex, skeleton: string, first = 0): Generator<number> {
  const last = index.lastOrdinal
  for (let segment = Math.floor(first / ROWS_PER_SEGMENT); segment * ROWS_PER_SEGMENT <= last; segment++) {
    for (const row of rowsIn(index, segment, skeleton)) {
      const ordinal = segment * ROWS_PER_SEGMENT + row
      if (ordinal >= first) yield ordinal
    }
  }
}

const countsKeptMax = 20_000
/** By skeleton, as long as lists stay: two of three rows that a claim looks at were there for the claim before. */
const counts = new WeakMap<object, Map<string, number>>()

/** About how many rows have the skeleton: those of another one in the same list count, too. */
export function countOfSkeleton(index: SearchIndex, skeleton: string): number {
  if (index.state === null || !hasLetter(skeleton)) return 0
  const kept = counts.get(index.state) ?? new Map<string, number>()
  counts.set(index.state, kept)
  if (kept.size >= countsKeptMax) kept.clear()
  const known = kept.get(skeleton)
  if (known !== undefined) return known
  const count = countInLists(index, skeleton)
  kept.set(skeleton, count)
  return count
}

function countInLists(index: SearchIndex, skeleton: string): number {
  let count = 0
  const gram = gramOfText(skeleton)
  for (let segment = 0; segment * ROWS_PER_SEGMENT <= index.lastOrdinal; segment++) {
    visitList(index, segment, gram, SKELETON_FIELD, (list) => (count += list.count))
  }
  return count
}

function rowsIn(index: SearchIndex, segment: number, skeleton: string): readonly number[] {
  const lengths = index.lengthsOf(segment)
  if (lengths === null || !hasLetter(skeleton)) return []
  const rows: number[] = []
  const wanted = lengthClassOf(skeleton.length)
  const add = (row: number): void => void (lengths[row] === wanted && rows.push(row))
  visitList(index, segment, gramOfText(skeleton), SKELETON_FIELD, (list) => {
    if (!list.isListed) return lengths.forEach((_, row) => add(row))
    list.readInto(found.fill(0), { from: 0, end: ROWS_PER_SEGMENT, among: EVERY_ROW })
    for (let at = 0; at < found.length; at++) {
      for (let bits = found[at] as number; bits !== 0; bits &= bits - 1) add(at * 32 + 31 - Math.clz32(bits & -bits))
    }
  })
  return rows
}
