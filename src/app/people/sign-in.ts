// Signing in with name and password. An attempt counts before its password is checked: for the address, the name, and
// the name at this address. A device known for this person counts only for itself, so guessing at a name can't lock its
// owner out.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Random } from '../../base/crypto.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { foldedName, type User } from '../../domain/people.ts'
import { readUser, readUserByName } from '../../store/people.ts'
import { putAudit } from '../../store/records.ts'
import { forgetAttempts, takeAttempt, takeBackAttempt, type ThrottleRule } from '../../store/volatile.ts'
import { named } from '../actor.ts'
import type { App } from '../app.ts'
import { change } from '../change.ts'
import { isGoodTicket, loadCodes, personOfTicket, spendCode, ticketFor } from './second-factor.ts'
import { openSession, renewPassword, type SignedIn } from './sessions.ts'

const groupsOfAddress = 8
const groupsOfNetwork = 4

/**
 * The address under which attempts are counted. A customer with IPv6 has 2^64 addresses, so these count as their network,
 * `2001:db8:0:1::/64`; any other address is unchanged.
 */
export function countedAddress(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  // Most addresses have no colon, and Node takes 5 ms to make its pattern for IPv6.
  if (!plain.includes(':') || !isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const before = groupsIn(head)
  const after = groupsIn(tail ?? '')
  const zeros = Array.from({ length: groupsOfAddress - before.length - after.length }, () => '0')
  const network = [...before, ...(tail === undefined ? [] : zeros), ...after].slice(0, groupsOfNetwork)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** The groups of 16 bits in a part of an IPv6 address; an IPv4 address at its end gives two. */
const groupsIn = (part: string): string[] =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))

const nonceBytes = 16

const codeOf = (user: User, nonce: string): Buffer =>
  createHmac('sha256', user.password ?? '')
    .update(`device ${user.id} ${nonce}`)
    .digest()

export function deviceCookie(user: User, random: Random): string {
  const nonce = random.bytes(nonceBytes).toString('base64url')
  return `${user.id}.${nonce}.${codeOf(user, nonce).toString('base64url')}`
}

/**
 * The device's name for counting attempts, from its cookie; null: the cookie is not this person's. A device that has signed in before gets
 * one (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"), so that guessing at a name locks out only unknown devices. It is a
 * person's number, a nonce and a code over both, keyed with the digest of the password: it ends with the password and needs no record.
 */
export function knownDevice(user: User | undefined, cookie: string | null): string | null {
  const [nonce = '', code = ''] = cookie?.split('.').slice(-2) ?? []
  if (user?.password == null || nonce === '') return null
  const given = Buffer.from(code, 'base64url')
  const right = codeOf(user, nonce)
  return given.length === right.length && timingSafeEqual(given, right) ? nonce : null
}

/** Whether somebody who may still sign in has done so on this device before. */
export function isKnownDevice({ store }: App, cookie: string | null): boolean {
  const [, id] = /^(\d{1,9})\./.exec(cookie ?? '') ?? []
  const owner = id === undefined ? undefined : readUser(store.main, Number(id))
  return owner?.state === 'active' && knownDevice(owner, cookie) !== null
}

const attemptsOfNameHereMax = 10
const attemptsOfNameMax = 100
const attemptsOfAddressMax = 60
const attemptsOfDeviceMax = 10
const setupAttemptsMax = 20
const ownPasswordAttemptsMax = 10
const codeAttemptsMax = 10

export const crowdedRetryAfterSeconds = 10
const auditWaitMsMax = 60_000

type SignInRefusal =
  | { readonly code: 'throttled' | 'crowded'; readonly retryAfterSeconds: number }
  | { readonly code: 'wrong' | 'busy' | 'save_failed' }

interface HalfSignedIn {
  readonly ticket: string
}

interface SignIn {
  readonly name: string
  readonly password: string
  readonly address: string
  /** The cookie that this device got at an earlier sign-in. */
  readonly device: string | null
}

/** Checks name and password. `crowded`: too many sign-ins are waiting, and this attempt does not count. */
export async function signIn(app: App, request: SignIn): Promise<Result<SignedIn | HalfSignedIn, SignInRefusal>> {
  const { address, password } = request
  const name = foldedName(request.name.trim()).slice(0, 256)
  const user = readUserByName(app.store.main, name)
  const device = knownDevice(user, request.device)
  const rules = countsOf(name, address, device)
  const retryAfterSeconds = secondsToWait(app, ...rules)
  if (retryAfterSeconds > 0) return refuse({ code: 'throttled', retryAfterSeconds })

  const from = device === null ? 'stranger' : 'known'
  const verified = await app.passwords.verify(password, user?.password ?? null, from)
  if (!verified.ok) {
    takeBackAttempt(
      app.store,
      rules.map(({ subject }) => subject),
    )
    return refuse({ code: 'crowded', retryAfterSeconds: crowdedRetryAfterSeconds })
  }
  const { isRight, renewed } = verified.value
  if (isRight && user?.state === 'active' && user.secondFactor !== undefined) {
    takeBackAll(app, rules)
    const known = renewed === null ? user : await keepDigest(app, user, renewed)
    return ok({ ticket: ticketFor(known, app.clock.nowMs()) })
  }
  const opened = isRight && user !== undefined ? await openSession(app, user, address, { renewed }) : null
  if (opened?.ok === true) {
    takeBackAll(app, rules)
    return opened
  }
  const code = opened?.refusal.code
  if (code === 'busy' || code === 'save_failed') return refuse({ code })
  noteRefused(app, user, address)
  return refuse({ code: 'wrong' })
}

interface Code {
  readonly ticket: string
  readonly code: string
  readonly address: string
  readonly device: string | null
}

/**
 * Ends a sign-in by a code of the second factor. `wrong`: the ticket has ended, so the person begins again. Attempts count for the person,
 * or for a known device alone.
 */
export async function finishSignIn(
  app: App,
  { ticket, code, address, device }: Code,
): Promise<Result<SignedIn, SignInRefusal | { readonly code: 'wrong_code' }>> {
  const user = readUser(app.store.main, personOfTicket(ticket))
  if (user?.secondFactor === undefined || !isGoodTicket(user, ticket, app.clock.nowMs())) {
    return refuse({ code: 'wrong' })
  }
  const known = knownDevice(user, device)
  const rule = ruleOfCodes(known ?? user.id)
  const retryAfterSeconds = secondsToWait(app, rule)
  if (retryAfterSeconds > 0) return refuse({ code: 'throttled', retryAfterSeconds })
  const codes = await loadCodes()
  const spend = (now: User): User | null => {
    const spent = now.secondFactor && spendCode(codes, now.secondFactor, code, app.clock.nowMs())
    return spent ? { ...now, secondFactor: spent } : null
  }
  const opened = await openSession(app, user, address, { spend })
  if (opened.ok) {
    forgetAttempts(app.store, [rule.subject])
    return opened
  }
  const { refusal } = opened
  if (refusal.code === 'busy' || refusal.code === 'save_failed') return refuse({ code: refusal.code })
  noteRefused(app, user, address)
  return refuse({ code: refusal.code === 'wrong_code' ? 'wrong_code' : 'wrong' })
}

/** Stores the password's digest at the present cost. The sign-in does not wait for it; if it fails, the next one tries again. */
async function keepDigest(app: App, user: User, renewed: string): Promise<User> {
  const kept = await change(app, named(user), (txn, { user: now }) =>
    ok(now.password === user.password ? renewPassword(txn, now, renewed) : now),
  )
  return kept.ok ? kept.value : user
}

/** After a good sign-in: forgets earlier attempts for this name and address, and takes back what this one counted. */
function takeBackAll(app: App, rules: readonly ThrottleRule[]): void {
  const [here, ...others] = rules.map(({ subject }) => subject)
  forgetAttempts(app.store, [here ?? ''])
  takeBackAttempt(app.store, others)
}

/** What an attempt counts for. A good one makes the first of these counts forgotten. */
function countsOf(name: string, address: string, device: string | null): readonly ThrottleRule[] {
  if (device !== null) return [{ subject: `device:${device}`, attemptsMax: attemptsOfDeviceMax }]
  const from = countedAddress(address)
  return [
    { subject: `name here:${from}:${name}`, attemptsMax: attemptsOfNameHereMax },
    { subject: `address:${from}`, attemptsMax: attemptsOfAddressMax },
    { subject: `name:${name}`, attemptsMax: attemptsOfNameMax },
  ]
}

/** Records a refused attempt; the answer does not wait. An unknown name is left out: it may be a password in the wrong field. */
function noteRefused(app: App, user: User | undefined, address: string): void {
  const entry = { userId: null, action: 'session.refused', subject: user?.name ?? 'nobody', details: { address } }
  change(app, null, (txn) => ok(putAudit(txn, entry)), auditWaitMsMax).then(
    (noted) => noted.ok || app.log.warn('the audit entry of a refused sign-in could not be written'),
    (error: unknown) => app.log.warn('the audit entry of a refused sign-in could not be written', { err: error }),
  )
}

/** Counts an invalid set-up link; returns the seconds to wait, or 0. */
export const throttleSetup = (app: App, address: string): number =>
  secondsToWait(app, { subject: `setup:${countedAddress(address)}`, attemptsMax: setupAttemptsMax })

export const throttleInvite = (app: App, address: string): number =>
  secondsToWait(app, { subject: `invite:${countedAddress(address)}`, attemptsMax: setupAttemptsMax })

const ruleOfCodes = (of: number | string): ThrottleRule => ({ subject: `code:${of}`, attemptsMax: codeAttemptsMax })
const ownCodes = (userId: number): ThrottleRule => ruleOfCodes(`own ${userId}`)

/** Like `throttleSetup`, for a code that a signed-in person gives for a change. */
export const throttleOwnCode = (app: App, userId: number): number => secondsToWait(app, ownCodes(userId))

export const forgetOwnCodes = (app: App, userId: number): void => forgetAttempts(app.store, [ownCodes(userId).subject])

const ownPassword = (userId: number): string => `own password:${userId}`

/** Like `throttleSetup`, for the old password when it is changed. */
export const throttleOwnPassword = (app: App, userId: number): number =>
  secondsToWait(app, { subject: ownPassword(userId), attemptsMax: ownPasswordAttemptsMax })

export const forgetOwnPasswordAttempts = (app: App, userId: number): void =>
  forgetAttempts(app.store, [ownPassword(userId)])

/** Counts an attempt; returns the seconds to wait, or 0. */
export const secondsToWait = (app: App, ...rules: readonly ThrottleRule[]): number =>
  Math.ceil(takeAttempt(app.store, rules, app.clock.nowMs()) / 1000)
