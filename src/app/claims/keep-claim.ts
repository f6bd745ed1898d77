// Renews a claim or gives it back, also when the request that made it fails. The claim must belong to the person and not have ended.
import { ok, refuse, type Result } from '../../base/result.ts'
import { type Claim, isOver } from '../../domain/claim.ts'
import type { Database } from '../../store/store.ts'
import { freshen } from '../../store/view.ts'
import { inClaims, putClaim, readClaim } from '../../store/volatile.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { dropDoneRows, endClaim } from './end-claims.ts'

interface ClaimGone {
  readonly code: 'claim_not_found'
}

/** Returns the claim, which now ends in `seconds`, without the rows that are done. */
export function renewClaim(app: App, actor: Actor, id: string, seconds: number): Result<Claim, ClaimGone> {
  return withClaim(app, actor, id, (db, claim, nowMs) => {
    const left = dropDoneRows(app, db, claim)
    const renewed = { ...left, endsAtMs: nowMs + seconds * 1000 }
    putClaim(db, left, renewed)
    return renewed
  })
}

export function giveBackClaim(app: App, actor: Actor, id: string): Result<Claim, ClaimGone> {
  return withClaim(app, actor, id, (db, claim) => {
    endClaim(app, db, claim)
    return claim
  })
}

/** Does the work that follows a claim. If that throws, gives the claim back, because nobody learns its id. */
export async function orGiveBack<T>(app: App, actor: Actor, claim: Claim | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (claim !== null) giveBackClaim(app, actor, claim.id)
    throw error
  }
}

function withClaim(
  app: App,
  { user }: Actor,
  id: string,
  change: (db: Database, claim: Claim, nowMs: number) => Claim,
): Result<Claim, ClaimGone> {
  freshen(app.store)
  return inClaims(app.store, (db) => {
    const nowMs = app.clock.nowMs()
    const claim = readClaim(db, id)
    const isTheirs = claim !== undefined && claim.userId === user.id && !isOver(claim.endsAtMs, nowMs)
    return isTheirs ? ok(change(db, claim, nowMs)) : refuse({ code: 'claim_not_found' })
  })
}
