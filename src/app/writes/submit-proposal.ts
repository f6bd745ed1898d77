// A proposal for the manual layer by somebody who may propose: legacy mode 1 and the site. The author's pending proposal
// for the row is changed in place.
import { ok, refuse, type Result } from '../../base/result.ts'
import type { Waivers } from '../../domain/checks/check.ts'
import type { Finding } from '../../domain/finding.ts'
import { LEGACY_RULES, type WriteRefusal } from '../../domain/decide-write.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Heads, Row } from '../../domain/row.ts'
import type { Role } from '../../domain/vocabulary.ts'
import { pendingOf, readProposal } from '../../store/records/proposals.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten, type RoleTooLow } from '../change.ts'
import { applyProposal, HUMAN } from './apply-write.ts'
import { Judge, momentIn, momentOf } from './judge-write.ts'
import { waitOutImport } from './wait-out-import.ts'

interface SubmitProposal {
  readonly rowId: string
  readonly text: string
  /** The hash the author saw; null when they named none. */
  readonly sourceHash: string | null
  readonly waivers: Waivers
  readonly waitMsMax: number
  /** Whether a role may do this where it comes from: looked at when it is written. */
  readonly takes: (role: Role) => boolean
}

export interface Submitted {
  readonly status: 'created' | 'updated' | 'unchanged'
  /** Null when the text is the row's manual translation already and came from no proposal. */
  readonly proposal: Proposal | null
  readonly warnings: readonly Finding[]
}

/** What the domain refuses, a role that may not (any more), and why it could not be written. */
export type SubmitRefusal = WriteRefusal | NotWritten | RoleTooLow

export async function submitProposal(
  app: App,
  actor: Actor,
  request: SubmitProposal,
): Promise<Result<Submitted, SubmitRefusal>> {
  const { rowId, text, sourceHash, waivers, waitMsMax, takes } = request
  const intent = { layer: 'manual', mode: 'proposal', text, overwrite: false, sourceHash } as const
  const authorId = actor.user.id
  const judge = new Judge({ rowId, intent, authorId, abilityRefusal: null, waivers, rules: LEGACY_RULES })
  const early = judge.at(momentOf(app)).decision
  if (early.kind === 'refused') return refuse(early.refusal)

  const waitMsLeft = await waitOutImport(app, waitMsMax)
  if (waitMsLeft === null) return refuse({ code: 'busy' })
  const work = (txn: Txn, { user }: Actor): Result<Submitted, WriteRefusal | RoleTooLow> => {
    if (!takes(user.role)) return refuse({ code: 'role_too_low' })
    const { decision, row, heads } = judge.at(momentIn(app, txn))
    if (decision.kind === 'refused') return refuse(decision.refusal)
    if (row === null) return refuse({ code: 'entry_not_found' })
    if (decision.kind === 'unchanged') {
      return ok({ status: 'unchanged', proposal: saidAlready(txn, row, heads, text, authorId), warnings: [] })
    }
    const updates = decision.kind === 'proposal' ? decision.updates : null
    const item = { row, heads, intent, authorId, keyId: actor.key?.id ?? null, provenance: HUMAN, waivers }
    const proposal = applyProposal(txn, item, updates)
    return ok({ status: updates === null ? 'created' : 'updated', proposal, warnings: decision.warnings })
  }
  return await change(app, actor, work, waitMsLeft)
}

/** The proposal that says this text already: the author's pending one, or the one the manual head came from. */
function saidAlready(txn: Txn, row: Row, heads: Heads, text: string, authorId: number): Proposal | null {
  const pending = pendingOf(txn.db, authorId, row.ordinal)
  if (pending?.text === text) return pending
  const id = heads.manual?.proposalId ?? null
  return id === null ? null : (readProposal(txn.db, id) ?? null)
}
