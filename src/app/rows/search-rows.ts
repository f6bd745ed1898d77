// Search by text (source, reference, translations) and by id over all rows, in the order of the game's files. The index
// says segment by segment in which rows a hit may be; the texts of these are looked at, and all texts of a chunk of which
// the index knows nothing. It is cut into slices so that nobody waits for it, gives its hits as it finds them and ends when the
// reader leaves. What is searched for: domain/search.
import { CELL_COUNT, cellsOf } from '../../domain/cell.ts'
import type { Heads, Reference, Row } from '../../domain/row.ts'
import { createMatcher } from '../../domain/search/search-match.ts'
import { foldForSearch, type SearchQuery } from '../../domain/search/search-query.ts'
import type { RowState, SearchField, SourceFilter } from '../../domain/vocabulary.ts'
import { BLOCKS_PER_SEGMENT, ROWS_PER_SEGMENT } from '../../store/derived/segment.ts'
import { blockOf, chunkOf, ROWS_PER_BLOCK, ROWS_PER_CHUNK } from '../../store/rows/grouping.ts'
import { readTimes, timeAt } from '../../store/rows/changes.ts'
import { readHeads } from '../../store/rows/heads.ts'
import { readReference } from '../../store/rows/references.ts'
import { readRow } from '../../store/rows/rows.ts'
import { readCellsOfChunk } from '../../store/rows/scan.ts'
import { eachRowId, eachText, TEXT_FIELDS, type TextField } from '../../store/derived/block-texts.ts'
import type { App } from '../app.ts'
import { runInSlices } from '../slices.ts'
import { type Candidates, SearchPlan } from './search-plan.ts'

export interface SearchRows {
  readonly query: SearchQuery
  readonly fields: ReadonlySet<SearchField>
  readonly state: RowState
  readonly source: SourceFilter
  /** Only rows that changed at or after this time; null: all. */
  readonly updatedSinceMs: number | null
  /** Only these rows; absent: all of them. */
  readonly within?: { has(ordinal: number): boolean }
  /** The last ordinal already looked at; 0 at first. */
  readonly after: number
  readonly limit: number
}

/** A row that answers, with all its texts. */
export interface SearchHit {
  readonly ordinal: number
  readonly source: string
  readonly reference: string | null
  /** Manual before machine. */
  readonly translations: readonly string[]
}

/** The whole of a row that was just found, as its texts are now. */
export function rowOfHit(
  { store }: App,
  { ordinal }: SearchHit,
): { readonly row: Row; readonly reference: Reference | null; readonly heads: Heads } | null {
  const row = readRow(store.main, store.files, ordinal)
  return row && { row, reference: readReference(store.main, ordinal), heads: readHeads(store.main, ordinal) }
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
  app: App,
  search: SearchRows,
  watching: SearchWatching,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const { searchIndex, store } = app
  const plan = new SearchPlan(searchIndex, store.main, search.query, search.fields)
  const lookInto = blockSearcher(app, search)
  searchIndex.look()
  const last = searchIndex.lastOrdinal
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
  /** Looks at the next block with candidates, or at none of the rest of those that something is known of. */
  const step = (): boolean => {
    if (candidates === null || block >= candidates.end) {
      const segment = plan.nextSegment(Math.floor(block / BLOCKS_PER_SEGMENT), Math.floor(last / ROWS_PER_SEGMENT))
      if (segment === null) return false
      block = Math.max(block, segment * BLOCKS_PER_SEGMENT)
      candidates = plan.candidatesFrom(block)
    }
    const { end } = candidates
    while (block < end && !mayHoldHits(candidates, block)) block++
    if (block < end && !lookInto(block++, candidates, onHit)) return false
    watching.onLookedAt?.(Math.min(last, block * ROWS_PER_BLOCK - 1), last)
    return block * ROWS_PER_BLOCK <= last
  }
  const cameToEnd = await runInSlices(step, signal).finally(() => plan.leave())
  return { next, wasCancelled: !cameToEnd }
}

const wordsPerBlock = ROWS_PER_BLOCK / 32

/** Places of a block whose rows are set, ascending. */
function placesIn(bits: Uint32Array, block: number): number[] {
  const places: number[] = []
  const first = (block % BLOCKS_PER_SEGMENT) * wordsPerBlock
  for (let word = 0; word < wordsPerBlock; word++) {
    for (let rest = bits[first + word] as number; rest !== 0; rest &= rest - 1) {
      places.push(word * 32 + 31 - Math.clz32(rest & -rest))
    }
  }
  return places
}

function mayHoldHits({ rows }: Candidates, block: number): boolean {
  const first = (block % BLOCKS_PER_SEGMENT) * wordsPerBlock
  return rows[first] !== 0 || rows[first + 1] !== 0
}

/** Calls back with each row of a block that answers, and says false when it was told so: there are enough. */
type LookInto = (block: number, candidates: Candidates, onHit: (hit: SearchHit) => boolean) => boolean

/** From this many rows of a block on it is quicker to search their texts in one piece first, where most show no hit. */
const rowsInOnePiece = 32

/** Of the rows of a block: what was read of a field so far. */
type FieldTexts = (readonly string[] | undefined)[]

function blockSearcher(app: App, search: SearchRows): LookInto {
  const { query, fields, after } = search
  const isWanted = filterOf(app, search)
  const matcher = createMatcher(query)
  const withIds = fields.has('id') && matcher.mayBeIds
  const read = (field: number, block: number, places: readonly number[], into: FieldTexts): void => {
    if (places.length === 0) return
    for (const place of places) into[place] = NO_TEXTS
    eachText[TEXT_FIELDS[field] as TextField](app.store.main, block, places, (place, text) => {
      const before = into[place] ?? NO_TEXTS
      into[place] = before.length === 0 ? [text] : [...before, text]
    })
  }
  return (block, { rows, inField, translated }, onHit) => {
    const { main } = app.store
    const first = block * ROWS_PER_BLOCK
    const places = placesIn(rows, block).filter((place) => first + place > after && isWanted(first + place))
    if (places.length === 0) return true
    const texts: FieldTexts[] = TEXT_FIELDS.map(() => [])
    for (let field = 0; field < texts.length; field++) {
      const bits = inField[field] as Uint32Array
      const there = places.filter((place) => isSet(bits, block, place))
      read(field, block, there, texts[field] as FieldTexts)
    }
    const lookedAt = (place: number): readonly string[] => {
      const all: string[] = []
      for (const ofField of texts) for (const text of ofField[place] ?? NO_TEXTS) all.push(text)
      return all
    }
    const isMany = places.length >= rowsInOnePiece
    if (isMany && !matcher.mayHoldHits(foldForSearch(places.flatMap(lookedAt).join('\n')))) return true
    const rowIds: string[] = []
    if (withIds) eachRowId(main, block, places, (place, rowId) => void (rowIds[place] = rowId))
    const hits = places.filter((place) => matcher.isHit(lookedAt(place), rowIds[place] ?? null))
    for (let field = 0; field < texts.length; field++) {
      const into = texts[field] as FieldTexts
      const known = field === translationField ? translated : null
      const missing = hits.filter(
        (place) => into[place] === undefined && (known === null || isSet(known, block, place)),
      )
      read(field, block, missing, into)
    }
    const [sources = [], references = [], translations = []] = texts
    return hits.every((place) => {
      const source = sources[place]?.[0]
      const reference = references[place]?.[0] ?? null
      return (
        source === undefined ||
        onHit({ ordinal: first + place, source, reference, translations: translations[place] ?? NO_TEXTS })
      )
    })
  }
}

const NO_TEXTS: readonly string[] = []
const translationField = TEXT_FIELDS.indexOf('translation')

const isSet = (bits: Uint32Array, block: number, place: number): boolean =>
  (((bits[(block % BLOCKS_PER_SEGMENT) * wordsPerBlock + (place >>> 5)] as number) >>> (place & 31)) & 1) !== 0

/** Whether an ordinal is in the filter, from the bitmaps and times of its chunk. */
function filterOf(app: App, { state, source, updatedSinceMs, within }: SearchRows): (ordinal: number) => boolean {
  const { main } = app.store
  const cells = cellsOf(state, source)
  const areAll = cells.length === CELL_COUNT
  let chunk = -1
  let cellAt: Int8Array = new Int8Array(0)
  let times: Buffer | null = null
  return (ordinal) => {
    if (within?.has(ordinal) === false) return false
    if (areAll && updatedSinceMs === null) return true
    const place = ordinal % ROWS_PER_CHUNK
    if (chunkOf(ordinal) !== chunk) {
      chunk = chunkOf(ordinal)
      if (!areAll) cellAt = readCellsOfChunk(main, ordinal)
      if (updatedSinceMs !== null) times = readTimes(main, chunk)
    }
    if (times !== null && timeAt(times, place) < (updatedSinceMs ?? 0)) return false
    return areAll || cells.includes(cellAt[place] as number)
  }
}
