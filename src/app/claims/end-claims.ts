// Ends claims: the next request removes expired ones, and a row leaves its claim when its work is done. The search for
// open rows returns to freed rows.
import { type Claim, isDone } from '../../domain/claim.ts'
import type { Database } from '../../store/store.ts'
import { claimsOver, putClaim, removeClaim, turnHandsBack } from '../../store/volatile.ts'
import type { App } from '../app.ts'
import { rowAtWork } from './find-open-rows.ts'

export function takeAwayOver(app: App, db: Database, nowMs: number): void {
  for (const claim of claimsOver(db, nowMs)) endClaim(app, db, claim)
}

export function endClaim(app: App, db: Database, claim: Claim): void {
  removeClaim(db, claim)
  const first = claim.ordinals.toSorted((a, b) => a - b).find((ordinal) => isUndone(app, claim, ordinal))
  if (first !== undefined) turnHandsBack(db, first)
}

export function dropDoneRows(app: App, db: Database, claim: Claim): Claim {
  const ordinals = claim.ordinals.filter((ordinal) => isUndone(app, claim, ordinal))
  if (ordinals.length === claim.ordinals.length) return claim
  const after = { ...claim, ordinals }
  putClaim(db, claim, after)
  return after
}

function isUndone(app: App, claim: Claim, ordinal: number): boolean {
  const at = rowAtWork(app, ordinal)
  return at !== null && !isDone(claim, at)
}
