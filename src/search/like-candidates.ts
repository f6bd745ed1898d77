// Which rows of a segment may be like a text, by the search index. A row with `shared` grams of the sample has at least `shared - left`
// of those looked up when `left` are not, so the commonest quarter is not. The grams of the rows are counted 32 rows at a time: plane p
// has bit p of each row's count. Hot: up to 36 lists of each segment.
import { TEXT_FIELDS } from '../store/indexes.ts'
import type { LikeText } from './like-text.ts'
import { entryOf, SKELETON_FIELD, type StoredList } from './pages.ts'
import type { SearchIndex } from './search-index.ts'
import { hashOfEntry, ROWS_PER_SEGMENT } from './segment.ts'

/** Rows of a segment, one bit each. */
export type RowBits = Uint32Array
export const newRowBits = (): RowBits => new Uint32Array(ROWS_PER_SEGMENT / 32)

const sourceField = TEXT_FIELDS.indexOf('source')
const everyRow = 0xffff_ffff
const EVERY_ROW = newRowBits().fill(everyRow)
/** Counts are less than this power of two: a sample has fewer grams. */
const countBits = 6
const planes = Array.from({ length: countBits + 1 }, newRowBits)
const listed = newRowBits()
const among = newRowBits()

type Lists = Pick<SearchIndex, 'mayHaveAll' | 'eachList' | 'lengthsOf'>

/** Sets the bits of the candidates among these rows; `into` must be empty. */
export function candidatesIn(lists: Lists, segment: number, like: LikeText, rows: RowBits, into: RowBits): void {
  const lengths = lists.lengthsOf(segment)
  if (lengths === null || like.skeletonGram === null) return
  const { skeletonClass, classes, sample } = like
  visitList(lists, segment, like.skeletonGram, SKELETON_FIELD, (list) => {
    if (list.isListed) list.readInto(into, { from: 0, end: ROWS_PER_SEGMENT, among: rows })
    else withClass(lengths, { from: skeletonClass, to: skeletonClass }, rows, into)
  })
  if (sample.length === 0) return
  withClass(lengths, classes, rows, among)
  const enough = countSample(lists, segment, like)
  if (enough > 0) addToPlanes((1 << countBits) - enough)
  const last = enough > 0 ? (planes[countBits] as RowBits) : EVERY_ROW
  for (let word = 0; word < into.length; word++) {
    into[word] = (into[word] as number) | ((among[word] as number) & (last[word] as number))
  }
}

/** Counts grams in the planes; returns how many a near row must have. */
function countSample(lists: Lists, segment: number, like: LikeText): number {
  const { sample, shared } = like
  const wanted = sample.length - (shared >> 1)
  const counts = new Map<number, number>()
  let known = 0
  for (const plane of planes) plane.fill(0)
  for (const gram of sample) {
    if (known === wanted) break
    counts.set(gram, 0)
    known++
    visitList(lists, segment, gram, sourceField, (list) => {
      counts.set(gram, list.count)
      if (list.isListed) countList(list)
      else known--
    })
  }
  like.sample = [...counts.keys()].sort((a, b) => (counts.get(a) as number) - (counts.get(b) as number))
  like.sample = [...like.sample, ...sample.slice(counts.size)]
  return shared - (sample.length - known)
}

function visitList(
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

/** Of these rows, those whose skeletons have a length of these classes. */
function withClass(
  lengths: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  rows: RowBits,
  into: RowBits,
): void {
  for (let word = 0; word < into.length; word++) {
    let bits = rows[word] as number
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      const lowest = rest & -rest
      const length = lengths[word * 32 + 31 - Math.clz32(lowest)] as number
      if (length < from || length > to) bits &= ~lowest
    }
    into[word] = bits
  }
}

function countList(list: StoredList): void {
  listed.fill(0)
  list.readInto(listed, { from: 0, end: ROWS_PER_SEGMENT, among })
  for (let word = 0; word < listed.length; word++) {
    let carry = listed[word] as number
    for (let plane = 0; carry !== 0; plane++) carry = addTo(plane, word, carry)
  }
}

/** Adds a number to the counts of all rows. */
function addToPlanes(number: number): void {
  for (let word = 0; word < EVERY_ROW.length; word++) {
    for (let bit = 0; bit < countBits; bit++) {
      let carry = (number >>> bit) & 1 ? everyRow : 0
      for (let plane = bit; carry !== 0; plane++) carry = addTo(plane, word, carry)
    }
  }
}

/** Adds a bit to the counts of 32 rows; returns the carry. */
function addTo(plane: number, word: number, bits: number): number {
  const counts = planes[plane] as RowBits
  const before = counts[word] as number
  counts[word] = before ^ bits
  return before & bits
}
