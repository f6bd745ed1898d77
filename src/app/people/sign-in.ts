// Signing in to the site with name and password. An attempt counts before its password is looked at: for the address, for
// the name, and for the name at this address; a device that has signed in as this person before counts for itself alone, so
// nobody who guesses at a name can lock its owner out. Good and refused ones are in the audit, with their address.
import { ok, refuse, type Result } from '../../base/result.ts'
import { foldedName, type User } from '../../domain/people.ts'
import { readUserByName } from '../../store/records/people.ts'
import { putAudit } from '../../store/records/audit.ts'
import { forgetAttempts, takeAttempt, takeBackAttempt, type ThrottleRule } from '../../store/volatile/throttle.ts'
import type { App } from '../app.ts'
import { change } from '../change.ts'
import { countedAddress } from './counted-address.ts'
import { knownDevice } from './known-device.ts'
import { openSession, type SignedIn } from './sessions.ts'

const attemptsOfNameHereMax = 10
const attemptsOfNameMax = 100
const attemptsOfAddressMax = 60
const attemptsOfDeviceMax = 10
const setupAttemptsMax = 20
const ownPasswordAttemptsMax = 10

/** Those who wait for a digest now are through by then. */
export const crowdedRetryAfterSeconds = 10
/** A name is no longer than that; longer ones are nobody's. */
const nameBytesMax = 1024
const auditWaitMsMax = 60_000

type SignInRefusal =
  | { readonly code: 'throttled' | 'crowded'; readonly retryAfterSeconds: number }
  | { readonly code: 'wrong' | 'busy' | 'save_failed' }

interface SignIn {
  readonly name: string
  readonly password: string
  /** The visitor's, for counting and for the audit. */
  readonly address: string
  /** The cookie of a device that signed in before, if the visitor has one. */
  readonly device: string | null
}

/** Takes name and password. `crowded`: too many wait for their turn, and the attempt doesn't count. */
export async function signIn(app: App, request: SignIn): Promise<Result<SignedIn, SignInRefusal>> {
  const { address, password } = request
  const name = foldedName(request.name.trim()).slice(0, 256)
  const user = Buffer.byteLength(name) > nameBytesMax ? undefined : readUserByName(app.store.main, name)
  const rules = countsOf(name, address, knownDevice(user, request.device))
  const waitMs = takeAttempt(app.store, rules, app.clock.nowMs())
  if (waitMs > 0) return refuse({ code: 'throttled', retryAfterSeconds: Math.ceil(waitMs / 1000) })

  const verified = await app.passwords.verify(password, user?.password ?? null)
  if (!verified.ok) {
    takeBackAttempt(
      app.store,
      rules.map(({ subject }) => subject),
    )
    return refuse({ code: 'crowded', retryAfterSeconds: crowdedRetryAfterSeconds })
  }
  const { isRight, renewed } = verified.value
  const opened = isRight && user !== undefined ? await openSession(app, user, address, renewed) : null
  if (opened?.ok === true) {
    const [here, ...others] = rules.map(({ subject }) => subject)
    forgetAttempts(app.store, [here ?? ''])
    takeBackAttempt(app.store, others)
    return opened
  }
  const code = opened?.refusal.code
  if (code === 'busy' || code === 'save_failed') return refuse({ code })
  noteRefused(app, user, address)
  return refuse({ code: 'wrong' })
}

/** What an attempt counts for; the first is forgotten after a good one. */
function countsOf(name: string, address: string, device: string | null): readonly ThrottleRule[] {
  if (device !== null) return [{ subject: `device:${device}`, attemptsMax: attemptsOfDeviceMax }]
  const from = countedAddress(address)
  return [
    { subject: `name here:${from}:${name}`, attemptsMax: attemptsOfNameHereMax },
    { subject: `address:${from}`, attemptsMax: attemptsOfAddressMax },
    { subject: `name:${name}`, attemptsMax: attemptsOfNameMax },
  ]
}

/** Beside the request: nobody waits for the audit. A name that nobody has is not kept, for it may be a mistyped password. */
function noteRefused(app: App, user: User | undefined, address: string): void {
  const entry = { userId: null, action: 'session.refused', subject: user?.name ?? 'nobody', details: { address } }
  change(app, null, (txn) => ok(putAudit(txn, entry)), auditWaitMsMax).then(
    (noted) => noted.ok || app.log.warn('the audit entry of a refused sign-in could not be written'),
    (error: unknown) => app.log.warn('the audit entry of a refused sign-in could not be written', { err: error }),
  )
}

/** Counts a look at a set-up link that is no good; returns the seconds to wait, or 0. */
export const throttleSetup = (app: App, address: string): number =>
  secondsToWait(app, { subject: `setup:${countedAddress(address)}`, attemptsMax: setupAttemptsMax })

/** Counts a look at an invite that is no good; returns the seconds to wait, or 0. */
export const throttleInvite = (app: App, address: string): number =>
  secondsToWait(app, { subject: `invite:${countedAddress(address)}`, attemptsMax: setupAttemptsMax })

const ownPassword = (userId: number): string => `own password:${userId}`

/** Counts an attempt at one's own password, when it is to be changed; returns the seconds to wait, or 0. */
export const throttleOwnPassword = (app: App, userId: number): number =>
  secondsToWait(app, { subject: ownPassword(userId), attemptsMax: ownPasswordAttemptsMax })

/** The person gave the right password, so the attempts before it no longer count. */
export const forgetOwnPasswordAttempts = (app: App, userId: number): void =>
  forgetAttempts(app.store, [ownPassword(userId)])

const secondsToWait = (app: App, rule: ThrottleRule): number =>
  Math.ceil(takeAttempt(app.store, [rule], app.clock.nowMs()) / 1000)
