// The revisions that a filter selects, newest first (docs/taking-back.md#how-it-works). Revisions are stored by row, so a
// search with a limit reads the rows that changed last first, and stops when the others can only be older.
import { doerOf, isSelected, type RevisionFilter } from '../../domain/revert.ts'
import type { Revision } from '../../domain/row.ts'
import { type Layer, LAYERS } from '../../domain/vocabulary.ts'
import { IMPORT, MEMORY_RUN, REVERT, SAMPLE, upcomingId } from '../../store/records.ts'
import {
  chunkOf,
  chunksChangedSince,
  latestChanges,
  readRetiredId,
  readRevision,
  readRevisionsFrom,
  readView,
  ROWS_PER_CHUNK,
} from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { App } from '../app.ts'
import { createNames } from '../people/read-people.ts'

const NUMBERED = { import: IMPORT, memory: MEMORY_RUN, sample: SAMPLE, revert: REVERT } as const

/** Whether there ever was such a piece of work with this number; it may have written nothing. */
export const wasThere = ({ store }: App, work: keyof typeof NUMBERED, number: number): boolean =>
  number < upcomingId(store.main, NUMBERED[work])

interface FoundRevision {
  readonly ordinal: number
  readonly layer: Layer
  readonly seq: number
}

/** What is kept of each revision, and by what they are sorted: newest first; at equal times the later row, layer and revision first. */
const COLUMNS = ['timeMs', 'ordinal', 'layer', 'seq'] as const
type Columns = Readonly<Record<(typeof COLUMNS)[number], number[]>>

/**
 * Collects the revisions of a search, as columns of numbers: a million take 32 MB. With a limit it keeps only the newest ones, which it
 * sorts out whenever their number has doubled.
 */
class NewestFound {
  readonly #limit: number
  #columns: Columns = { timeMs: [], ordinal: [], layer: [], seq: [] }
  #count = 0

  constructor(limit: number | null) {
    this.#limit = limit ?? Number.POSITIVE_INFINITY
  }

  get count(): number {
    return this.#count
  }

  add({ ordinal, layer, seq }: FoundRevision, timeMs: number): void {
    this.#columns.timeMs.push(timeMs)
    this.#columns.ordinal.push(ordinal)
    this.#columns.layer.push(LAYERS.indexOf(layer))
    this.#columns.seq.push(seq)
    this.#count++
  }

  /** True: revisions until `timeMs`, and those of that time in rows before `ordinal`, are older than all that are wanted. */
  isFull(timeMs: number, ordinal: number): boolean {
    if (this.#columns.seq.length < 2 * this.#limit) return false
    const kept = Array.from(this.#order())
    const keptOf = (column: readonly number[]): number[] => kept.map((place) => column[place] as number)
    const { timeMs: times, ordinal: ordinals, layer, seq } = this.#columns
    this.#columns = { timeMs: keptOf(times), ordinal: keptOf(ordinals), layer: keptOf(layer), seq: keptOf(seq) }
    const [lastMs, lastOrdinal] = [this.#columns.timeMs.at(-1) ?? 0, this.#columns.ordinal.at(-1) ?? 0]
    return lastMs > timeMs || (lastMs === timeMs && lastOrdinal >= ordinal)
  }

  *inOrder(): Generator<FoundRevision> {
    const { ordinal, layer, seq } = this.#columns
    for (const place of this.#order()) {
      const layerName = LAYERS[layer[place] as number] as Layer
      yield { ordinal: ordinal[place] as number, layer: layerName, seq: seq[place] as number }
    }
  }

  #order(): Uint32Array {
    const columns = COLUMNS.map((name) => this.#columns[name])
    const places = Uint32Array.from(this.#columns.seq.keys()).sort((a, b) => {
      for (const column of columns) {
        const difference = (column[b] as number) - (column[a] as number)
        if (difference !== 0) return difference
      }
      return 0
    })
    return places.subarray(0, Math.min(this.#limit, places.length))
  }
}

interface RowRevisions {
  readonly ordinal: number
  /** The row's revisions by layer, oldest first. */
  readonly revisions: Readonly<Record<Layer, readonly Revision[]>>
}

const revisionsPerPiece = 4_000

export const layersOf = ({ layer }: RevisionFilter): readonly Layer[] => (layer === null ? LAYERS : [layer])

/** A range of ordinals; `end` itself is excluded. */
type Range = readonly [start: number, end: number]

const rangeOfChunk = (chunk: number): Range => [chunk * ROWS_PER_CHUNK, (chunk + 1) * ROWS_PER_CHUNK]

/**
 * The rows whose revisions a filter may select, with all their revisions. A filter by rows or start time, and a search
 * for the newest, read only those. Any other filter reads all revisions, some 5 µs each. Ascending, in lists of some
 * thousands, each read on demand.
 */
export function* rowsWithRevisions(db: Database, filter: RevisionFilter): Generator<readonly RowRevisions[]> {
  for (const range of rangesOf(db, filter)) yield* rowsIn(db, range)
}

/** Neighbouring rows, none of which has a revision after `latestMs`. */
interface ChangedPart {
  readonly range: Range
  readonly latestMs: number
}

/** Parts of the store, last changed first (at equal times later rows first), so that a search for the newest can stop early. */
function partsChangedLast(db: Database, filter: RevisionFilter): readonly ChangedPart[] {
  const changes = latestChanges(db, filter.sinceMs ?? 0)
  const latestMsOf = (start: number): number => changes.get(chunkOf(start))?.timeMs ?? 0
  const ranges = filter.ordinals === null ? Array.from(changes.keys(), rangeOfChunk) : rangesOf(db, filter)
  return ranges
    .map((range) => ({ range, latestMs: latestMsOf(range[0]) }))
    .toSorted((a, b) => b.latestMs - a.latestMs || b.range[0] - a.range[0])
}

function rangesOf(db: Database, { ordinals, sinceMs }: RevisionFilter): readonly Range[] {
  if (ordinals !== null) return [...ordinals].toSorted((a, b) => a - b).map((ordinal) => [ordinal, ordinal + 1])
  if (sinceMs === null) return [[0, Number.POSITIVE_INFINITY]]
  return chunksChangedSince(db, sinceMs).map(rangeOfChunk)
}

function* rowsIn(db: Database, [start, end]: Range): Generator<readonly RowRevisions[]> {
  let from = start
  while (from < end) {
    const found = readRevisionsFrom(db, from, revisionsPerPiece, end)
    const last = found.at(-1)
    if (last === undefined) break
    yield found.map(({ ordinal, ...revisions }) => ({ ordinal, revisions }))
    from = last.ordinal + 1
  }
}

export interface LogEntry {
  readonly rowId: string
  readonly layer: Layer
  readonly revision: Revision
  /** The author and the approver; null: it was the command line, or nobody knows. */
  readonly who: string | null
  readonly approver: string | null
}

interface Reading {
  readonly limit: number | null
  readonly signal: AbortSignal
  readonly onProgress: (revisionsFound: number) => void
}

const entriesPerPiece = 1_000

/** The revisions that the filter selects, newest first, in lists of some hundreds; at equal times the later row and revision first. */
export async function* readLog(
  app: App,
  filter: RevisionFilter,
  reading: Reading,
): AsyncGenerator<readonly LogEntry[]> {
  const found = new NewestFound(reading.limit)
  const { main } = app.store
  for (const { range, latestMs } of partsChangedLast(main, filter)) {
    if (found.isFull(latestMs, range[1])) break
    for (const rows of rowsIn(main, range)) {
      for (const row of rows) addSelected(found, filter, row)
    }
    reading.onProgress(found.count)
    await nextTurn(reading.signal)
  }
  const nameOf = createNames(app)
  let entries: LogEntry[] = []
  for (const { ordinal, layer, seq } of found.inOrder()) {
    const revision = readRevision(main, ordinal, layer, seq) as Revision
    const [who, approver] = [nameOf(doerOf(revision)), nameOf(revision.approverId)]
    const rowId = readView(main, ordinal)?.rowId ?? readRetiredId(main, ordinal)?.toString('hex') ?? ''
    entries.push({ rowId, layer, revision, who, approver })
    if (entries.length < entriesPerPiece) continue
    yield entries
    entries = []
    await nextTurn(reading.signal)
  }
  if (entries.length > 0) yield entries
}

function addSelected(found: NewestFound, filter: RevisionFilter, { ordinal, revisions }: RowRevisions): void {
  for (const layer of layersOf(filter)) {
    for (const [at, revision] of revisions[layer].entries()) {
      if (isSelected(filter, revisions[layer], at))
        found.add({ ordinal, layer, seq: revision.seq }, revision.createdAtMs)
    }
  }
}

/** Lets other requests run. Throws the signal's reason if it was aborted. */
export async function nextTurn(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  signal.throwIfAborted()
}
