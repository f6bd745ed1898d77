// Takes a claim of rows that need a text. Rows that memory has a text for are filled first and not given out, unless the setting
// is off (docs/memory.md#memory). Invariant: a claim has fewer rows than wanted only when no other row is open.
import { ok, type Result } from '../../base/result.ts'
import type { Turn } from '../../base/turn.ts'
import { rememberMsMax } from '../../domain/limits.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { fillRemembered, recallerFor } from '../writes/remember-rows.ts'
import { orGiveBack, takeClaim, type TakeClaim, type TakenClaim, type TakeRefusal } from './take-claim.ts'

export interface TakenRows extends TakenClaim {
  /** How many rows memory filled, so that they were not given out. */
  readonly remembered: number
}

export async function takeOpenRows(
  app: App,
  actor: Actor,
  wanted: Omit<TakeClaim, 'held'>,
  turn: Turn,
): Promise<Result<TakenRows, TakeRefusal>> {
  const { memory } = app.rules.now().settings
  const recaller = recallerFor(app, actor)
  const fillsUntilMs = app.clock.monotonicMs() + rememberMsMax
  let held: TakenClaim['claim'] = null
  for (let remembered = 0; ; ) {
    const taken = takeClaim(app, actor, { ...wanted, held })
    if (!taken.ok) return taken
    const { claim, rows, cameRound, isReplayed } = taken.value
    const isWhole = isReplayed || cameRound || claim?.ordinals.length === wanted.limit
    const filled = await orGiveBack(app, actor, claim, async () => {
      const proposes = claim?.onlyProposes === true
      const mayFill = memory !== 'off' && (proposes || claim?.layer === 'machine')
      const asksMemory = mayFill && app.clock.monotonicMs() < fillsUntilMs
      // Each proposal costs quota and a decision: memory makes no more of them than rows were wanted.
      const some = proposes ? rows.slice(0, wanted.limit - remembered) : rows
      // Where the writer is busy, memory fills nothing, and the rows are given out as they are.
      const settled = asksMemory ? await fillRemembered(app, actor, some, turn, memory === 'fill', recaller) : null
      if (!isWhole && turn.isOver) await turn.next()
      return settled?.ok === true ? settled.value.length : 0
    })
    remembered += filled
    if (isWhole && filled === 0) return ok({ ...taken.value, remembered })
    held = claim
  }
}
