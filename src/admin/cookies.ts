// The site's cookies, hidden from scripts and not sent by other sites' requests. With TLS their names begin with `__Host-`, so that
// neither plain HTTP nor other hosts of the domain can set them.
import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { sha256 } from '../base/bytes.ts'
import type { Random } from '../base/crypto.ts'
import type { HttpEnv } from '../http/request-target.ts'
import { isZone, ownZone } from '../base/time.ts'
import { errandGoodForMs } from '../app/providers/errand.ts'
import { sessionMsMax, type SignedIn } from '../app/people/sessions.ts'
import { deviceCookie } from '../app/people/sign-in.ts'

const sessionName = 'windrow_session'
const visitorName = 'windrow_visitor'
const deviceName = 'windrow_device'
const seenName = 'windrow_seen'
const languageName = 'windrow_language'
const themeName = 'windrow_theme'
const zoneName = 'windrow_zone'
const goalName = 'windrow_goal'
const officialName = 'windrow_official'
const errandName = 'windrow_errand'
const deviceLastsSeconds = 180 * 24 * 60 * 60
const secretShape = /^[\w-]{43}$/
/** The shape of a device's cookie. Cookies from before 2026-12 have no number of a person in front. */
const deviceShape = /^(?:\d{1,9}\.)?[\w-]{22}\.[\w-]{43}$/

type C = Context<HttpEnv>

const prefix = { prefix: 'host' } as const

const read = (c: C, name: string, isSecure: boolean, shape = secretShape): string | null => {
  const value = isSecure ? getCookie(c, name, prefix.prefix) : getCookie(c, name)
  return value !== undefined && shape.test(value) ? value : null
}

export const readSessionSecret = (c: C, isSecure: boolean): string | null => read(c, sessionName, isSecure)
export const readVisitorSecret = (c: C, isSecure: boolean): string | null => read(c, visitorName, isSecure)
export const readDevice = (c: C, isSecure: boolean): string | null => read(c, deviceName, isSecure, deviceShape)

function put(c: C, name: string, value: string, isSecure: boolean, maxAgeSeconds?: number): void {
  const below = c.req.path.startsWith('/say') ? '/say' : '/admin'
  const place = isSecure ? ({ path: '/', secure: true, ...prefix } as const) : { path: below, secure: false }
  const options = { ...place, httpOnly: true, sameSite: 'Lax' } as const
  setCookie(c, name, value, maxAgeSeconds === undefined ? options : { ...options, maxAge: maxAgeSeconds })
}

/** Signs this browser in, which is a known device from then on. */
export const putSession = (c: C, { secret, user }: SignedIn, random: Random, isSecure: boolean): void => {
  put(c, sessionName, secret, isSecure, sessionMsMax / 1000)
  put(c, visitorName, '', isSecure, 0)
  put(c, deviceName, deviceCookie(user, random), isSecure, deviceLastsSeconds)
}

export const dropSessionSecret = (c: C, isSecure: boolean): void => put(c, sessionName, '', isSecure, 0)

export const putVisitorSecret = (c: C, secret: string, isSecure: boolean): void => put(c, visitorName, secret, isSecure)

/** What the visitor has on the way to a provider and back. */
export const readErrand = (c: C, isSecure: boolean): string | null =>
  read(c, errandName, isSecure, /^[\w-]{1,3000}\.[\w-]{43}$/)

/** Null: the errand is over. */
export const putErrand = (c: C, sealed: string | null, isSecure: boolean): void =>
  put(c, errandName, sealed ?? '', isSecure, sealed === null ? 0 : errandGoodForMs / 1000)

/** When this person last looked at decisions on their proposals in this browser; 0: never. */
export function readSeenAtMs(c: C, isSecure: boolean, userId: number): number {
  const [id, atMs = 0] = (read(c, seenName, isSecure, /^\d{1,9}\.\d{1,15}$/) ?? '').split('.').map(Number)
  return id === userId ? atMs : 0
}

export const putSeenAtMs = (c: C, userId: number, atMs: number, isSecure: boolean): void =>
  put(c, seenName, `${userId}.${atMs}`, isSecure, deviceLastsSeconds)

/** The language that was chosen before signing in; null: none was. */
export const readLanguage = (c: C, isSecure: boolean): string | null =>
  read(c, languageName, isSecure, /^[a-zA-Z-]{2,35}$/)

export const putLanguage = (c: C, tag: string, isSecure: boolean): void =>
  put(c, languageName, tag, isSecure, deviceLastsSeconds)

/** Languages whose official texts are shown beside a row. */
export const readOfficial = (c: C, isSecure: boolean): readonly string[] =>
  read(c, officialName, isSecure, /^[a-z\d_]{2,20}(?:\.[a-z\d_]{2,20}){0,49}$/)?.split('.') ?? []

export const putOfficial = (c: C, languages: readonly string[], isSecure: boolean): void =>
  put(c, officialName, languages.join('.'), isSecure, languages.length === 0 ? 0 : deviceLastsSeconds)

export type Theme = 'light' | 'dark'

/** The chosen theme. Null: the page follows the system. */
export const readTheme = (c: C, isSecure: boolean): Theme | null =>
  read(c, themeName, isSecure, /^(?:light|dark)$/) as Theme | null

export const putTheme = (c: C, theme: Theme | null, isSecure: boolean): void =>
  put(c, themeName, theme ?? '', isSecure, theme === null ? 0 : deviceLastsSeconds)

/** Texts a day that this person wants to handle; null: no goal. */
export function readGoal(c: C, isSecure: boolean): number | null {
  const goal = read(c, goalName, isSecure, /^[1-9]\d{0,3}$/)
  return goal === null ? null : Number(goal)
}

export const putGoal = (c: C, goal: number | null, isSecure: boolean): void =>
  put(c, goalName, goal === null ? '' : String(goal), isSecure, goal === null ? 0 : deviceLastsSeconds)

/** The zone of the person's days: the browser's, which its script keeps (site.js); else the server's. */
export function readZone(c: C): string {
  const zone = getCookie(c, zoneName) ?? ''
  return zone.length <= 64 && isZone(zone) ? zone : ownZone()
}

const tokenBytes = 32
const secretToken = (secret: string): Buffer => sha256(`form token:${secret}`)
const xor = (a: Uint8Array, b: Uint8Array): Buffer => Buffer.from(a.map((byte, i) => byte ^ (b[i] as number)))

/** A form's token, masked differently on each page, so that the size of compressed pages does not reveal it (BREACH). */
export function tokenOf(secret: string, random: Random): string {
  const mask = random.bytes(tokenBytes)
  return Buffer.concat([mask, xor(mask, secretToken(secret))]).toString('base64url')
}

export function isTokenOf(secret: string, given: string | null): boolean {
  const bytes = Buffer.from(given ?? '', 'base64url')
  if (bytes.length !== 2 * tokenBytes) return false
  return timingSafeEqual(xor(bytes.subarray(0, tokenBytes), bytes.subarray(tokenBytes)), secretToken(secret))
}
