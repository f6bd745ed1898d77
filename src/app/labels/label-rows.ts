// Labelling rows by hand: from a list of ids, the workbench, offers, or a reviewed proposal. The ids are looked up in slices; one
// short transaction changes all rows.
import { runInSlices } from '../../base/slices.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { labelRowsMax } from '../../domain/limits.ts'
import { andNotPiece, countRows, newPiece, orPiece, type Piece, piecesOf } from '../../domain/work/row-set.ts'
import { putAudit, putLabelRows, readLabelRows } from '../../store/records.ts'
import { ordinalOf } from '../../store/rows.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { changeLabels, labelIn, labelOrNew, type LabelRefusal } from './change-labels.ts'

/** What a person does with a label by hand. `give` and `take` override the rules for good; `reset` leaves the row to the rules again. */
export const LABEL_ACTS = ['give', 'take', 'reset'] as const
export type LabelAct = (typeof LABEL_ACTS)[number]

export interface RowsLabelled {
  readonly label: string
  readonly act: LabelAct
  readonly rows: number
  readonly changed: number
}

interface RowsToLabel {
  readonly label: string
  readonly act: LabelAct
  /** Where the request was made, for the audit: `list`, `card`, `bench`, `ticked`, `filter`, `offer`, `proposal`. */
  readonly origin: string
}

/** Labels rows by hand. `rowIds`: lower-case hex, in any order, retired rows too. One unknown id refuses all. */
export async function labelRows(
  app: App,
  actor: Actor | null,
  asked: RowsToLabel,
  rowIds: readonly string[],
): Promise<Result<RowsLabelled, LabelRefusal>> {
  if (rowIds.length > labelRowsMax) return refuse({ code: 'too_many_label_rows' })
  const ordinals: number[] = []
  const unknown: string[] = []
  let at = 0
  await runInSlices(() => {
    for (const end = Math.min(at + idsPerStep, rowIds.length); at < end; at++) {
      const rowId = rowIds[at] as string
      const ordinal = rowIdForm.test(rowId) ? ordinalOf(app.store.main, rowId) : undefined
      if (ordinal === undefined) unknown.push(rowId)
      else ordinals.push(ordinal)
    }
    return at < rowIds.length
  })
  const [rowId] = unknown
  if (rowId !== undefined) return refuse({ code: 'unknown_label_rows', rowId, count: unknown.length })
  return await labelPieces(app, actor, asked, piecesOf(ordinals))
}

const idsPerStep = 500
const rowIdForm = /^[0-9a-f]{16}$/

/** Labels rows that are given as pieces of bits. A missing label is made only to `give` it. */
export const labelPieces = (
  app: App,
  actor: Actor | null,
  asked: RowsToLabel,
  pieces: ReadonlyMap<number, Piece>,
): Promise<Result<RowsLabelled, LabelRefusal>> =>
  changeLabels(app, actor, (txn, userId) => labelPiecesIn(txn, userId, asked, pieces))

/** Does what `labelPieces` does, inside a larger transaction. */
export function labelPiecesIn(
  txn: Txn,
  userId: number | null,
  { label: name, act, origin }: RowsToLabel,
  pieces: ReadonlyMap<number, Piece>,
): Result<RowsLabelled, LabelRefusal> {
  const label = act === 'give' ? labelOrNew(txn, userId, name) : labelIn(txn, name)
  if (!label.ok) return label
  let [rows, changed] = [0, 0]
  for (const [number, piece] of pieces) {
    rows += countRows(piece)
    changed += changePiece(txn, number, label.value.id, act, piece)
  }
  const subject = label.value.name
  if (changed > 0) putAudit(txn, { userId, action: `label.rows.${act}`, subject, details: { changed, rows, origin } })
  return ok({ label: subject, act, rows, changed })
}

/** Changes the rows of one piece; returns how many changed. */
function changePiece(txn: Txn, number: number, labelId: number, act: LabelAct, rows: Piece): number {
  const [added, removed] = (['added', 'removed'] as const).map((hand) => readLabelRows(txn.db, number, labelId, hand))
  const after = {
    added: act === 'give' ? orPiece(added?.slice() ?? null, rows) : andNotPiece(added?.slice() ?? null, rows),
    removed: act === 'take' ? orPiece(removed?.slice() ?? null, rows) : andNotPiece(removed?.slice() ?? null, rows),
  }
  const isOther = newPiece().map(
    (_, word) =>
      ((added?.[word] ?? 0) ^ (after.added?.[word] ?? 0)) | ((removed?.[word] ?? 0) ^ (after.removed?.[word] ?? 0)),
  )
  const changed = countRows(isOther)
  if (changed === 0) return 0
  putLabelRows(txn, number, labelId, 'added', after.added ?? newPiece())
  putLabelRows(txn, number, labelId, 'removed', after.removed ?? newPiece())
  return changed
}
