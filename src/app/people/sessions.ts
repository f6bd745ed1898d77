// Sessions of the site. The browser has a session's secret (256 random bits), the store its digest. Every sign-in makes
// a new one, never from anything the visitor sent. It ends when unused, at a maximum age, with its password, and when
// its person leaves `active` (readmit.ts tests this at every request).
import { isDeepStrictEqual } from 'node:util'
import { sha256Hex } from '../../base/bytes.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { sessionsPerPersonMax } from '../../domain/limits.ts'
import type { User } from '../../domain/people.ts'
import {
  putSession,
  putUser,
  readSession,
  removeInvitesOfUser,
  removeSession,
  removeSessionsOfUser,
  sessionsOfUser,
} from '../../store/people.ts'
import { putAudit } from '../../store/records.ts'
import { lastTimeGiven } from '../../store/view.ts'
import type { Txn } from '../../store/txn.ts'
import { type Actor, named } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { passwordMark, personOfSession } from './readmit.ts'

const secretBytes = 32
const dayMs = 24 * 60 * 60 * 1000
/** A session ends this long after its last use. */
const idleMsMax = 14 * dayMs
/** A session ends at this age, however much it is used. */
export const sessionMsMax = 90 * dayMs
/** A session's use is stored only if so much time has passed since the last stored one. */
const renewedAfterMs = 60 * 60 * 1000
const renewalWaitMsMax = 5_000
/** So long after a sign-in somebody without a password may change how they sign in. */
const freshMsMax = 10 * 60 * 1000
/** How long a sign-in waits for the writer: long enough for most imports. */
const waitMsMax = 25_000

export interface SignedIn {
  readonly user: User
  readonly secret: string
}

const endOf = (createdAtMs: number, usedAtMs: number): number =>
  Math.min(createdAtMs + sessionMsMax, usedAtMs + idleMsMax)

/** The time by the clock, or that of the last write if the clock was set back. */
const nowOf = (app: App): number => Math.max(app.clock.nowMs(), lastTimeGiven(app.store))

interface WrongCode {
  readonly code: 'wrong_code'
}

interface Showing {
  readonly renewed?: string | null
  /** Uses up the code of the second factor. Returns the person as stored then; null: the code is not valid. */
  readonly spend?: (now: User) => User | null
}

/** Whether a person has the password and links of before, and a second factor only if they had one: they may have changed in the wait. */
const signsInAsBefore = (now: User, before: User): boolean =>
  now.password === before.password &&
  isDeepStrictEqual(now.linked, before.linked) &&
  (now.secondFactor === undefined || before.secondFactor !== undefined)

/**
 * Begins a session of a person who has been identified. `account_inactive`: meanwhile the account was closed, its password or an
 * account linked to it changed, or a second factor was turned on.
 */
export function openSession(
  app: App,
  user: User,
  address: string,
  { renewed = null, spend = (now) => now }: Showing = {},
): Promise<Result<SignedIn, NotWritten | WrongCode>> {
  const secret = app.random.bytes(secretBytes).toString('base64url')
  const work = (txn: Txn, { user: now }: Actor): Result<SignedIn, NotWritten | WrongCode> => {
    if (!signsInAsBefore(now, user)) return refuse({ code: 'account_inactive' })
    const spent = spend(now)
    if (spent === null) return refuse({ code: 'wrong_code' })
    if (spent !== now) putUser(txn, now, spent)
    const kept = renewed === null ? spent : renewPassword(txn, spent, renewed)
    removeSessionsOfUser(txn, user.id, txn.timeMs)
    makeRoom(txn, user.id)
    putSession(txn, sha256Hex(secret), {
      userId: user.id,
      createdAtMs: txn.timeMs,
      expiresAtMs: endOf(txn.timeMs, txn.timeMs),
      passwordMark: passwordMark(kept.password),
    })
    putAudit(txn, { userId: user.id, action: 'session.begin', subject: user.name, details: { address } })
    return ok({ user: kept, secret })
  }
  return change<Actor, SignedIn, NotWritten | WrongCode>(app, named(user), work, waitMsMax)
}

/** Ends the person's oldest sessions until one more is allowed. */
function makeRoom(txn: Txn, userId: number): void {
  const begun = sessionsOfUser(txn.db, userId).map((digest) => ({
    digest,
    atMs: readSession(txn.db, digest)?.createdAtMs ?? 0,
  }))
  const tooMany = Math.max(0, begun.length + 1 - sessionsPerPersonMax)
  for (const { digest } of begun.toSorted((a, b) => a.atMs - b.atMs).slice(0, tooMany)) removeSession(txn, digest)
}

/** Stores another digest of the same password (`password`); the person's other sessions continue. */
export function renewPassword(txn: Txn, user: User, password: string): User {
  const renewed = { ...user, password }
  const [before, after] = [passwordMark(user.password), passwordMark(password)]
  for (const digest of sessionsOfUser(txn.db, user.id)) {
    const session = readSession(txn.db, digest)
    if (session?.passwordMark === before) putSession(txn, digest, { ...session, passwordMark: after })
  }
  putUser(txn, user, renewed)
  return renewed
}

/** Whether the actor has signed in a moment ago, which stands for the password where they have none. */
export function isFreshlyIn(app: App, { session }: Actor): boolean {
  const begun = session === null ? undefined : readSession(app.store.main, session)
  return begun !== undefined && nowOf(app) - begun.createdAtMs < freshMsMax
}

export function readSessionActor(app: App, secret: string): Actor | null {
  const session = sha256Hex(secret)
  const user = personOfSession(app.store.main, nowOf(app), session)
  return user === null ? null : { ...named(user), session }
}

/** Stores now and then that the session is used. The request does not wait for it; if it fails, the next request tries again. */
export function keepSession(app: App, digest: string): void {
  const isDue = (nowMs: number): boolean => {
    const session = readSession(app.store.main, digest)
    return session !== undefined && endOf(session.createdAtMs, nowMs) - session.expiresAtMs >= renewedAfterMs
  }
  if (!isDue(nowOf(app)) || app.lease.isHeld(app.store)) return
  const renew = (txn: Txn) => {
    const session = readSession(txn.db, digest)
    if (session === undefined || session.expiresAtMs <= txn.timeMs || !isDue(txn.timeMs)) return ok()
    putSession(txn, digest, { ...session, expiresAtMs: endOf(session.createdAtMs, txn.timeMs) })
    return ok()
  }
  change(app, null, renew, renewalWaitMsMax).catch((error: unknown) =>
    app.log.warn('the use of a session could not be noted', { err: error }),
  )
}

export async function signOut(app: App, secret: string): Promise<boolean> {
  return (await change(app, null, (txn) => ok(removeSession(txn, sha256Hex(secret))), waitMsMax)).ok
}

/** Ends a person's sessions but the one with this digest. */
export function endOtherSessions(txn: Txn, userId: number, session: string | null): void {
  for (const digest of sessionsOfUser(txn.db, userId)) if (digest !== session) removeSession(txn, digest)
}

/** Ends a person's sessions, and the invites by which the person could come back. Returns the number of sessions. */
export function shutOut(txn: Txn, userId: number): number {
  removeInvitesOfUser(txn, userId)
  return removeSessionsOfUser(txn, userId)
}

export const signOutEverywhere = (app: App, actor: Actor): Promise<Result<number, NotWritten>> =>
  change(app, actor, (txn, { user }) => ok(shutOut(txn, user.id)), waitMsMax)
