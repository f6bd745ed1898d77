// The revisions that a filter selects, newest first (docs/command-line.md#log-and-revert). Revisions are stored by row, so a
// search with a limit reads the rows that changed last first, and stops when the others can only be older.
import type { Revision } from '../../domain/row.ts'
import { doerOf, isSelected, type RevisionFilter } from '../../domain/undo/selection.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import { readRetiredId, readRevision, readView } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { createNames } from '../people/read-people.ts'
import { NewestFound } from './newest-found.ts'
import { layersOf, partsChangedLast, type RowRevisions, rowsIn } from './rows-with-revisions.ts'

export interface LogEntry {
  readonly rowId: string
  readonly layer: Layer
  readonly revision: Revision
  /** The author and the approver; null: the command line, or unknown. */
  readonly who: string | null
  readonly approver: string | null
}

interface Reading {
  readonly limit: number | null
  readonly signal: AbortSignal
  readonly onProgress: (revisionsFound: number) => void
}

const entriesPerPiece = 1_000

/** Revisions newest first, in lists of some hundreds; at equal times the later row and revision first. */
export async function* readLog(
  app: App,
  filter: RevisionFilter,
  reading: Reading,
): AsyncGenerator<readonly LogEntry[]> {
  const found = new NewestFound(reading.limit)
  for (const { range, latestMs } of partsChangedLast(app.store.main, filter)) {
    if (found.isFull(latestMs, range[1])) break
    for (const rows of rowsIn(app.store.main, range)) {
      for (const row of rows) addSelected(found, filter, row)
    }
    reading.onProgress(found.count)
    await nextTurn(reading.signal)
  }
  const nameOf = createNames(app)
  let entries: LogEntry[] = []
  for (const { ordinal, layer, seq } of found.inOrder()) {
    const revision = readRevision(app.store.main, ordinal, layer, seq) as Revision
    const [who, approver] = [nameOf(doerOf(revision)), nameOf(revision.approverId)]
    entries.push({ rowId: rowIdOf(app, ordinal), layer, revision, who, approver })
    if (entries.length < entriesPerPiece) continue
    yield entries
    entries = []
    await nextTurn(reading.signal)
  }
  if (entries.length > 0) yield entries
}

function addSelected(found: NewestFound, filter: RevisionFilter, { ordinal, revisions }: RowRevisions): void {
  for (const layer of layersOf(filter)) {
    for (const revision of revisions[layer]) {
      if (isSelected(filter, revision)) found.add({ ordinal, layer, seq: revision.seq }, revision.createdAtMs)
    }
  }
}

function rowIdOf({ store }: App, ordinal: number): string {
  const rowId = readView(store.main, ordinal)?.rowId ?? readRetiredId(store.main, ordinal)?.toString('hex')
  return rowId ?? ''
}

/** Pauses for other requests. Throws the signal's reason. */
export async function nextTurn(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  signal.throwIfAborted()
}
