// Search by text (source, reference, translations) and by id over all rows, in the order of the game's files. There is no
// index of words: a scan of 1.18 million rows costs a few seconds of one core, is cut into slices so that nobody waits for
// it, gives its hits as it finds them and ends when the reader leaves. Letter case does not matter.
import { CELL_COUNT, cellsOf } from '../domain/cell.ts'
import type { Heads, Reference, Row } from '../domain/row.ts'
import { NO_HEADS, sourceTextOf } from '../domain/row.ts'
import type { RowState, SourceFilter } from '../domain/vocabulary.ts'
import { readHeads } from '../store/heads.ts'
import { blockOf, ROWS_PER_CHUNK } from '../store/keyspace.ts'
import { readBlock, readCellsOfChunk, readHeadsOfBlock, readReferenceBlock } from '../store/scan.ts'
import type { App } from './app.ts'
import { runInSlices } from './slices.ts'

export const SEARCH_FIELDS = ['source', 'reference', 'translation', 'id'] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]

export interface SearchRows {
  readonly text: string
  /** Where to look; `id` finds ids that hold the text. */
  readonly fields: ReadonlySet<SearchField>
  readonly state: RowState
  readonly source: SourceFilter
  /** The last ordinal already looked at; 0 at first. */
  readonly after: number
  readonly limit: number
}

export interface SearchHit {
  readonly row: Row
  readonly reference: Reference | null
  readonly heads: Heads
}

export interface SearchOutcome {
  /** The last ordinal looked at, when there may be more; null when everything was looked at. */
  readonly next: number | null
  readonly wasCancelled: boolean
}

const lower = (text: string): string => text.toLowerCase()

/** Calls back with each hit as it is found; ends at `limit` hits, at the last row, or when the signal says so. */
export async function searchRows(
  app: App,
  query: SearchRows,
  onHit: (hit: SearchHit) => void,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const { main, files } = app.store
  const isWanted = filterOf(app, query)
  const matches = matcherOf(query)
  const needsReference = query.fields.has('reference')
  const needsHeads = query.fields.has('translation')
  const wantedJson = lower(JSON.stringify(query.text).slice(1, -1))
  const mayMatter = (json: string): boolean => lower(json).includes(wantedJson)
  let block = blockOf(query.after + 1)
  let found = 0
  let next: number | null = null

  const step = (): boolean => {
    const read = readBlock(main, files, block)
    if (read === null) return false
    const referenceOf = needsReference ? readReferenceBlock(main, read.block) : null
    const headsAt = needsHeads ? readHeadsOfBlock(main, read.block, mayMatter) : null
    for (const row of read.rows) {
      if (row.ordinal <= query.after || !isWanted(row.ordinal)) continue
      const hit: SearchHit = {
        row,
        reference: referenceOf?.(row.ordinal) ?? null,
        heads: headsAt?.get(row.ordinal) ?? NO_HEADS,
      }
      if (!matches(hit)) continue
      onHit({ ...hit, heads: readHeads(main, row.ordinal) })
      if (++found < query.limit) continue
      next = row.ordinal
      return false
    }
    block = read.block + 1
    return true
  }
  const cameToEnd = await runInSlices(step, signal)
  return { next, wasCancelled: !cameToEnd }
}

/** Whether an ordinal is in the filter, from the bitmaps of its chunk. */
function filterOf(app: App, { state, source }: SearchRows): (ordinal: number) => boolean {
  const cells = cellsOf(state, source)
  if (cells.length === CELL_COUNT) return () => true
  let chunk = -1
  let cellAt: Int8Array = new Int8Array(0)
  return (ordinal) => {
    if (Math.floor(ordinal / ROWS_PER_CHUNK) !== chunk) {
      chunk = Math.floor(ordinal / ROWS_PER_CHUNK)
      cellAt = readCellsOfChunk(app.store.main, ordinal)
    }
    return cells.includes(cellAt[ordinal % ROWS_PER_CHUNK] as number)
  }
}

function matcherOf({ text, fields }: SearchRows): (hit: SearchHit) => boolean {
  const wanted = lower(text)
  const holds = (candidate: string | null | undefined): boolean =>
    candidate !== null && candidate !== undefined && lower(candidate).includes(wanted)
  return ({ row, reference, heads }) =>
    (fields.has('source') && holds(sourceTextOf(row))) ||
    (fields.has('id') && row.rowId.includes(wanted)) ||
    (fields.has('translation') && (holds(heads.manual?.text) || holds(heads.machine?.text))) ||
    (fields.has('reference') && holds(reference?.diff ?? reference?.main))
}
