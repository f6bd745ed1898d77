// A reviewer's decision about a current text, as a new revision with the same text: a mark on a machine text
// (docs/rows.md#shown-status), or "still fits", which approves a stale manual text for the present source
// (docs/workbench.md#reviewing). An approved text must pass the checks.
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import type { Finding } from '../../domain/finding.ts'
import { type MachineMark, type MarkRefusal, markRefusal, type SeenHead } from '../../domain/decide-review.ts'
import { decidedRevision } from '../../domain/revision.ts'
import { type Head, type Heads, isStale, type Row, type RowWithHeads } from '../../domain/row.ts'
import type { ActKind } from '../../domain/events.ts'
import { readHeads, readRowById } from '../../store/rows.ts'
import type { User } from '../../domain/people.ts'
import type { Database } from '../../store/store.ts'
import { noteDecision } from '../../store/records.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { gateOf } from '../rows/read-proposal.ts'
import { addRevision } from './add-revision.ts'

export type HeadRefusal =
  | NotWritten
  | MarkRefusal
  | { readonly code: 'row_gone' | 'may_not_confirm' | 'no_stale_text' | 'text_changed' | 'source_changed_again' }
  | { readonly code: 'machine_gate' | 'confirmed_gate'; readonly errors: readonly Finding[] }

type Changed<T> = Promise<Result<T, HeadRefusal>>

interface ConfirmTranslation {
  readonly rowId: string
  readonly seen: SeenHead
}

interface MarkMachineHead extends ConfirmTranslation {
  readonly mark: MachineMark
}

/** Marks a machine text. Unless the mark rejects it, it also confirms the text for the source that the reviewer saw. */
export const markMachineHead = (app: App, actor: Actor, marking: MarkMachineHead): Changed<Heads> =>
  change<Actor, Heads, HeadRefusal>(app, actor, (txn, { user }) => markHead(app, txn, user, marking))

/** The same inside a transaction. `via`: the piece of work that marks; absent: as the text has it. */
export function markHead(
  app: App,
  txn: Txn,
  by: User,
  marking: MarkMachineHead,
  via?: string,
): Result<Heads, HeadRefusal> {
  const judged = judgeMark(app, txn.db, by, marking)
  if (!judged.ok) return judged
  const { mark } = marking
  const { row, heads, head } = judged.value
  noteAct(txn, by.id, `marked_${mark}`, row, head)
  if (mark !== 'reviewed') {
    const about = { ordinal: row.ordinal, proposalId: null, manual: 0, machine: head.seq, text: null, reason: null }
    noteDecision(txn, { kind: `marked_${mark}`, atMs: txn.timeMs, userId: by.id, ...about })
  }
  const decided = { status: mark, byId: by.id, atMs: txn.timeMs }
  const revision = { ...decidedRevision(head, decided, mark === 'rejected' ? null : row), markedById: by.id }
  const said = via === undefined ? revision : { ...revision, via }
  return ok(addRevision(txn, app.rules.now(), { row, heads }, 'machine', said, mark === 'approved'))
}

interface Judged extends RowWithHeads {
  readonly head: Head
}

/** Whether a machine text may be marked. Writes nothing. */
export function judgeMark(
  app: App,
  db: Database,
  by: User,
  { rowId, mark, seen }: MarkMachineHead,
): Result<Judged, HeadRefusal> {
  const row = readRowById(db, app.store.files, rowId)
  if (row === null) return refuse({ code: 'row_gone' })
  const heads = readHeads(db, row.ordinal)
  const head = heads.machine
  const refusal = markRefusal(by, head, seen, row)
  if (refusal !== null || head === null) return refuse(refusal ?? { code: 'no_machine_text' })
  const { errors } = mark === 'approved' ? gateOf(app, row, head.text, 'machine') : { errors: [] }
  return errors.length > 0 ? refuse({ code: 'machine_gate', errors }) : ok({ row, heads, head })
}

/** Notes a decision for the log. Call it before the revision is added: the note names the revision that will follow `head`. */
function noteAct({ acts }: Txn, userId: number, kind: ActKind, { ordinal, rowId }: Row, { seq }: Head): void {
  acts.note({ kind, userId, keyId: null, provider: null, model: null, ordinal, rowId, number: seq + 1 })
}

export async function confirmTranslation(app: App, actor: Actor, { rowId, seen }: ConfirmTranslation): Changed<null> {
  return await change<Actor, null, HeadRefusal>(app, actor, (txn, { user: by }) => {
    const judged = judgeConfirm(app, txn.db, by, { rowId, seen })
    if (!judged.ok) return judged
    const { row, heads, head } = judged.value
    noteAct(txn, by.id, 'confirmed', row, head)
    const revision = decidedRevision(head, { status: 'approved', byId: by.id, atMs: txn.timeMs }, row)
    addRevision(txn, app.rules.now(), { row, heads }, 'manual', revision, true)
    return ok(null)
  })
}

/** Whether a stale manual text may be approved for the present source. Writes nothing. */
export function judgeConfirm(
  app: App,
  db: Database,
  by: User,
  { rowId, seen }: ConfirmTranslation,
): Result<Judged, HeadRefusal> {
  if (!hasPermission(by.role, 'review_translation')) return refuse({ code: 'may_not_confirm' })
  const row = readRowById(db, app.store.files, rowId)
  if (row === null) return refuse({ code: 'row_gone' })
  const heads = readHeads(db, row.ordinal)
  const head = heads.manual
  if (head === null || !isStale(head, row.sourceHash)) return refuse({ code: 'no_stale_text' })
  if (head.seq !== seen.seq) return refuse({ code: 'text_changed' })
  if (row.sourceHash !== seen.sourceHash) return refuse({ code: 'source_changed_again' })
  const { errors } = gateOf(app, row, head.text)
  return errors.length > 0 ? refuse({ code: 'confirmed_gate', errors }) : ok({ row, heads, head })
}
