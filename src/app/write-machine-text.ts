// A legacy bot's write of the machine layer (legacy contract, mode 2): no gate, and a filled layer is refused unless it
// is to be overwritten. What breaks the markup shows as `invalid` at once.
import { ok, refuse, type Result } from '../base/result.ts'
import { LEGACY_RULES, type WriteRefusal } from '../domain/decide-write.ts'
import type { Heads, Row } from '../domain/row.ts'
import { write } from '../store/write.ts'
import type { Actor } from './actor.ts'
import type { App } from './app.ts'
import { applyRevision } from './apply-write.ts'
import { createJudge } from './judge-write.ts'
import { waitOutImport } from './wait-out-import.ts'

export interface WriteMachineText {
  readonly rowId: string
  readonly text: string
  readonly overwrite: boolean
  readonly provider: string | null
  readonly model: string | null
  readonly waitMsMax: number
}

export interface MachineTextWritten {
  readonly row: Row
  readonly heads: Heads
  /** There was a text before. */
  readonly isOverwritten: boolean
}

const NO_WAIVERS = { glossary: false, validation: false }

/** Refusals: `entry_not_found`, `filled`, `busy`, `save_failed`. */
export async function writeMachineText(
  app: App,
  actor: Actor,
  request: WriteMachineText,
): Promise<Result<MachineTextWritten, WriteRefusal | { readonly code: 'busy' | 'save_failed' }>> {
  const { rowId, text, overwrite, provider, model, waitMsMax } = request
  const intent = { layer: 'machine', mode: 'direct', text, overwrite, sourceHash: null } as const
  const authorId = actor.user.id
  const judge = createJudge(app, {
    rowId,
    intent,
    authorId,
    abilityRefusal: null,
    waivers: NO_WAIVERS,
    rules: LEGACY_RULES,
  })
  const early = judge().decision
  if (early.kind === 'refused') return refuse(early.refusal)

  const origin = provider === null && model === null ? 'legacy_unknown' : 'ai_api'
  const waitMsLeft = await waitOutImport(app, waitMsMax)
  if (waitMsLeft === null) return refuse({ code: 'busy' })
  const written = await write<Result<MachineTextWritten, WriteRefusal>>(app.store, waitMsLeft, (txn) => {
    const { decision, row, heads } = judge()
    if (decision.kind === 'refused') return refuse(decision.refusal)
    if (row === null) return refuse({ code: 'entry_not_found' })
    const provenance = { origin, provider, model } as const
    const item = { row, heads, intent, authorId, keyId: actor.key?.id ?? null, provenance, waivers: NO_WAIVERS }
    const after = applyRevision(txn, app.rules.now(), item)
    return ok({ row, heads: after, isOverwritten: heads.machine !== null })
  })
  return written.ok ? written.value : refuse({ code: written.refusal })
}
