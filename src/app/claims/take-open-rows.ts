// Takes a claim of rows that need a text. With the setting `memory` at `fill`, rows that memory has a text for are
// filled first and not given out (docs/decisions.md#memory).
import { ok, type Result } from '../../base/result.ts'
import type { Turn } from '../../base/turn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { rememberForAgent } from '../writes/remember-for-agent.ts'
import { giveBackClaim } from './keep-claim.ts'
import { takeClaim, type TakeClaim, type TakenClaim, type TakeRefusal } from './take-claim.ts'

/** After so many claims that memory filled, the agent asks again. */
const roundsMax = 10
const retryAfterSeconds = 1

export async function takeOpenRows(
  app: App,
  actor: Actor,
  wanted: TakeClaim,
  turn: Turn,
): Promise<Result<TakenClaim, TakeRefusal>> {
  for (let round = 1; ; round++) {
    const taken = takeClaim(app, actor, wanted)
    if (!taken.ok || taken.value.claim === null || app.rules.now().settings.memory !== 'fill') return taken
    const { claim, left } = taken.value
    if (claim.layer !== 'machine') return taken
    // Where the writer is busy, the rows are given as they are.
    const settled = await rememberForAgent(app, actor, claim.ordinals, turn)
    const filled = new Set(settled.ok ? settled.value.filled : [])
    const ordinals = claim.ordinals.filter((ordinal) => !filled.has(ordinal))
    if (ordinals.length > 0) return ok({ ...taken.value, claim: { ...claim, ordinals } })
    giveBackClaim(app, actor, claim.id)
    if (round === roundsMax) return ok({ ...taken.value, claim: null, left: Math.max(1, left), retryAfterSeconds })
  }
}
