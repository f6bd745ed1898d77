// Writes a single text: checks it early, so that the checks do not run while the writer is held, waits out an import, then judges
// it again by the present row and writes it in one transaction.
import { ok, refuse, type Result } from '../../base/result.ts'
import type { Waivers } from '../../domain/checks/check.ts'
import type { WriteDecision, WriteIntent, WriteRefusal, WriteRules } from '../../domain/decide-write.ts'
import type { Heads, Row } from '../../domain/row.ts'
import type { Role } from '../../domain/vocabulary.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { Judge, momentIn, momentOf } from './judge-write.ts'
import { waitOutImport } from './wait-out-import.ts'

interface TextWrite<R> {
  readonly rowId: string
  readonly intent: WriteIntent
  readonly waivers: Waivers
  readonly rules: WriteRules
  readonly waitMsMax: number
  /** Whether a role may do this; asked inside the transaction. */
  readonly takes: (role: Role) => boolean
  readonly denial: R
}

/** The row inside the transaction, and the text for it. */
export interface JudgedText {
  readonly row: Row
  readonly heads: Heads
  readonly intent: WriteIntent
  readonly authorId: number
  readonly keyId: number | null
  readonly waivers: Waivers
}

type CarryOut<T> = (txn: Txn, item: JudgedText, decision: Exclude<WriteDecision, { kind: 'refused' }>) => T

/** Refusals: the domain's, `denial`, and why the text could not be written. */
export async function writeJudged<T, R>(
  app: App,
  actor: Actor,
  { rowId, intent, waivers, rules, waitMsMax, takes, denial }: TextWrite<R>,
  carryOut: CarryOut<T>,
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
    return ok(carryOut(txn, { row, heads, intent, authorId, keyId: key?.id ?? null, waivers }, decision))
  }
  return await change(app, actor, work, waitMsLeft)
}
