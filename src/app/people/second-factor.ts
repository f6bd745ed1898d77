// A second factor for the site: six digits that change every 30 seconds (TOTP, RFC 6238), from an app on the phone, and
// ten recovery codes for a lost phone. Each code opens one session: a used step is stored, a used recovery code
// removed. The store has the secret itself, from which codes are computed, but only digests of recovery codes.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { sha256Hex } from '../../base/bytes.ts'
import type { Random } from '../../base/crypto.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import type { SecondFactor, User } from '../../domain/people.ts'
import { putAudit } from '../../store/records.ts'
import { putUser } from '../../store/people.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { endOtherSessions } from './sessions.ts'

const issuer = 'windrow'
const secretBytes = 20
const stepSeconds = 30
/** How many steps before and after the present one are accepted: a phone's clock may be off, and typing takes time. */
const stepsAround = 1
const recoveryCodes = 10
const recoveryBytes = 10
/** How long a ticket holds: the time that a person has, after the password, to look up the code. */
const ticketGoodForMs = 5 * 60 * 1000

export type SecondFactorRefusal =
  | NotWritten
  | { readonly code: 'wrong_code' | 'has_second_factor' | 'no_second_factor' }

type Changed<T> = Promise<Result<T, SecondFactorRefusal>>

interface Codes {
  /** The number of the 30-second step to which the code belongs; null: the code is wrong. */
  stepOf(secret: string, code: string, nowMs: number): number | null
  newSecret(random: Random): string
  /** The text of the QR code that the phone's app reads. */
  address(secret: string, name: string): string
}

export async function loadCodes(): Promise<Codes> {
  const { Secret, TOTP } = await import('otpauth')
  const totp = (secret: string, label: string) => new TOTP({ issuer, label, secret, period: stepSeconds })
  return {
    stepOf(secret, code, nowMs) {
      if (!/^\d{6}$/.test(code)) return null
      const delta = totp(secret, '').validate({ token: code, timestamp: nowMs, window: stepsAround })
      return delta === null ? null : Math.floor(nowMs / 1000 / stepSeconds) + delta
    },
    newSecret: (random) => new Secret({ buffer: new Uint8Array(random.bytes(secretBytes)).buffer }).base32,
    address: (secret, name) => totp(secret, name).toString(),
  }
}

/** The code without what people type into it: spaces, dashes and capitals. */
const bare = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '')

/** The second factor with this code used up; null: the code is wrong, or was used before. */
export function spendCode(codes: Codes, factor: SecondFactor, typed: string, nowMs: number): SecondFactor | null {
  const code = bare(typed)
  const step = codes.stepOf(factor.secret, code, nowMs)
  if (step !== null) return step > factor.lastStep ? { ...factor, lastStep: step } : null
  const digest = sha256Hex(code)
  if (!factor.recovery.includes(digest)) return null
  return { ...factor, recovery: factor.recovery.filter((each) => each !== digest) }
}

function newRecoveryCodes(random: Random): { readonly shown: readonly string[]; readonly digests: readonly string[] } {
  const shown = Array.from({ length: recoveryCodes }, () => {
    const text = random.bytes(recoveryBytes).toString('hex')
    return (text.match(/.{5}/g) ?? []).join('-')
  })
  return { shown, digests: shown.map((code) => sha256Hex(bare(code))) }
}

/** Whether the person's role should have a second factor, if other machines can reach the site. */
export const administers = ({ role }: User): boolean =>
  hasPermission(role, 'manage_users') || hasPermission(role, 'manage_settings')

/** A code and when it came: the password is checked before the code, which may take longer than a code is good for. */
interface SentCode {
  readonly code: string
  readonly atMs: number
}

/** Turns the second factor on, if a code proves that the app has the secret. Returns the recovery codes, and ends the other sessions. */
export async function turnOnSecondFactor(
  app: App,
  actor: Actor,
  { secret, code, atMs }: SentCode & { readonly secret: string },
): Changed<readonly string[]> {
  const codes = await loadCodes()
  const { shown, digests } = newRecoveryCodes(app.random)
  return await change<Actor, readonly string[], SecondFactorRefusal>(app, actor, (txn, { user, session }) => {
    if (user.secondFactor !== undefined) return refuse({ code: 'has_second_factor' })
    const lastStep = /^[A-Z2-7]{32}$/.test(secret) ? codes.stepOf(secret, bare(code), atMs) : null
    if (lastStep === null) return refuse({ code: 'wrong_code' })
    const secondFactor = { secret, lastStep, recovery: digests, sinceMs: txn.timeMs }
    putUser(txn, user, { ...user, secondFactor })
    endOtherSessions(txn, user.id, session)
    putAudit(txn, { userId: user.id, action: 'user.second_factor', subject: user.name, details: { to: 'on' } })
    return ok(shown)
  })
}

/** Makes new recovery codes and returns them, if a code proves that the person has the app. */
export async function renewRecoveryCodes(app: App, actor: Actor, sent: SentCode): Changed<readonly string[]> {
  const { shown, digests } = newRecoveryCodes(app.random)
  const renewed = await withCode(app, actor, sent, 'recovery codes', (user, spent) => ({
    ...user,
    secondFactor: { ...spent, recovery: digests },
  }))
  return renewed.ok ? ok(shown) : renewed
}

export const turnOffSecondFactor = (app: App, actor: Actor, sent: SentCode): Changed<null> =>
  withCode(app, actor, sent, 'off', without)

export function without(user: User): User {
  const { secondFactor: _, ...rest } = user
  return rest
}

async function withCode(
  app: App,
  actor: Actor,
  { code, atMs }: SentCode,
  to: string,
  changed: (user: User, spent: SecondFactor) => User,
): Changed<null> {
  const codes = await loadCodes()
  return await change<Actor, null, SecondFactorRefusal>(app, actor, (txn, { user }) => {
    if (user.secondFactor === undefined) return refuse({ code: 'no_second_factor' })
    const spent = spendCode(codes, user.secondFactor, code, atMs)
    if (spent === null) return refuse({ code: 'wrong_code' })
    putUser(txn, user, changed(user, spent))
    putAudit(txn, { userId: user.id, action: 'user.second_factor', subject: user.name, details: { to } })
    return ok(null)
  })
}

// A ticket proves that somebody showed their password or a linked account a moment ago. It ends when one of these changes, and needs
// no record.

const ticketCode = (user: User, untilMs: number): Buffer =>
  createHmac('sha256', user.password ?? '')
    .update(`second factor ${user.id} ${untilMs} ${JSON.stringify(user.linked ?? [])}`)
    .digest()

export function ticketFor(user: User, nowMs: number): string {
  const untilMs = nowMs + ticketGoodForMs
  return `${user.id}.${untilMs}.${ticketCode(user, untilMs).toString('base64url')}`
}

/** The person whom the ticket names. The ticket is not checked here and may be forged. */
export const personOfTicket = (ticket: string): number => Number(ticket.split('.')[0])

export function isGoodTicket(user: User, ticket: string, nowMs: number): boolean {
  const [id, until, code = ''] = ticket.split('.')
  const untilMs = Number(until)
  if (Number(id) !== user.id || user.password === null || !(untilMs > nowMs && untilMs <= nowMs + ticketGoodForMs)) {
    return false
  }
  const given = Buffer.from(code, 'base64url')
  const right = ticketCode(user, untilMs)
  return given.length === right.length && timingSafeEqual(given, right)
}
