// A proposal for the manual layer, from legacy mode 1 and the site. Changes the author's pending proposal for the row in place.
import type { Result } from '../../base/result.ts'
import type { Waivers } from '../../domain/checks/check.ts'
import type { Finding } from '../../domain/finding.ts'
import { LEGACY_RULES, type WriteRefusal } from '../../domain/decide-write.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Client } from '../../domain/row.ts'
import type { Role } from '../../domain/vocabulary.ts'
import { pendingOf, readProposal } from '../../store/records.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import type { NotWritten, RoleTooLow } from '../change.ts'
import { applyProposal, HUMAN } from './apply-write.ts'
import { type JudgedText, writeJudged } from './write-judged.ts'

interface SubmitProposal {
  readonly rowId: string
  readonly text: string
  readonly sourceHash: string | null
  readonly waivers: Waivers
  readonly waitMsMax: number
  /** Whether a role may propose from here; asked inside the transaction. */
  readonly takes: (role: Role) => boolean
  /** Only if this is the author's pending proposal (`pendingMark`); absent: whatever it is. */
  readonly seenPending?: string | undefined
  /** The program that drafted the text; absent: a person wrote it all. */
  readonly client?: Client | undefined
}

export interface Submitted {
  readonly status: 'created' | 'updated' | 'unchanged'
  /** Null if the row already has this manual text, without a proposal. */
  readonly proposal: Proposal | null
  readonly warnings: readonly Finding[]
}

export type SubmitRefusal = WriteRefusal | NotWritten | RoleTooLow

export async function submitProposal(
  app: App,
  actor: Actor,
  request: SubmitProposal,
): Promise<Result<Submitted, SubmitRefusal>> {
  const { rowId, text, sourceHash, waivers, waitMsMax, takes, client, seenPending } = request
  const intent = { layer: 'manual', mode: 'proposal', text, overwrite: false, sourceHash, seenPending } as const
  const denial = { code: 'role_too_low' } as const
  const write = { rowId, intent, waivers, rules: LEGACY_RULES, waitMsMax, takes, denial }
  return await writeJudged<Submitted, RoleTooLow>(app, actor, write, (txn, item, decision) => {
    if (decision.kind === 'unchanged')
      return { status: 'unchanged', proposal: saidAlready(txn, item, text), warnings: [] }
    const updates = decision.kind === 'proposal' ? decision.updates : null
    const proposal = applyProposal(txn, { ...item, provenance: HUMAN, client }, updates)
    return { status: updates === null ? 'created' : 'updated', proposal, warnings: decision.warnings }
  })
}

/** The proposal that already has this text: the author's pending one, or that of the current manual text. */
function saidAlready(txn: Txn, { row, heads, authorId }: JudgedText, text: string): Proposal | null {
  const pending = pendingOf(txn.db, authorId, row.ordinal)
  if (pending?.text === text) return pending
  const id = heads.manual?.proposalId ?? null
  return id === null ? null : (readProposal(txn.db, id) ?? null)
}
