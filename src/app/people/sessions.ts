// Sessions of the site. A session's secret is 256 random bits that only the browser keeps; the store has its digest. Every
// sign-in makes a new one: nothing a visitor brought along becomes a session. It lives while it is used, but not for ever,
// and ends with the password it was begun with and with its person's leaving `active` (readmit.ts asks at every request).
import { sha256Hex } from '../../base/bytes.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
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
/** A session that is not used ends after this long. */
const idleMsMax = 14 * dayMs
/** A session ends after this long, however much it is used. */
export const sessionMsMax = 90 * dayMs
/** Its use is noted when it is worth this much: not with every request. */
const renewedAfterMs = 60 * 60 * 1000
const renewalWaitMsMax = 5_000
/** An import may hold the writer for a while. */
const waitMsMax = 25_000

export interface SignedIn {
  readonly user: User
  readonly secret: string
}

const endOf = (createdAtMs: number, usedAtMs: number): number =>
  Math.min(createdAtMs + sessionMsMax, usedAtMs + idleMsMax)

/** Time for the ends of sessions: never before what a write was given. */
const nowOf = (app: App): number => Math.max(app.clock.nowMs(), lastTimeGiven(app.store))

interface WrongCode {
  readonly code: 'wrong_code'
}

interface Showing {
  /** A digest of the same password, to be kept from now on. */
  readonly renewed?: string | null
  /** The person after the code of their second factor is used up; null: it is no good. */
  readonly spend?: (now: User) => User | null
}

/**
 * Makes a session for somebody who has just shown who they are; refused as `account_inactive` when the account was closed,
 * or its password changed, meanwhile.
 */
export function openSession(
  app: App,
  user: User,
  address: string,
  { renewed = null, spend = (now) => now }: Showing = {},
): Promise<Result<SignedIn, NotWritten | WrongCode>> {
  const secret = app.random.bytes(secretBytes).toString('base64url')
  const work = (txn: Txn, { user: now }: Actor): Result<SignedIn, NotWritten | WrongCode> => {
    if (now.password !== user.password) return refuse({ code: 'account_inactive' })
    const spent = spend(now)
    if (spent === null) return refuse({ code: 'wrong_code' })
    if (spent !== now) putUser(txn, now, spent)
    const kept = renewed === null ? spent : renewPassword(txn, spent, renewed)
    removeSessionsOfUser(txn, user.id, txn.timeMs)
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

/** Keeps another digest of the same password; the person's other sessions go on. */
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

/** Who is signed in with this secret; null: nobody. */
export function readSessionActor(app: App, secret: string): Actor | null {
  const session = sha256Hex(secret)
  const user = personOfSession(app.store.main, nowOf(app), session)
  return user === null ? null : { ...named(user), session }
}

/** Notes that a session is used, once in a while and beside the request: it may as well wait for the next one. */
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

/** Ends one session. True when it is over for sure. */
export async function signOut(app: App, secret: string): Promise<boolean> {
  return (await change(app, null, (txn) => ok(removeSession(txn, sha256Hex(secret))), waitMsMax)).ok
}

/** Ends a person's sessions and the invites they made, which would let somebody in again. Returns how many sessions ended. */
export function shutOut(txn: Txn, userId: number): number {
  removeInvitesOfUser(txn, userId)
  return removeSessionsOfUser(txn, userId)
}

/** Ends all sessions of the person who acts. */
export const signOutEverywhere = (app: App, actor: Actor): Promise<Result<number, NotWritten>> =>
  change(app, actor, (txn, { user }) => ok(shutOut(txn, user.id)), waitMsMax)
