// Search by text (source, reference, translations) and by id over all rows, in the order of the game's files. The index
// says segment by segment in which rows a hit may be; the texts of these are looked at, and all texts of a chunk of which
// the index knows nothing. It is cut into slices so that nobody waits for it, gives its hits as it finds them and ends when the
// reader leaves.
import type { SearchQuery } from './query.ts'
import type { SearchField } from '../domain/vocabulary.ts'
import { type BlockRows, wordsPerBlock } from '../store/rows/block-texts.ts'
import { BLOCKS_PER_SEGMENT, ROWS_PER_SEGMENT } from './segment.ts'
import { blockOf, ROWS_PER_BLOCK } from '../store/rows/grouping.ts'
import type { Searched } from './search-index.ts'
import { runInSlices } from '../base/slices.ts'
import { createBlockSearch, type SearchHit } from './block.ts'
import { type AskedRows, createRowFilter } from './row-filter.ts'
import { type Candidates, candidatesFrom, nextSegment, planSearch, newRoom, seenAtFirst } from './plan.ts'

export interface SearchRows extends AskedRows {
  readonly query: SearchQuery
  readonly fields: ReadonlySet<SearchField>
  readonly limit: number
}

interface SearchWatching {
  onHit(hit: SearchHit): void
  /** Called after each piece with the last ordinal looked at and the last that there is. */
  onLookedAt?(ordinal: number, last: number): void
}

interface SearchOutcome {
  /** The last ordinal looked at, when there may be more; null when everything was looked at. */
  readonly next: number | null
  readonly wasCancelled: boolean
}

/** Calls back with each hit as it is found; ends at `limit` hits, at the last row, or when the signal says so. */
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
  const room = newRoom()
  const rows: BlockRows = new Uint32Array(wordsPerBlock)
  let block = blockOf(search.after + 1)
  let candidates: Candidates | null = null
  let found = 0
  let next: number | null = null

  const onHit = (hit: SearchHit): boolean => {
    watching.onHit(hit)
    if (++found < search.limit) return true
    next = hit.ordinal
    return false
  }
  /** Goes to the next block with candidates that are asked for, and puts these into `rows`; false: there is none. */
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
  /** Looks at the next block with candidates, or only goes behind those that something is known of when none of them has any. */
  const step = (isFirst: boolean): boolean => {
    if (isFirst) searchIndex.look()
    if (candidates === null || block >= candidates.end) {
      const from = Math.floor(block / BLOCKS_PER_SEGMENT)
      const segment = nextSegment(searchIndex, plan, from, Math.floor(last / ROWS_PER_SEGMENT))
      if (segment === null) return false
      block = Math.max(block, segment * BLOCKS_PER_SEGMENT)
      const seen = candidates?.seen ?? seenAtFirst(plan)
      candidates = candidatesFrom(searchIndex, plan, block, search.limit - found, seen, room)
    }
    if (goToCandidates(candidates) && !lookInto(block++, rows, candidates, onHit)) return false
    watching.onLookedAt?.(Math.min(last, block * ROWS_PER_BLOCK - 1), last)
    return block * ROWS_PER_BLOCK <= last
  }
  const cameToEnd = await runInSlices(step, signal)
  return { next, wasCancelled: !cameToEnd }
}

/** The first block from this one on that has candidates; the end when none has. Hot: what is rare has a few of 512 blocks. */
function nextWithRows({ rows, end }: Candidates, from: number): number {
  const first = from - (from % BLOCKS_PER_SEGMENT)
  for (let block = from; block < end; block++) {
    const word = (block - first) * wordsPerBlock
    if (((rows[word] as number) | (rows[word + 1] as number)) !== 0) return block
  }
  return end
}
