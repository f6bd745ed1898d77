// Takes a claim of rows that need a text. Rows that memory has a text for are filled first and not given out, unless the setting
// is off (docs/decisions.md#memory).
import { ok, type Result } from '../../base/result.ts'
import type { Turn } from '../../base/turn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { rememberForAgent } from '../writes/remember-for-agent.ts'
import { giveBackClaim, orGiveBack } from './keep-claim.ts'
import { takeClaim, type TakeClaim, type TakenClaim, type TakeRefusal } from './take-claim.ts'

/** After so many claims that memory filled, the agent asks again. */
const roundsMax = 10
const retryAfterSeconds = 1

export interface TakenRows extends TakenClaim {
  /** Rows that memory filled. */
  readonly remembered: number
}

export async function takeOpenRows(
  app: App,
  actor: Actor,
  wanted: TakeClaim,
  turn: Turn,
): Promise<Result<TakenRows, TakeRefusal>> {
  const { memory } = app.rules.now().settings
  for (let [round, remembered] = [1, 0]; ; round++) {
    const taken = takeClaim(app, actor, wanted)
    if (!taken.ok) return taken
    const { claim, left, isReplayed } = taken.value
    if (claim === null || claim.layer !== 'machine' || isReplayed || memory === 'off')
      return ok({ ...taken.value, remembered })
    // Where the writer is busy, the rows are given as they are.
    const settled = await orGiveBack(app, actor, claim, () =>
      rememberForAgent(app, actor, claim.ordinals, turn, memory === 'fill'),
    )
    const filled = new Set(settled.ok ? settled.value.filled : [])
    remembered += filled.size
    const ordinals = claim.ordinals.filter((ordinal) => !filled.has(ordinal))
    if (ordinals.length > 0) return ok({ ...taken.value, claim: { ...claim, ordinals }, remembered })
    giveBackClaim(app, actor, claim.id)
    if (round === roundsMax)
      return ok({ ...taken.value, claim: null, left: Math.max(1, left), retryAfterSeconds, remembered })
  }
}
