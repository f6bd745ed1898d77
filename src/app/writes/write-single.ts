// Writes a single text: a proposal for the manual layer, from legacy mode 1 and the site, and a legacy bot’s text of the machine
// layer. The checks run early, so that they do not run while the writer is held.
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import type { Waivers } from '../../domain/checks/check.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import {
  LEGACY_RULES,
  type WriteDecision,
  type WriteIntent,
  type WriteRefusal,
  type WriteRules,
} from '../../domain/decide-write.ts'
import type { Finding } from '../../domain/finding.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Client, RowWithHeads } from '../../domain/row.ts'
import type { Role } from '../../domain/vocabulary.ts'
import { pendingOf, readProposal } from '../../store/records.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten, personWaitMsMax, type RoleTooLow } from '../change.ts'
import { applyProposal, applyRevision, HUMAN } from './apply-write.ts'
import { Judge, momentIn, momentOf } from './judge-write.ts'
import { waitOutImport } from './wait-out-import.ts'

interface TextWrite<R> {
  readonly rowId: string
  readonly intent: WriteIntent
  readonly waivers: Waivers
  readonly rules: WriteRules
  readonly waitMsMax: number
  /** Whether a role may do this. It is asked inside the transaction. */
  readonly takes: (role: Role) => boolean
  readonly denial: R
}

/** The row as it is inside the transaction, and the text for it. */
interface JudgedText extends RowWithHeads {
  readonly intent: WriteIntent
  readonly authorId: number
  readonly keyId: number | null
  readonly waivers: Waivers
}

type CarryOut<T, R> = (
  txn: Txn,
  item: JudgedText,
  decision: Exclude<WriteDecision, { kind: 'refused' }>,
) => Result<T, R>

/** More to write with a text, in its transaction; a refusal undoes the text. `proposalId`: what the text became; null: no proposal. */
export type Also<R> = (txn: Txn, proposalId: number | null) => Result<unknown, R>

/** What was done with a text, unless `also` refuses. */
export function doneWith<T, R>(done: T, also: Also<R> | undefined, txn: Txn, proposalId: number | null): Result<T, R> {
  const more = also?.(txn, proposalId)
  return more === undefined || more.ok ? ok(done) : more
}

/**
 * Writes a single text: checks it early, so that the checks do not run while the writer is held, waits out an import,
 * then judges it again by the present row and writes it in one transaction. Refusals: the domain's, `denial`, and why
 * the text could not be written.
 */
export async function writeJudged<T, R>(
  app: App,
  actor: Actor,
  { rowId, intent, waivers, rules, waitMsMax, takes, denial }: TextWrite<R>,
  carryOut: CarryOut<T, R>,
): Promise<Result<T, R | WriteRefusal | NotWritten>> {
  const authorId = actor.user.id
  const judge = new Judge({ rowId, intent, authorId, abilityRefusal: null, waivers, rules })
  const early = judge.at(momentOf(app)).decision
  if (early.kind === 'refused') return refuse(early.refusal)
  const waitMsLeft = await waitOutImport(app, waitMsMax)
  if (waitMsLeft === null) return refuse({ code: 'busy' })
  const work = (txn: Txn, { user, key }: Actor): Result<T, R | WriteRefusal> => {
    if (!takes(user.role)) return refuse(denial)
    const { decision, row, heads } = judge.at(momentIn(app, txn))
    if (decision.kind === 'refused') return refuse(decision.refusal)
    if (row === null) return refuse({ code: 'entry_not_found' })
    return carryOut(txn, { row, heads, intent, authorId, keyId: key?.id ?? null, waivers }, decision)
  }
  return await change(app, actor, work, waitMsLeft)
}

interface SubmitProposal<R> {
  readonly rowId: string
  readonly text: string
  readonly sourceHash: string | null
  /** Absent: none. */
  readonly waivers?: Waivers
  /** Absent: as long as a person waits. */
  readonly waitMsMax?: number
  /** Whether a role may propose from here, asked inside the transaction; absent: as people may. */
  readonly takes?: (role: Role) => boolean
  /** The author's own pending proposal as it was seen (`pendingMark`): another one by now refuses. Absent: any will do. */
  readonly seenPending?: string | undefined
  /** The program that drafted the text; absent: a person wrote all of it. */
  readonly client?: Client | undefined
  readonly also?: Also<R>
}

export interface Submitted {
  readonly status: 'created' | 'updated' | 'unchanged'
  /** The proposal; null: none was needed, because the row has this manual text already. */
  readonly proposal: Proposal | null
  readonly warnings: readonly Finding[]
}

export type SubmitRefusal = WriteRefusal | NotWritten | RoleTooLow

/**
 * Proposes a text for the manual layer, from legacy mode 1 and the site. If the author has a pending proposal for the row, that one is
 * changed.
 */
export async function submitProposal<R = never>(
  app: App,
  actor: Actor,
  request: SubmitProposal<R>,
): Promise<Result<Submitted, SubmitRefusal | R>> {
  const { rowId, text, sourceHash, waivers = NO_WAIVERS, waitMsMax = personWaitMsMax } = request
  const { takes = mayPropose, client, seenPending, also } = request
  const intent = { layer: 'manual', mode: 'proposal', text, overwrite: false, sourceHash, seenPending } as const
  const denial = { code: 'role_too_low' } as const
  const write = { rowId, intent, waivers, rules: LEGACY_RULES, waitMsMax, takes, denial }
  return await writeJudged<Submitted, RoleTooLow | R>(app, actor, write, (txn, item, decision) => {
    if (decision.kind === 'unchanged') {
      const said = saidAlready(txn, item, text)
      return doneWith({ status: 'unchanged', proposal: said, warnings: [] }, also, txn, said?.id ?? null)
    }
    const updates = decision.kind === 'proposal' ? decision.updates : null
    const proposal = applyProposal(txn, { ...item, provenance: HUMAN, client }, updates)
    const status = updates === null ? 'created' : 'updated'
    return doneWith({ status, proposal, warnings: decision.warnings }, also, txn, proposal.id)
  })
}

const mayPropose = (role: Role): boolean => hasPermission(role, 'propose_translation')

/** The proposal that has this text already: the author's pending one, or the one that became the current manual text. */
function saidAlready(txn: Txn, { row, heads, authorId }: JudgedText, text: string): Proposal | null {
  const pending = pendingOf(txn.db, authorId, row.ordinal)
  if (pending?.text === text) return pending
  const id = heads.manual?.proposalId ?? null
  return id === null ? null : (readProposal(txn.db, id) ?? null)
}

interface WriteMachineText {
  readonly rowId: string
  readonly text: string
  readonly overwrite: boolean
  readonly provider: string | null
  readonly model: string | null
  readonly waitMsMax: number
  /** Whether a role may write from here. It is asked inside the transaction. */
  readonly takes: (role: Role) => boolean
}

export interface MachineTextWritten extends RowWithHeads {
  readonly isOverwritten: boolean
}

/**
 * A legacy bot's write of the machine layer (docs/legacy-api.md#mode-2-write-machine-text): no checks, so broken markup
 * is shown as `invalid`; a filled layer is refused without overwrite.
 */
export async function writeMachineText(
  app: App,
  actor: Actor,
  request: WriteMachineText,
): Promise<Result<MachineTextWritten, WriteRefusal | NotWritten | RoleTooLow>> {
  const { rowId, text, overwrite, provider, model, waitMsMax, takes } = request
  const intent = { layer: 'machine', mode: 'direct', text, overwrite, sourceHash: null } as const
  const denial = { code: 'role_too_low' } as const
  const write = { rowId, intent, waivers: NO_WAIVERS, rules: LEGACY_RULES, waitMsMax, takes, denial }
  const origin = provider === null && model === null ? 'legacy_unknown' : 'ai_api'
  return await writeJudged(app, actor, write, (txn, item) => {
    const { row, heads } = item
    const after = applyRevision(txn, app.rules.now(), { ...item, provenance: { origin, provider, model } })
    return ok({ row, heads: after, isOverwritten: heads.machine !== null })
  })
}
