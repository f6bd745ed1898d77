// Search by text (source, reference, translations) and by id, in the order of the game's files. Reads the texts of the rows that the
// index names and of all chunks without a current entry. Runs in slices, reports hits as found, and ends when the reader leaves.
import type { SearchQuery } from './query.ts'
import type { SearchField } from '../domain/vocabulary.ts'
import { type BlockRows, wordsPerBlock } from '../store/indexes.ts'
import { BLOCKS_PER_SEGMENT, ROWS_PER_SEGMENT } from './segment.ts'
import { blockOf, ROWS_PER_BLOCK } from '../store/rows.ts'
import type { Searched } from './search-index.ts'
import { runInSlices } from '../base/slices.ts'
import { createBlockSearch, type SearchHit } from './block.ts'
import { type AskedRows, createRowFilter } from './row-filter.ts'
import {
  type Candidates,
  candidatesFrom,
  nextSegment,
  planSearch,
  newRoom,
  type PossibleRows,
  seenAtFirst,
} from './plan.ts'

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
  /** The last ordinal looked at if there may be more hits, else null. */
  readonly next: number | null
  readonly wasCancelled: boolean
}

/** Rooms for candidates are kept, because making one takes longer than most answers. */
const idleRooms: PossibleRows[] = []

/** Ends at `limit` hits, at the last row, or at the signal. */
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

/** The first block from this one on with candidates, else the end. Hot: a rare word has a few of 512. */
function nextWithRows({ rows, end }: Candidates, from: number): number {
  const first = from - (from % BLOCKS_PER_SEGMENT)
  for (let block = from; block < end; block++) {
    const word = (block - first) * wordsPerBlock
    if (((rows[word] as number) | (rows[word + 1] as number)) !== 0) return block
  }
  return end
}
