// A moderator's mark on a machine head: reviewed, approved or rejected. It is a new revision with the same text and
// provenance (decisions §4); approving runs the gate against the source that the moderator saw.
import { ok, refuse, type Result } from '../base/result.ts'
import { runGate } from '../domain/checks/gate.ts'
import type { Finding } from '../domain/finding.ts'
import { type MachineMark, markRefusal } from '../domain/decide-review.ts'
import type { User } from '../domain/people.ts'
import type { Heads } from '../domain/row.ts'
import { sourceTextOf } from '../domain/row.ts'
import { breaksMarkup } from '../domain/text/compare.ts'
import { appendRevision, readHeads } from '../store/heads.ts'
import { readRowById } from '../store/rows.ts'
import { write } from '../store/write.ts'
import type { App } from './app.ts'
import { notWritten } from './not-written.ts'

export interface MarkMachineHead {
  readonly rowId: string
  readonly mark: MachineMark
  /** What the moderator saw. */
  readonly seen: { readonly seq: number; readonly sourceHash: string }
}

export interface MarkRefusal {
  readonly code:
    | 'entry_not_found'
    | 'not_allowed'
    | 'no_head'
    | 'head_changed'
    | 'stale_source'
    | 'gate'
    | 'busy'
    | 'save_failed'
  readonly message: string
  readonly errors?: readonly Finding[]
}

const waitMsMax = 5_000

/** Marks the machine head of a row. The mark confirms the text against the source that was seen. */
export async function markMachineHead(
  app: App,
  by: User,
  request: MarkMachineHead,
): Promise<Result<Heads, MarkRefusal>> {
  const written = await write<Result<Heads, MarkRefusal>>(app.store, waitMsMax, (txn) => {
    const row = readRowById(txn.db, app.store.files, request.rowId)
    if (row === null) return refuse({ code: 'entry_not_found', message: 'this row is not in the game now' })
    const heads = readHeads(txn.db, row.ordinal)
    const head = heads.machine
    const refusal = markRefusal(by, head, request.seen, row)
    if (refusal !== null || head === null) {
      return refuse(refusal ?? { code: 'no_head', message: 'this row has no machine text' })
    }
    const rules = app.rules.now()
    if (request.mark === 'approved') {
      const { errors } = runGate({
        source: sourceTextOf(row),
        isServiceRow: row.isServiceRow,
        text: head.text,
        rules: rules.gate,
        glossary: rules.glossary,
        waivers: { glossary: false, validation: false },
      })
      if (errors.length > 0) {
        const message = `the machine text does not pass: ${errors.map((e) => e.message).join('; ')}`
        return refuse({ code: 'gate', message, errors })
      }
    }
    const confirms = request.mark !== 'rejected'
    const { seq: _seq, createdAtMs: _createdAtMs, isInvalid: _isInvalid, ...kept } = head
    const revision = {
      ...kept,
      status: request.mark,
      sourceHash: confirms ? row.sourceHash : head.sourceHash,
      isVerified: confirms || head.isVerified,
      approverId: request.mark === 'approved' ? by.id : null,
      approvedAtMs: request.mark === 'approved' ? txn.timeMs : null,
    }
    const isInvalid = breaksMarkup(sourceTextOf(row), head.text, rules.gate.captionPolicy)
    return ok(appendRevision(txn, row, heads, 'machine', revision, isInvalid))
  })
  return written.ok ? written.value : refuse(notWritten(written.refusal))
}
