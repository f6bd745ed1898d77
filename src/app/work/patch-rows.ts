// The rows of a patch of the game. Those that an import added or changed are stored with it; which changed ones were confirmed
// or rewritten is read from their histories, some 0.1 ms a row, in slices, once for each state of the store.
import { isStale, type Revision } from '../../domain/row.ts'
import { parsePatch, type PatchPart } from '../../domain/work/patch.ts'
import { addTo, newPiece, type Piece, ROWS_PER_PIECE, RowSet } from '../../domain/work/row-set.ts'
import { SnapshotMemo } from '../../store/view.ts'
import { readImportRows } from '../../store/records.ts'
import { readHeads, readRevisions, readRow } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { runInSlices } from '../../base/slices.ts'

const patchesKept = 16
const known = new WeakMap<App, SnapshotMemo<RowSet>>()

export async function rowsOfPatch(app: App, patch: string): Promise<RowSet> {
  const asked = parsePatch(patch)
  if (asked === null) return new RowSet(new Map())
  const { importId, part } = asked
  const { main } = app.store
  if (part === 'added' || part === 'changed') return new RowSet(readImportRows(main, importId, part))
  const changed = readImportRows(main, importId, 'changed')
  if (part === null) return new RowSet(joined(readImportRows(main, importId, 'added'), changed))
  const memo = known.get(app) ?? new SnapshotMemo<RowSet>(patchesKept)
  known.set(app, memo)
  const found = memo.get(app.store, patch, () => undefined) ?? (await withTextOfNow(app, new RowSet(changed), part))
  return memo.get(app.store, patch, () => found) ?? found
}

/** The rows of both, written into the pieces of the first. */
function joined(pieces: Map<number, Piece>, others: ReadonlyMap<number, Piece>): Map<number, Piece> {
  for (const [number, rows] of others) {
    const into = pieces.get(number)
    if (into === undefined) pieces.set(number, rows)
    else for (let word = 0; word < into.length; word++) into[word] = (into[word] as number) | (rows[word] as number)
  }
  return pieces
}

async function withTextOfNow(
  app: App,
  changed: RowSet,
  part: Exclude<PatchPart, 'added' | 'changed'>,
): Promise<RowSet> {
  const pieces = new Map<number, Piece>()
  let ordinal = 0
  await runInSlices(() => {
    const next = changed.after(ordinal, 1)[0]
    if (next === undefined) return false
    ordinal = next
    if (becameOf(app, ordinal) === part) {
      const number = Math.floor(ordinal / ROWS_PER_PIECE)
      const piece = pieces.get(number) ?? newPiece()
      pieces.set(number, piece)
      addTo(piece, ordinal % ROWS_PER_PIECE)
    }
    return true
  })
  return new RowSet(pieces)
}

/** What became of a row whose source changed; null: its text is stale or absent. */
function becameOf(app: App, ordinal: number): 'confirmed' | 'rewritten' | null {
  const { main, files } = app.store
  const row = readRow(main, files, ordinal)
  if (row === null) return null
  const heads = readHeads(main, ordinal)
  const layer = heads.manual === null ? 'machine' : 'manual'
  const head = heads[layer]
  if (head === null || isStale(head, row.sourceHash)) return null
  const before = readRevisions(main, ordinal, layer).findLast((each: Revision) => isStale(each, row.sourceHash))
  return before?.text === head.text ? 'confirmed' : 'rewritten'
}
