// The plan of a search by the index: grams and row ids for its terms (`planSearch`), the segments that may have hits
// (`nextSegment`), and the rows and fields of a segment that may (`candidatesFrom`).
import type { SearchField } from '../domain/vocabulary.ts'
import { bitsIn, ROWS_PER_PIECE, type RowSet } from '../domain/work/row-set.ts'
import { TEXT_FIELDS } from '../store/indexes.ts'
import { ordinalsOfIds, ROWS_PER_BLOCK } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { isCoarse } from './grams.ts'
import { entryOf, type StoredList } from './pages.ts'
import { idPrefixOf, type SearchQuery, type SearchTerm } from './query.ts'
import type { SearchIndex } from './search-index.ts'
import { gramsToFind } from './match.ts'
import {
  BLOCKS_PER_SEGMENT,
  EVERY_ROW,
  hashOfEntry,
  mayHaveAll,
  newRowBits,
  ROWS_PER_SEGMENT,
  type RowBits,
} from './segment.ts'

const wordsPerSegment = ROWS_PER_SEGMENT / 32
const segmentsPerPiece = ROWS_PER_PIECE / ROWS_PER_SEGMENT
const NO_ROW: RowBits = newRowBits()

/** The part of the index that is read; call `look` first, in the same turn of the event loop. */
type Lists = Pick<SearchIndex, 'staleChunks' | 'staleRows' | 'mayHaveAll' | 'translatedRows' | 'eachList'>

interface SearchPlan {
  /** The fields that are searched, as indexes into `TEXT_FIELDS`. */
  readonly fields: readonly number[]
  readonly terms: readonly PlannedTerm[]
  /** The search is for these rows only; absent: for all. */
  readonly within: RowSet | undefined
}

/** Terms and grams that were rare in the last step come first: they are mostly rare in the next. */
interface Rarity {
  readonly lately: number
}

interface PlannedGram extends Rarity {
  readonly gram: number
}

interface PlannedTerm extends Rarity {
  readonly grams: readonly PlannedGram[]
  /** For each field, the hashes of the index entries that a row with the term must have. */
  readonly hashes: readonly (readonly number[])[]
  /** For each segment, the rows whose ids begin with the term; null: any row's may. */
  readonly ofIds: ReadonlyMap<number, readonly number[]> | null
}

interface Seen {
  readonly terms: readonly PlannedTerm[]
  /** How many blocks were looked up last, and how many candidates they had. */
  readonly blocks: number
  readonly count: number
}

export interface PossibleRows {
  readonly rows: RowBits
  readonly inField: readonly RowBits[]
}

/** Room for a search's candidates, reused for the next ones. */
export const newRoom = (): PossibleRows => ({ rows: newRowBits(), inField: TEXT_FIELDS.map(newRowBits) })

export interface Candidates extends PossibleRows {
  /** The rows that may have a translation; null: any may. */
  readonly translated: RowBits | null
  readonly end: number
  readonly seen: Seen
}

/** If more ids begin with a term, none is looked up, and any row may be a hit. */
const idsMax = 10_000
const NO_IDS: ReadonlyMap<number, readonly number[]> = new Map()
const NO_ORDINALS: readonly number[] = []

export function planSearch(
  main: Store['main'],
  { terms }: SearchQuery,
  fields: ReadonlySet<SearchField>,
  within: RowSet | undefined,
): SearchPlan {
  const planned = terms.map((term): PlannedTerm => {
    const grams = gramsToFind(term)
    return {
      grams: grams.map((gram) => ({ gram, lately: 0 })),
      hashes: TEXT_FIELDS.map((_, field) => grams.map((gram) => hashOfEntry(entryOf(gram, field)))),
      ofIds: fields.has('id') ? rowsOfIds(main, term) : NO_IDS,
      lately: 0,
    }
  })
  return { fields: TEXT_FIELDS.flatMap((field, at) => (fields.has(field) ? [at] : [])), terms: planned, within }
}

function rowsOfIds(main: Store['main'], term: SearchTerm): PlannedTerm['ofIds'] {
  const prefix = idPrefixOf(term)
  if (prefix === null) return NO_IDS
  const ordinals = ordinalsOfIds(main, prefix, idsMax)
  return ordinals === null ? null : Map.groupBy(ordinals, (ordinal) => Math.floor(ordinal / ROWS_PER_SEGMENT))
}

export function nextSegment(lists: Lists, plan: SearchPlan, from: number, last: number): number | null {
  for (let segment = from; segment <= last; segment++) if (mayHaveHits(lists, plan, segment)) return segment
  return null
}

function mayHaveHits(lists: Lists, plan: SearchPlan, segment: number): boolean {
  const { within } = plan
  if (within !== undefined && within.piece(Math.floor(segment / segmentsPerPiece)) === undefined) return false
  if (lists.staleChunks(segment)?.length !== 0) return true
  return mayHold((hashes) => lists.mayHaveAll(segment, hashes), plan, segment)
}

function mayHold(has: (hashes: readonly number[]) => boolean, { fields, terms }: SearchPlan, segment: number): boolean {
  return terms.every(
    ({ hashes, ofIds }) =>
      ofIds === null || ofIds.has(segment) || fields.some((field) => has(hashes[field] as readonly number[])),
  )
}

/** Stands for the blocks of a step before the first, which looks up `growthMost` times as many. */
const blocksAtFirst = 8
export const seenAtFirst = ({ terms }: SearchPlan): Seen => ({ terms, blocks: blocksAtFirst, count: 0 })

/** At least so many blocks are looked up in a step: a page mostly has its hits in a few. */
const blocksAtLeast = 16
const someMore = 1.25
const growthMost = 8

/** How many blocks to look up: those with the wanted hits if candidates are as frequent as before, and some more. */
const blocksFor = (hitsWanted: number, { blocks, count }: Seen): number =>
  Math.max(blocksAtLeast, Math.min(growthMost * blocks, Math.ceil((someMore * hitsWanted * blocks) / count)))

/** The rows in question: `from` to before `end`, both multiples of 64. */
interface Window {
  readonly segment: number
  readonly from: number
  readonly end: number
}

/** Finds the candidates from a block on, within its segment, and writes them into `room`. */
export function candidatesFrom(
  lists: Lists,
  plan: SearchPlan,
  block: number,
  hitsWanted: number,
  seen: Seen,
  room: PossibleRows,
): Candidates {
  const { fields, within } = plan
  const segment = Math.floor(block / BLOCKS_PER_SEGMENT)
  const first = segment * BLOCKS_PER_SEGMENT
  const stale = lists.staleRows(segment, (filter) => mayHold((hashes) => mayHaveAll(filter, hashes), plan, segment))
  if (stale === null) {
    const inField = TEXT_FIELDS.map((_, field) => (fields.includes(field) ? EVERY_ROW : NO_ROW))
    return { rows: EVERY_ROW, inField, translated: null, end: first + BLOCKS_PER_SEGMENT, seen }
  }
  const blocks = Math.min(first + BLOCKS_PER_SEGMENT - block, blocksFor(hitsWanted, seen))
  const from = (block - first) * ROWS_PER_BLOCK
  const window = { segment, from, end: from + blocks * ROWS_PER_BLOCK }
  const { rows, inField } = room
  for (const bits of inField) bits.fill(0, window.from / 32, window.end / 32)
  let [among, count] = [rowsOf(within, segment), ROWS_PER_SEGMENT]
  const terms = seen.terms.map((term) => {
    if (count === 0) return term
    const found = rowsWith(lists, fields, term, among, window)
    count = unite(found, inField, among, rows, window)
    among = rows
    return found.term
  })
  for (const bits of [rows, ...fields.map((field) => inField[field] as RowBits)])
    for (let at = from / 32; at < window.end / 32; at++) bits[at] = (bits[at] as number) | (stale[at] as number)
  const translated = lists.translatedRows(segment)
  return { rows, inField, translated, end: block + blocks, seen: { terms: terms.sort(rarestFirst), blocks, count } }
}

const rarestFirst = (a: Rarity, b: Rarity): number => a.lately - b.lately

function rowsOf(within: RowSet | undefined, segment: number): RowBits {
  const at = (segment % segmentsPerPiece) * wordsPerSegment
  return within?.piece(Math.floor(segment / segmentsPerPiece))?.subarray(at, at + wordsPerSegment) ?? EVERY_ROW
}

/** Where a term may be, good until the next term. */
interface TermRows {
  readonly fields: readonly number[]
  readonly rows: readonly RowBits[]
  readonly term: PlannedTerm
}

/** Reading so many numbers of a list takes as long as reading one row's text. */
const numbersPerText = 300
/** With so few rows, reading their texts takes no longer than finding the next list. */
const rowsNotWorthAList = 2

/** For each field two sets of rows: each list narrows the rows of one into the other. */
const ROOM = TEXT_FIELDS.map((): readonly [RowBits, RowBits] => [newRowBits(), newRowBits()])

/** The rows of `among` that may have all grams of a term in one field. */
function rowsWith(lists: Lists, asked: readonly number[], term: PlannedTerm, among: RowBits, window: Window): TermRows {
  const { segment } = window
  const rows = TEXT_FIELDS.map(() => among)
  const counts = TEXT_FIELDS.map(() => ROWS_PER_SEGMENT)
  let fields = asked.filter((field) => lists.mayHaveAll(segment, term.hashes[field] as readonly number[]))
  let lately = fields.length * ROWS_PER_SEGMENT
  const grams = term.grams.map((planned) => {
    if (lately <= rowsNotWorthAList) return planned
    const found: number[] = []
    let inLists = 0
    lately = 0
    lists.eachList(segment, planned.gram, (field, list) => {
      inLists += list.count
      if (!fields.includes(field)) return
      const before = counts[field] as number
      if (list.isListed && list.count <= numbersPerText * before) {
        const [one, two] = ROOM[field] as readonly [RowBits, RowBits]
        const into = rows[field] === one ? two : one
        counts[field] = take(list, isCoarse(planned.gram), rows[field] as RowBits, into, window)
        rows[field] = into
      }
      lately += counts[field] as number
      if ((counts[field] as number) > 0) found.push(field)
    })
    fields = found
    return { gram: planned.gram, lately: inLists }
  })
  lately += term.ofIds === null ? ROWS_PER_SEGMENT : (term.ofIds.get(segment)?.length ?? 0)
  return { fields, rows, term: { ...term, grams: grams.sort(rarestFirst), lately } }
}

const BLOCKS: RowBits = new Uint32Array(BLOCKS_PER_SEGMENT / 32)

/** Puts into `into` those rows of a list that are in `among`; returns how many. */
function take(list: StoredList, isOfBlocks: boolean, among: RowBits, into: RowBits, { from, end }: Window): number {
  if (!isOfBlocks) {
    into.fill(0, from / 32, end / 32)
    return list.readInto(into, { from, end, among })
  }
  BLOCKS.fill(0)
  list.readInto(BLOCKS, { from: 0, end: BLOCKS_PER_SEGMENT, among: EVERY_ROW })
  let count = 0
  for (let at = from / 32; at < end / 32; at++) {
    const block = at >>> 1
    const word = ((BLOCKS[block >>> 5] as number) & (1 << (block & 31))) === 0 ? 0 : (among[at] as number)
    into[at] = word
    if (word !== 0) count += bitsIn(word)
  }
  return count
}

/** Adds the rows of a term, in any field or by their ids, to `into` (may be `among`); returns how many. */
function unite(
  { fields, rows, term: { ofIds } }: TermRows,
  inField: readonly RowBits[],
  among: RowBits,
  into: RowBits,
  { segment, from, end }: Window,
): number {
  const ids = (ofIds?.get(segment) ?? NO_ORDINALS).map((ordinal) => ordinal % ROWS_PER_SEGMENT)
  const ofIdsHere = ids.filter((row) => row >= from && row < end && hasBit(among, row))
  let count = 0
  for (let at = from / 32; at < end / 32; at++) {
    let united = ofIds === null ? (among[at] as number) : 0
    for (let each = 0; each < fields.length; each++) {
      const field = fields[each] as number
      const word = (rows[field] as RowBits)[at] as number
      if (word === 0) continue
      united |= word
      const bits = inField[field] as RowBits
      bits[at] = (bits[at] as number) | word
    }
    into[at] = united
    if (united !== 0) count += bitsIn(united)
  }
  for (const row of ofIdsHere) {
    if (!hasBit(into, row)) count++
    into[row >>> 5] = (into[row >>> 5] as number) | (1 << (row & 31))
  }
  return count
}

const hasBit = (bits: RowBits, row: number): boolean => ((bits[row >>> 5] as number) & (1 << (row & 31))) !== 0
