// The rows of a segment that may be like a text, by the search index. The commonest quarter of the sample's grams is
// not looked up: a row with `shared` grams of the sample has at least `shared - left` of the others, where `left` is
// the number left out. Hot: up to 24 lists of each segment.
import { TEXT_FIELDS } from '../store/indexes.ts'
import type { LikeText } from './like-text.ts'
import { entryOf, SKELETON_FIELD, type StoredList } from './pages.ts'
import type { SearchIndex } from './search-index.ts'
import { hashOfEntry, ROWS_PER_SEGMENT, type RowBits } from './segment.ts'

const sourceField = TEXT_FIELDS.indexOf('source')
/** By row, the number of grams: fewer than 128. */
const counts = new Uint8Array(ROWS_PER_SEGMENT)
const countsInFours = new Uint32Array(counts.buffer)
const [oneEach, highestEach] = [0x0101_0101, 0x8080_8080]

type Lists = Pick<SearchIndex, 'mayHaveAll' | 'eachList' | 'lengthsOf'>

/** Sets the bits of the candidates among these rows; `into` must be empty. */
export function candidatesIn(lists: Lists, segment: number, like: LikeText, rows: RowBits, into: RowBits): void {
  const lengths = lists.lengthsOf(segment)
  if (lengths === null || like.skeletonGram === null) return
  const { skeletonClass, classes, sample } = like
  const add = (row: number): void => {
    into[row >>> 5] = (into[row >>> 5] as number) | ((rows[row >>> 5] as number) & (1 << (row & 31)))
  }
  visitList(lists, segment, like.skeletonGram, SKELETON_FIELD, (list) => {
    if (list.isListed) list.readInto(into, { from: 0, end: ROWS_PER_SEGMENT, among: rows })
    else eachWithCount(0, (row) => lengths[row] === skeletonClass && add(row))
  })
  if (sample.length === 0) return
  const enough = countSample(lists, segment, like)
  eachWithCount(enough, (row) => {
    const length = lengths[row] as number
    if (length >= classes.from && length <= classes.to) add(row)
  })
}

/** Counts grams; returns how many a near row must have. */
function countSample(lists: Lists, segment: number, like: LikeText): number {
  const { sample, shared } = like
  const wanted = sample.length - (shared >> 1)
  const lengths = new Map<number, number>()
  let known = 0
  counts.fill(0)
  for (const gram of sample) {
    if (known === wanted) break
    lengths.set(gram, 0)
    known++
    visitList(lists, segment, gram, sourceField, (list) => {
      lengths.set(gram, list.count)
      if (list.isListed) list.countInto(counts)
      else known--
    })
  }
  const rarestFirst = [...lengths.keys()].sort((a, b) => (lengths.get(a) as number) - (lengths.get(b) as number))
  like.sample = [...rarestFirst, ...sample.slice(lengths.size)]
  return Math.max(0, shared - (sample.length - known))
}

export function visitList(
  lists: Lists,
  segment: number,
  gram: number,
  field: number,
  visit: (list: StoredList) => void,
): void {
  if (!lists.mayHaveAll(segment, [hashOfEntry(entryOf(gram, field))])) return
  lists.eachList(segment, gram, (found, list) => {
    if (found === field) visit(list)
  })
}

/** Calls back with each row that has at least this count; four are looked at in one. */
function eachWithCount(least: number, visit: (row: number) => void): void {
  const toHighest = (0x80 - least) * oneEach
  for (let four = 0; four < countsInFours.length; four++) {
    let reached = ((countsInFours[four] as number) + toHighest) & highestEach
    for (; reached !== 0; reached &= reached - 1) visit(four * 4 + ((31 - Math.clz32(reached & -reached)) >>> 3))
  }
}
