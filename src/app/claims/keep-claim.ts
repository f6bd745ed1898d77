// Renewing a claim and giving it back. Both take a claim that still lives and belongs to the person who asks.
import { ok, refuse, type Result } from '../../base/result.ts'
import { type Claim, isOver } from '../../domain/claim.ts'
import type { Database } from '../../store/file/environment.ts'
import { freshen } from '../../store/store.ts'
import { inClaims, putClaim, readClaim } from '../../store/volatile/claims.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { dropDoneRows, endClaim } from './end-claims.ts'

/** The claim is over, was given back, or is somebody else's. */
interface ClaimGone {
  readonly code: 'claim_not_found'
}

/** Lets a claim end so many seconds from now; rows that are done leave it. Returns it as it is then. */
export function renewClaim(app: App, actor: Actor, id: string, seconds: number): Result<Claim, ClaimGone> {
  return withClaim(app, actor, id, (db, claim, nowMs) => {
    const left = dropDoneRows(app, db, claim)
    const renewed = { ...left, endsAtMs: nowMs + seconds * 1000 }
    putClaim(db, left, renewed)
    return renewed
  })
}

/** Ends a claim; its rows are free at once. */
export function giveBackClaim(app: App, actor: Actor, id: string): Result<Claim, ClaimGone> {
  return withClaim(app, actor, id, (db, claim) => {
    endClaim(app, db, claim)
    return claim
  })
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
