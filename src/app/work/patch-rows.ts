// The rows of a patch of the game. Those that an import added or changed are stored with it; histories show which
// changed ones were confirmed or rewritten: some 0.1 ms a row, in slices, after a write only of rows that changed.
import { isStale, type Revision } from '../../domain/row.ts'
import { parsePatch } from '../../domain/work/work-filter.ts'
import { copyOfPieces, markRow, orPiece, type Piece, RowSet } from '../../domain/work/row-set.ts'
import { lastTimeGiven, SnapshotMemo } from '../../store/view.ts'
import { readImportRows } from '../../store/records.ts'
import { readHeads, readRevisions, readRow, rowsChangedSince } from '../../store/rows.ts'
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
  const found =
    memo.get(app.store, patch, () => undefined) ??
    new RowSet((await becameNow(app, importId, new RowSet(changed)))[part])
  return memo.get(app.store, patch, () => found) ?? found
}

/** The bits of both; they are written into the pieces of the first. */
function joined(pieces: Map<number, Piece>, others: ReadonlyMap<number, Piece>): Map<number, Piece> {
  for (const [number, rows] of others) pieces.set(number, orPiece(pieces.get(number) ?? null, rows) ?? rows)
  return pieces
}

/** What became of an import's changed rows up to a time. Later on only rows that changed since are read. */
interface Became {
  readonly atMs: number
  readonly confirmed: ReadonlyMap<number, Piece>
  readonly rewritten: ReadonlyMap<number, Piece>
}

const became = new WeakMap<App, Map<number, Became>>()

async function becameNow(app: App, importId: number, changed: RowSet): Promise<Became> {
  const { main } = app.store
  const kept = became.get(app) ?? new Map<number, Became>()
  became.set(app, kept)
  const atMs = lastTimeGiven(app.store)
  const known = kept.get(importId)
  // If the time known is later than now, the store was replaced, and all rows are read anew.
  const before = known !== undefined && known.atMs <= atMs ? known : null
  const now = {
    atMs,
    confirmed: copyOfPieces(before?.confirmed ?? new Map<number, Piece>()),
    rewritten: copyOfPieces(before?.rewritten ?? new Map<number, Piece>()),
  }
  // Row by row, because another import may have changed a million of them.
  const since = before === null ? null : rowsChangedSince(main, before.atMs)
  let ordinal = 0
  await runInSlices(() => {
    const next = since === null ? changed.after(ordinal, 1)[0] : since.next().value
    if (next === undefined) return false
    ordinal = next
    if (!changed.has(ordinal)) return true
    const what = becameOf(app, ordinal)
    markRow(now.confirmed, ordinal, what === 'confirmed')
    markRow(now.rewritten, ordinal, what === 'rewritten')
    return true
  })
  if (kept.size >= patchesKept) kept.clear()
  kept.set(importId, now)
  return now
}

/** What became of a changed row; null: its text is stale, or it has none. */
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
