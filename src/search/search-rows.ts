// Searches rows by text (source, reference, translations) and by id, in the order of the game's files. It reads the texts of
// the rows that the index names and of all chunks that the index has outdated. It runs in slices, reports hits as it finds
// them, and ends when the reader leaves.
import { runInSlices } from '../base/slices.ts'
import { CELL_COUNT, cellsOf } from '../domain/cell.ts'
import type { RowState, SearchField, SourceFilter } from '../domain/vocabulary.ts'
import { eachPlace, ROWS_PER_PIECE, type RowSet } from '../domain/work/row-set.ts'
import { type BlockRows, wordsPerBlock } from '../store/indexes.ts'
import { blockOf, chunkOf, readTimes, ROWS_PER_BLOCK, ROWS_PER_CHUNK, rowsInCells, timeAt } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { createBlockSearch, type SearchHit } from './block.ts'
import {
  type Candidates,
  candidatesFrom,
  newRoom,
  nextSegment,
  planSearch,
  type PossibleRows,
  seenAtFirst,
} from './plan.ts'
import { parseSearch, quotedForSearch, type SearchQuery } from './query.ts'
import type { Searched } from './search-index.ts'
import { BLOCKS_PER_SEGMENT, ROWS_PER_SEGMENT } from './segment.ts'

interface AskedRows {
  readonly state: RowState
  readonly source: SourceFilter
  /** The rows must have changed at this time or later; null: at any time. */
  readonly updatedSinceMs: number | null
  /** The search is for these rows only; absent: for all. */
  readonly within?: RowSet
  /** The last ordinal that was looked at already; 0 at first. */
  readonly after: number
}

type Narrow = (block: number, rows: BlockRows) => void

const blocksPerPiece = ROWS_PER_PIECE / ROWS_PER_BLOCK

/**
 * The rows of a block that a search may return, apart from their texts: rows after its start, in the filters asked for,
 * and changed since a time. Chunks without candidates are not read.
 */
function createRowFilter(main: Store['main'], asked: AskedRows): Narrow {
  const { after, within } = asked
  const narrowByChunk = narrowingByChunk(main, asked)
  return (block, rows) => {
    const first = block * ROWS_PER_BLOCK
    if (first <= after) eachPlace(rows, (place) => first + place <= after && takeOut(rows, place))
    if (within !== undefined) {
      const piece = within.piece(Math.floor(block / blocksPerPiece))
      const from = (block % blocksPerPiece) * wordsPerBlock
      for (let word = 0; word < wordsPerBlock; word++) keep(rows, word, piece?.[from + word] ?? 0)
    }
    narrowByChunk?.(block, rows)
  }
}

/** Narrows a chunk's rows by cells and times; null: neither is needed. */
function narrowingByChunk(main: Store['main'], { state, source, updatedSinceMs }: AskedRows): Narrow | null {
  const cells = cellsOf(state, source)
  const areAll = cells.length === CELL_COUNT
  if (areAll && updatedSinceMs === null) return null
  let chunk = -1
  let inCells: Buffer | null = null
  let times: Buffer | null = null
  return (block, rows) => {
    const first = block * ROWS_PER_BLOCK
    if (chunkOf(first) !== chunk) {
      chunk = chunkOf(first)
      if (!areAll) inCells = rowsInCells(main, cells, chunk)
      if (updatedSinceMs !== null) times = readTimes(main, chunk)
    }
    const place = first % ROWS_PER_CHUNK
    if (inCells !== null) {
      for (let word = 0; word < wordsPerBlock; word++) keep(rows, word, inCells.readUInt32LE(place / 8 + 4 * word))
    }
    const [known, sinceMs] = [times, updatedSinceMs ?? 0]
    if (known !== null) eachPlace(rows, (each) => timeAt(known, place + each) < sinceMs && takeOut(rows, each))
  }
}

function keep(rows: BlockRows, word: number, bits: number): void {
  rows[word] = (rows[word] as number) & bits
}

function takeOut(rows: BlockRows, place: number): void {
  keep(rows, place >>> 5, ~(1 << (place & 31)))
}

export interface SearchRows extends AskedRows {
  readonly query: SearchQuery
  readonly fields: ReadonlySet<SearchField>
  readonly limit: number
}

interface SearchWatching {
  onHit(hit: SearchHit): void
  /** Called after each step; `last` is the last ordinal of the store. */
  onLookedAt?(ordinal: number, last: number): void
}

interface SearchOutcome {
  /** The last ordinal looked at, after which there may be more hits; null: there are none. */
  readonly next: number | null
  readonly wasCancelled: boolean
}

/** Rooms for candidates are kept, because making one takes longer than most answers. */
const idleRooms: PossibleRows[] = []

/** Reports hits. It ends at `limit` hits, at the last row, or at the signal. */
export async function searchRows(
  { store, searchIndex }: Searched,
  search: SearchRows,
  watching: SearchWatching,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const lookInto = createBlockSearch(searchIndex.texts, search.query, search.fields)
  const narrow = createRowFilter(store.main, search)
  searchIndex.look()
  const last = searchIndex.lastOrdinal
  const plan = planSearch(store.main, search.query, search.fields, search.within)
  const rows: BlockRows = new Uint32Array(wordsPerBlock)
  let block = blockOf(search.after + 1)
  let candidates: Candidates | null = null
  let room: PossibleRows | null = null
  let found = 0
  let next: number | null = null

  const onHit = (hit: SearchHit): boolean => {
    watching.onHit(hit)
    if (++found < search.limit) return true
    next = hit.ordinal
    return false
  }
  /** Goes to the next block with candidates that pass the filter and writes them into `rows`; false: none. */
  const goToCandidates = (from: Candidates): boolean => {
    for (; ; block++) {
      block = nextWithRows(from, block)
      if (block >= from.end) return false
      const first = (block % BLOCKS_PER_SEGMENT) * wordsPerBlock
      rows[0] = from.rows[first] as number
      rows[1] = from.rows[first + 1] as number
      narrow(block, rows)
      if ((rows[0] | rows[1]) !== 0) return true
    }
  }
  const step = (isFirst: boolean): boolean => {
    if (isFirst) searchIndex.look()
    if (candidates === null || block >= candidates.end) {
      const from = Math.floor(block / BLOCKS_PER_SEGMENT)
      const segment = nextSegment(searchIndex, plan, from, Math.floor(last / ROWS_PER_SEGMENT))
      if (segment === null) return false
      block = Math.max(block, segment * BLOCKS_PER_SEGMENT)
      room ??= idleRooms.pop() ?? newRoom()
      const seen = candidates?.seen ?? seenAtFirst(plan)
      candidates = candidatesFrom(searchIndex, plan, block, search.limit - found, seen, room)
    }
    if (goToCandidates(candidates) && !lookInto(block++, rows, candidates, onHit)) return false
    watching.onLookedAt?.(Math.min(last, block * ROWS_PER_BLOCK - 1), last)
    return block * ROWS_PER_BLOCK <= last
  }
  const cameToEnd = await runInSlices(step, signal).finally(() => {
    if (room !== null) idleRooms.push(room)
  })
  return { next, wasCancelled: !cameToEnd }
}

/** Calls back with the rows whose source has these words, whole and in this order, as far as `limit`. */
export async function eachWithWords(
  searched: Searched,
  words: string,
  bounds: { readonly limit: number; readonly within?: RowSet },
  onRow: (ordinal: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const query = parseSearch(quotedForSearch(words), true)
  const all = { fields: new Set(['source'] as const), state: 'all', source: 'all', updatedSinceMs: null } as const
  const onHit = ({ ordinal }: SearchHit): void => onRow(ordinal)
  if (query !== null) await searchRows(searched, { ...all, ...bounds, query, after: 0 }, { onHit }, signal)
}

/**
 * The first block from this one on with candidates, else the end. Hot: a rare word has candidates in a few of a segment's
 * 512 blocks, and the rest is skipped here.
 */
function nextWithRows({ rows, end }: Candidates, from: number): number {
  const first = from - (from % BLOCKS_PER_SEGMENT)
  for (let block = from; block < end; block++) {
    const word = (block - first) * wordsPerBlock
    if (((rows[word] as number) | (rows[word + 1] as number)) !== 0) return block
  }
  return end
}
