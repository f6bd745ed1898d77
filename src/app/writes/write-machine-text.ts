// A legacy bot's write of the machine layer (docs/legacy-api.md#mode-2-write-machine-text): no checks, so broken markup is shown
// as `invalid`; a filled layer is refused without overwrite.
import type { Result } from '../../base/result.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { LEGACY_RULES, type WriteRefusal } from '../../domain/decide-write.ts'
import type { Heads, Row } from '../../domain/row.ts'
import type { Role } from '../../domain/vocabulary.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import type { NotWritten, RoleTooLow } from '../change.ts'
import { applyRevision } from './apply-write.ts'
import { writeJudged } from './write-judged.ts'

interface WriteMachineText {
  readonly rowId: string
  readonly text: string
  readonly overwrite: boolean
  readonly provider: string | null
  readonly model: string | null
  readonly waitMsMax: number
  /** Whether a role may write from here; asked inside the transaction. */
  readonly takes: (role: Role) => boolean
}

export interface MachineTextWritten {
  readonly row: Row
  readonly heads: Heads
  readonly isOverwritten: boolean
}

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
    return { row, heads: after, isOverwritten: heads.machine !== null }
  })
}
