// Who wrote what when: the revisions that a filter means, newest first (docs/command-line.md#log-and-revert). Revisions are kept row by
// row, so all that fit are found first, and put in order by their times alone: 24 bytes of memory each.
import { type Revision, ROW_ID_BYTES } from '../../domain/row.ts'
import { doerOf, isSelected, type RevisionFilter } from '../../domain/undo/selection.ts'
import { LAYERS, type Layer } from '../../domain/vocabulary.ts'
import { readRevision } from '../../store/rows/heads.ts'
import { readRetiredId } from '../../store/rows/ordinals.ts'
import { readCore } from '../../store/rows/rows.ts'
import type { App } from '../app.ts'
import { createNames } from '../people/read-people.ts'
import { layersOf, rowsWithRevisions } from './rows-with-revisions.ts'

export interface LogEntry {
  readonly rowId: string
  readonly layer: Layer
  readonly revision: Revision
  /** Whose doing it is, and who approved it; null: the command line, or nobody known. */
  readonly who: string | null
  readonly approver: string | null
}

interface Reading {
  /** At most so many, the newest; null: all. */
  readonly limit: number | null
  readonly signal: AbortSignal
  readonly onProgress: (revisionsFound: number) => void
}

const entriesPerPiece = 1_000

/** Gives the entries newest first, some hundreds at once; of one moment those of the later row, and revision, come first. */
export async function* readLog(
  app: App,
  filter: RevisionFilter,
  reading: Reading,
): AsyncGenerator<readonly LogEntry[]> {
  const found = { ordinal: [] as number[], layer: [] as number[], seq: [] as number[], timeMs: [] as number[] }
  for (const rows of rowsWithRevisions(app.store.main, filter)) {
    for (const { ordinal, revisions } of rows) {
      for (const layer of layersOf(filter)) {
        for (const revision of revisions[layer]) {
          if (!isSelected(filter, revision)) continue
          found.ordinal.push(ordinal)
          found.layer.push(LAYERS.indexOf(layer))
          found.seq.push(revision.seq)
          found.timeMs.push(revision.createdAtMs)
        }
      }
    }
    reading.onProgress(found.seq.length)
    await nextTurn(reading.signal)
  }
  const newestFirst = Uint32Array.from(found.seq.keys()).sort(
    (a, b) => (found.timeMs[b] as number) - (found.timeMs[a] as number) || b - a,
  )
  const shown = newestFirst.subarray(0, reading.limit ?? undefined)
  const nameOf = createNames(app)
  for (let from = 0; from < shown.length; from += entriesPerPiece) {
    const entries: LogEntry[] = []
    for (const at of shown.subarray(from, from + entriesPerPiece)) {
      const ordinal = found.ordinal[at] as number
      const layer = LAYERS[found.layer[at] as number] as Layer
      const revision = readRevision(app.store.main, ordinal, layer, found.seq[at] as number) as Revision
      const [who, approver] = [nameOf(doerOf(revision)), nameOf(revision.approverId)]
      entries.push({ rowId: rowIdOf(app, ordinal), layer, revision, who, approver })
    }
    yield entries
    await nextTurn(reading.signal)
  }
}

function rowIdOf({ store }: App, ordinal: number): string {
  const core = readCore(store.main, ordinal)
  const id =
    core === null ? readRetiredId(store.main, ordinal) : core.bytes.subarray(core.idAt, core.idAt + ROW_ID_BYTES)
  return id === null ? '' : Buffer.from(id).toString('hex')
}

/** Lets others have their turn; throws when nobody wants the answer any more. */
export async function nextTurn(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  signal.throwIfAborted()
}
