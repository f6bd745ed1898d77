// Signing in to the site and out of it. A session's secret is 256 random bits that only the browser keeps; the store has
// its digest. Every sign-in makes a new one (nothing a visitor brought along becomes a session), and every request asks
// again whether the person is active and the password still the same.
import { sha256Hex } from '../base/bytes.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import { foldedName, type User } from '../domain/people.ts'
import { readUser, readUserByName } from '../store/people.ts'
import { putSession, readSession, removeSession, removeSessionsOfUser } from '../store/sessions.ts'
import { forgetAttempts, takeAttempt, takeBackAttempt } from '../store/throttle.ts'
import { freshen } from '../store/store.ts'
import { lastTimeGiven, write } from '../store/write.ts'
import type { App } from './app.ts'
import { verifyPassword } from './password.ts'

const secretBytes = 32
/** A session ends after this long, used or not. */
export const sessionLastsMs = 14 * 24 * 60 * 60 * 1000
/** An import may hold the writer for a while. */
const waitMsMax = 25_000

const attemptsOfNameHereMax = 10
const attemptsOfNameMax = 100
const attemptsOfAddressMax = 60
const setupAttemptsMax = 20

export type SignInRefusal =
  | { readonly code: 'throttled'; readonly retryAfterSeconds: number }
  | { readonly code: 'wrong' | 'busy' | 'save_failed' }

export interface SignedIn {
  readonly user: User
  readonly secret: string
}

const markOf = (user: User): string => sha256Hex(`mark:${user.password ?? ''}`).slice(0, 16)

/** Takes name and password; `address` is the visitor's, for throttling. */
export async function signIn(
  app: App,
  request: { readonly name: string; readonly password: string; readonly address: string },
): Promise<Result<SignedIn, SignInRefusal>> {
  const { address, password } = request
  const name = foldedName(request.name.trim()).slice(0, 256)
  const nameHere = `name here:${address}:${name}`
  const others = [`address:${address}`, `name:${name}`]
  const waitMs = takeAttempt(
    app.store,
    [
      { subject: nameHere, attemptsMax: attemptsOfNameHereMax },
      { subject: others[0] as string, attemptsMax: attemptsOfAddressMax },
      { subject: others[1] as string, attemptsMax: attemptsOfNameMax },
    ],
    app.clock.nowMs(),
  )
  if (waitMs > 0) return refuse({ code: 'throttled', retryAfterSeconds: Math.ceil(waitMs / 1000) })

  const user = Buffer.byteLength(name) > 1024 ? undefined : readUserByName(app.store.main, name)
  const isRight = await verifyPassword(password, user?.password ?? null)
  if (!isRight || user === undefined) return refuse({ code: 'wrong' })
  freshen(app.store)
  const now = readUser(app.store.main, user.id)
  if (now?.state !== 'active' || now.password !== user.password) return refuse({ code: 'wrong' })
  forgetAttempts(app.store, [nameHere])
  takeBackAttempt(app.store, others)
  return await openSession(app, now)
}

/** Makes a session for a person who has just shown who they are. */
export async function openSession(app: App, user: User): Promise<Result<SignedIn, SignInRefusal>> {
  const secret = app.random.bytes(secretBytes).toString('base64url')
  const written = await write(app.store, waitMsMax, (txn) => {
    removeSessionsOfUser(txn, user.id, txn.timeMs)
    putSession(txn, sha256Hex(secret), {
      userId: user.id,
      createdAtMs: txn.timeMs,
      expiresAtMs: txn.timeMs + sessionLastsMs,
      passwordMark: markOf(user),
    })
  })
  return written.ok ? ok({ user, secret }) : refuse({ code: written.refusal })
}

/** The person behind a session's secret, or null. */
export function readSessionUser(app: App, secret: string): User | null {
  const session = readSession(app.store.main, sha256Hex(secret))
  if (session === undefined || session.expiresAtMs <= Math.max(app.clock.nowMs(), lastTimeGiven(app.store))) return null
  const user = readUser(app.store.main, session.userId)
  return user?.state === 'active' && markOf(user) === session.passwordMark ? user : null
}

/** Ends one session. True when it is over for sure. */
export async function signOut(app: App, secret: string): Promise<boolean> {
  return (await write(app.store, waitMsMax, (txn) => removeSession(txn, sha256Hex(secret)))).ok
}

/** Ends all sessions of a person. */
export async function signOutEverywhere(app: App, userId: number): Promise<boolean> {
  return (await write(app.store, waitMsMax, (txn) => removeSessionsOfUser(txn, userId))).ok
}

/** Counts one look at the set-up link; returns 0, or the seconds to wait. A good code takes it back (`isGood`). */
export function throttleSetup(app: App, address: string, isGood: () => boolean): number {
  const subject = `setup:${address}`
  const waitMs = takeAttempt(app.store, [{ subject, attemptsMax: setupAttemptsMax }], app.clock.nowMs())
  if (waitMs > 0) return Math.ceil(waitMs / 1000)
  if (isGood()) takeBackAttempt(app.store, [subject])
  return 0
}
