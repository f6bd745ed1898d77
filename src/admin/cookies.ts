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

/** What of a visit its cookies need. */
interface At {
  readonly c: Context<HttpEnv>
  readonly isSecure: boolean
}

const prefix = { prefix: 'host' } as const

/** A cookie with values of this shape. `lastsSeconds`: absent, it lasts as long as the browser runs. */
const cookie = (word: string, shape: RegExp, lastsSeconds?: number) => {
  const name = `windrow_${word}`
  return {
    read({ c, isSecure }: At): string | null {
      const value = isSecure ? getCookie(c, name, prefix.prefix) : getCookie(c, name)
      return value !== undefined && shape.test(value) ? value : null
    },
    /** Null: takes the cookie away. */
    put({ c, isSecure }: At, value: string | null): void {
      const below = c.req.path.startsWith('/say') ? '/say' : '/admin'
      const place = isSecure ? ({ path: '/', secure: true, ...prefix } as const) : { path: below, secure: false }
      const maxAge = value === null ? 0 : lastsSeconds
      const lasts = maxAge === undefined ? {} : { maxAge }
      setCookie(c, name, value ?? '', { ...place, httpOnly: true, sameSite: 'Lax', ...lasts })
    },
  }
}

const secretShape = /^[\w-]{43}$/
const deviceLastsSeconds = 180 * 24 * 60 * 60

export const session = cookie('session', secretShape, sessionMsMax / 1000)
export const visitor = cookie('visitor', secretShape)
/** Cookies from before 2026-12 have no number of a person in front. */
export const device = cookie('device', /^(?:\d{1,9}\.)?[\w-]{22}\.[\w-]{43}$/, deviceLastsSeconds)
/** What the visitor has on the way to a provider and back. */
export const errand = cookie('errand', /^[\w-]{1,3000}\.[\w-]{43}$/, errandGoodForMs / 1000)
/** The language that was chosen before signing in. */
export const language = cookie('language', /^[a-zA-Z-]{2,35}$/, deviceLastsSeconds)
/** The chosen theme; without one the page follows the system. */
export const theme = cookie('theme', /^(?:light|dark)$/, deviceLastsSeconds)
/** Who last looked at decisions on their proposals in this browser, and when: `7.1795000000000`. */
export const seen = cookie('seen', /^\d{1,9}\.\d{1,15}$/, deviceLastsSeconds)
/** Texts a day that this person wants to handle. */
export const goal = cookie('goal', /^[1-9]\d{0,3}$/, deviceLastsSeconds)
/** Languages whose official texts are shown beside a row, with dots between them. */
export const official = cookie('official', /^[a-z\d_]{2,20}(?:\.[a-z\d_]{2,20}){0,49}$/, deviceLastsSeconds)

/** Signs this browser in, which is a known device from then on. */
export function signInBrowser(at: At, { secret, user }: SignedIn, random: Random): void {
  session.put(at, secret)
  visitor.put(at, null)
  device.put(at, deviceCookie(user, random))
}

/** Null: no goal. */
export const readGoal = (at: At): number | null => Number(goal.read(at)) || null

export const readOfficial = (at: At): readonly string[] => official.read(at)?.split('.') ?? []

/** The zone of the person's days: the browser's, which its script keeps (site.js); else the server's. */
export function readZone({ c }: Pick<At, 'c'>): string {
  const zone = getCookie(c, 'windrow_zone') ?? ''
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
