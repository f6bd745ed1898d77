// A legacy bot's write of the machine layer (docs/legacy-api.md#mode-2-write-machine-text): no gate, and a filled layer
// is refused unless it is to be overwritten. What breaks the markup shows as `invalid` at once.
import { ok, refuse, type Result } from '../../base/result.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { LEGACY_RULES, type WriteRefusal } from '../../domain/decide-write.ts'
import type { Heads, Row } from '../../domain/row.ts'
import type { Role } from '../../domain/vocabulary.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten, type RoleTooLow } from '../change.ts'
import { applyRevision } from './apply-write.ts'
import { Judge, momentIn, momentOf } from './judge-write.ts'
import { waitOutImport } from './wait-out-import.ts'

interface WriteMachineText {
  readonly rowId: string
  readonly text: string
  readonly overwrite: boolean
  readonly provider: string | null
  readonly model: string | null
  readonly waitMsMax: number
  /** Whether a role may do this where it comes from: looked at when it is written. */
  readonly takes: (role: Role) => boolean
}

export interface MachineTextWritten {
  readonly row: Row
  readonly heads: Heads
  /** There was a text before. */
  readonly isOverwritten: boolean
}

/** Refusals: `entry_not_found`, `filled`, a role that may not (any more), and why it could not be written. */
export async function writeMachineText(
  app: App,
  actor: Actor,
  request: WriteMachineText,
): Promise<Result<MachineTextWritten, WriteRefusal | NotWritten | RoleTooLow>> {
  const { rowId, text, overwrite, provider, model, waitMsMax, takes } = request
  const intent = { layer: 'machine', mode: 'direct', text, overwrite, sourceHash: null } as const
  const authorId = actor.user.id
  const judge = new Judge({
    rowId,
    intent,
    authorId,
    abilityRefusal: null,
    waivers: NO_WAIVERS,
    rules: LEGACY_RULES,
  })
  const early = judge.at(momentOf(app)).decision
  if (early.kind === 'refused') return refuse(early.refusal)

  const origin = provider === null && model === null ? 'legacy_unknown' : 'ai_api'
  const waitMsLeft = await waitOutImport(app, waitMsMax)
  if (waitMsLeft === null) return refuse({ code: 'busy' })
  const work = (txn: Txn, { user }: Actor): Result<MachineTextWritten, WriteRefusal | RoleTooLow> => {
    if (!takes(user.role)) return refuse({ code: 'role_too_low' })
    const { decision, row, heads } = judge.at(momentIn(app, txn))
    if (decision.kind === 'refused') return refuse(decision.refusal)
    if (row === null) return refuse({ code: 'entry_not_found' })
    const provenance = { origin, provider, model } as const
    const item = { row, heads, intent, authorId, keyId: actor.key?.id ?? null, provenance, waivers: NO_WAIVERS }
    const after = applyRevision(txn, app.rules.now(), item)
    return ok({ row, heads: after, isOverwritten: heads.machine !== null })
  }
  return await change(app, actor, work, waitMsLeft)
}
