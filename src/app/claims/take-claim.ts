// The life of a claim: rows are given to a person for a time, in one transaction of the volatile database, then kept, given back,
// or ended.
import { ok, refuse, type Result } from '../../base/result.ts'
import {
  type Claim,
  type Claimant,
  claimantOf,
  type ClaimRequest,
  isDone,
  isOver,
  type RowAtWork,
  sourceHashKept,
} from '../../domain/claim.ts'
import { claimsPerPersonMax } from '../../domain/limits.ts'
import type { Database } from '../../store/store.ts'
import { freshen } from '../../store/view.ts'
import {
  claimedReader,
  claimsByEnd,
  claimsOf,
  claimsOver,
  inClaims,
  putClaim,
  putHand,
  readClaim,
  readHand,
  removeClaim,
  turnHandsBack,
} from '../../store/volatile.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { type Claimable, countClaimed } from './claimable.ts'
import { findOpenRows, type Looked, rowAtWork } from './find-open-rows.ts'

// Ends claims: the next request removes expired ones, and a row leaves its claim when its work is done. The search for
// open rows returns to freed rows.

function endClaim(app: App, db: Database, claim: Claim): void {
  removeClaim(db, claim)
  const first = claim.ordinals.toSorted((a, b) => a - b).find((ordinal) => isUndone(app, claim, ordinal))
  if (first !== undefined) turnHandsBack(db, first)
}

function dropDoneRows(app: App, db: Database, claim: Claim): Claim {
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

export interface TakeClaim {
  readonly work: Claimable
  /** How many rows are wanted: 1 to 100. */
  readonly limit: number
  /** How long the claim holds: 60 to 3600 seconds. */
  readonly seconds: number
  /** The request's name. A client that lost the answer asks again by it and gets the same claim; null: each request takes new rows. */
  readonly request: ClaimRequest | null
  /** A claim to be filled up: it gets further rows until it has `limit` rows that are not done. */
  readonly held?: Claim | null
}

export interface TakenClaim {
  readonly claim: Claim | null
  /** The rows that the claim got by this request. */
  readonly rows: readonly RowAtWork[]
  /** False: other rows may be open, and a further request finds them. */
  readonly cameRound: boolean
  /** How many rows of this kind of work nobody holds; perhaps with a few that this person cannot get. */
  readonly left: number
  /** Rows in other claims, including this person's. */
  readonly heldByOthers: number
  /** Given only if no claim was made: when rows become free. Null: nobody holds any, so the work is finished. */
  readonly retryAfterSeconds: number | null
  /** True: an earlier request with the same idempotency key had made the claim. */
  readonly isReplayed: boolean
}

export type TakeRefusal =
  | { readonly code: 'forbidden_ability' }
  | { readonly code: 'duplicate_idempotency_key' }
  /** The person has as many claims as are allowed; the first of them ends in so many seconds. */
  | { readonly code: 'too_many_claims'; readonly retryAfterSeconds: number }

const idBytes = 10

/**
 * Gives rows to a person for a time (a claim), in one transaction of the volatile database. Expired claims are removed before, so a row is
 * free from the millisecond in which its claim ends.
 */
export function takeClaim(app: App, actor: Actor, wanted: TakeClaim): Result<TakenClaim, TakeRefusal> {
  const claimant = claimantOf(actor.user, actor.key)
  if (claimant === null) return refuse({ code: 'forbidden_ability' })
  freshen(app.store)
  return inClaims(app.store, (db) => {
    const nowMs = app.clock.nowMs()
    for (const over of claimsOver(db, nowMs)) endClaim(app, db, over)
    const by = { claimant, keyId: actor.key?.id ?? null }
    const before = wanted.held == null ? undefined : readClaim(db, wanted.held.id)
    if (before !== undefined) return ok(give(app, db, by, wanted, nowMs, dropDoneRows(app, db, before)))
    const own = claimsOf(db, claimant.userId)
    const earlier = own.find((claim) => claim.keyId === by.keyId && isSameRequest(claim.request, wanted.request))
    if (earlier !== undefined) return replayed(app, db, earlier, wanted)
    const held = own.length < claimsPerPersonMax ? own : own.filter((claim) => !isFinished(app, db, claim))
    if (held.length >= claimsPerPersonMax) {
      const firstEnd = Math.min(...held.map(({ endsAtMs }) => endsAtMs))
      return refuse({ code: 'too_many_claims', retryAfterSeconds: secondsUntil(firstEnd, nowMs) })
    }
    return ok(give(app, db, by, wanted, nowMs))
  })
}

const isSameRequest = (a: ClaimRequest | null, b: ClaimRequest | null): boolean =>
  a !== null && b !== null && a.idempotencyKey === b.idempotencyKey

function replayed(app: App, db: Database, earlier: Claim, wanted: TakeClaim): Result<TakenClaim, TakeRefusal> {
  if (earlier.request?.bodyDigest !== wanted.request?.bodyDigest) return refuse({ code: 'duplicate_idempotency_key' })
  const claim = dropDoneRows(app, db, earlier)
  const counts = countsOf(db, wanted.work, claim, null)
  return ok({ claim, rows: [], cameRound: true, ...counts, retryAfterSeconds: null, isReplayed: true })
}

/** Takes rows whose work is done out of their claims. True: there was one. */
function freesDoneRows(app: App, db: Database): boolean {
  const claims = [...claimsByEnd(db)]
  const shorter = claims.filter((claim) => dropDoneRows(app, db, claim).ordinals.length < claim.ordinals.length)
  return shorter.length > 0
}

/** Whether all rows of the claim are done, so that it does not count. Asked only for people with many claims. */
function isFinished(app: App, db: Database, claim: Claim): boolean {
  if (claim.ordinals.some((ordinal) => isUndone(app, claim, ordinal))) return false
  removeClaim(db, claim)
  return true
}

function give(
  app: App,
  db: Database,
  { claimant, keyId }: { readonly claimant: Claimant; readonly keyId: number | null },
  wanted: TakeClaim,
  nowMs: number,
  held: Claim | null = null,
): TakenClaim {
  const { work, limit, seconds, request } = wanted
  const of = { userId: claimant.userId, work: work.name, layer: claimant.layer }
  const count = limit - (held?.ordinals.length ?? 0)
  const search = (): Looked =>
    findOpenRows(app, { claimant, work, isClaimed: claimedReader(db), count, from: readHand(db, of) })
  let looked = search()
  // A filter such as "nobody has read it" may find rows that others hold and have finished: they are freed, and it is searched again.
  if (looked.rows.length === 0 && 'filter' in work.name && freesDoneRows(app, db)) looked = search()
  putHand(db, of, looked.hand)
  const { rows, cameRound } = looked
  const ordinals = [...(held?.ordinals ?? []), ...rows.map(({ row }) => row.ordinal)]
  if (ordinals.length === 0) {
    if (held !== null) removeClaim(db, held)
    return { ...nothingGiven(app, db, claimant, wanted, looked, nowMs), rows, cameRound }
  }
  const claim: Claim = {
    ...claimant,
    id: held?.id ?? app.random.bytes(idBytes).toString('hex'),
    keyId,
    ordinals,
    ...('filter' in work.name && { revisions: { ...held?.revisions, ...revisionsOf(claimant, rows) } }),
    sources: { ...held?.sources, ...sourcesOf(rows) },
    endsAtMs: nowMs + seconds * 1000,
    request,
  }
  putClaim(db, held, claim)
  return { claim, rows, cameRound, ...countsOf(db, work, claim, looked), retryAfterSeconds: null, isReplayed: false }
}

const sourcesOf = (rows: readonly RowAtWork[]): Claim['sources'] =>
  Object.fromEntries(rows.map(({ row }) => [row.ordinal, row.sourceHash.slice(0, sourceHashKept)]))

const revisionsOf = ({ layer }: Claimant, rows: readonly RowAtWork[]): Record<number, number> =>
  Object.fromEntries(rows.map(({ row, heads }) => [row.ordinal, heads[layer]?.seq ?? 0]))

function countsOf(
  db: Database,
  work: Claimable,
  { ordinals }: Claim,
  looked: Looked | null,
): { left: number; heldByOthers: number } {
  const claimed = countClaimed(db, work)
  const unclaimed = Math.max(0, work.count() - claimed)
  const left = looked?.cameRound === true ? 0 : looked?.hasMore === true ? Math.max(1, unclaimed) : unclaimed
  return { left, heldByOthers: Math.max(0, claimed - ordinals.length) }
}

function nothingGiven(
  app: App,
  db: Database,
  claimant: Claimant,
  { work }: TakeClaim,
  looked: Looked,
  nowMs: number,
): Omit<TakenClaim, 'rows' | 'cameRound'> {
  const none = { claim: null, isReplayed: false }
  const heldByOthers = countClaimed(db, work)
  if (!looked.cameRound || !work.isSettled) {
    const left = Math.max(1, work.count() - heldByOthers)
    return { ...none, left, heldByOthers, retryAfterSeconds: 1 }
  }
  const end = firstEndOfOpen(app, db, claimant, work)
  if (end === null) return { ...none, left: 0, heldByOthers: 0, retryAfterSeconds: null }
  return { ...none, left: 0, heldByOthers, retryAfterSeconds: secondsUntil(end, nowMs) }
}

/** The time at which the first claim ends among those that hold a row which this person could get. */
function firstEndOfOpen(app: App, db: Database, claimant: Claimant, work: Claimable): number | null {
  for (const claim of claimsByEnd(db)) {
    const isWaitedFor = claim.ordinals.some((ordinal) => {
      const at = work.has(ordinal) ? rowAtWork(app, ordinal) : null
      return at !== null && work.isOpen(claimant, at)
    })
    if (isWaitedFor) return claim.endsAtMs
  }
  return null
}

const secondsUntil = (endMs: number, nowMs: number): number => Math.max(1, Math.ceil((endMs - nowMs) / 1000))

interface ClaimGone {
  readonly code: 'claim_not_found'
}

/** Lets the claim end `seconds` from now, and returns it without the rows that are done. */
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

/** Does the work that follows a claim. If the work throws, gives the claim back, because its person does not learn its id. */
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
