// The site's cookies: the session's secret; for visitors without a session a random value that their forms' token is made
// from; and what tells a device that has signed in before from a stranger's. None can be read by scripts or leaves with a
// request from another site. With TLS their names begin with `__Host-`: browsers then keep plain HTTP and other hosts of
// the domain from setting them.
import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { sha256 } from '../base/bytes.ts'
import type { Random } from '../base/random.ts'
import type { HttpEnv } from '../http/request-target.ts'
import { sessionMsMax } from '../app/people/sessions.ts'

const sessionName = 'windrow_session'
const visitorName = 'windrow_visitor'
const deviceName = 'windrow_device'
const seenName = 'windrow_seen'
const languageName = 'windrow_language'
const deviceLastsSeconds = 180 * 24 * 60 * 60
const secretShape = /^[\w-]{43}$/
const deviceShape = /^[\w-]{22}\.[\w-]{43}$/

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
  const place = isSecure ? ({ path: '/', secure: true, ...prefix } as const) : { path: '/admin', secure: false }
  const options = { ...place, httpOnly: true, sameSite: 'Lax' } as const
  setCookie(c, name, value, maxAgeSeconds === undefined ? options : { ...options, maxAge: maxAgeSeconds })
}

/** The server ends a session earlier when it is not used. */
export const putSessionSecret = (c: C, secret: string, isSecure: boolean): void => {
  put(c, sessionName, secret, isSecure, sessionMsMax / 1000)
  put(c, visitorName, '', isSecure, 0)
}

export const putDevice = (c: C, device: string, isSecure: boolean): void =>
  put(c, deviceName, device, isSecure, deviceLastsSeconds)

export const dropSessionSecret = (c: C, isSecure: boolean): void => put(c, sessionName, '', isSecure, 0)

export const putVisitorSecret = (c: C, secret: string, isSecure: boolean): void => put(c, visitorName, secret, isSecure)

/** When a person looked last at what was decided of theirs, as far as this browser knows; 0: never. */
export function readSeenAtMs(c: C, isSecure: boolean, userId: number): number {
  const value = isSecure ? getCookie(c, seenName, prefix.prefix) : getCookie(c, seenName)
  const [id, atMs] = (value ?? '').split('.').map(Number)
  return id === userId && atMs !== undefined && Number.isSafeInteger(atMs) ? atMs : 0
}

export const putSeenAtMs = (c: C, userId: number, atMs: number, isSecure: boolean): void =>
  put(c, seenName, `${userId}.${atMs}`, isSecure, deviceLastsSeconds)

/** The language that somebody chose in this browser before a sign-in. */
export const readLanguage = (c: C, isSecure: boolean): string | null =>
  read(c, languageName, isSecure, /^[a-zA-Z-]{2,35}$/)

export const putLanguage = (c: C, tag: string, isSecure: boolean): void =>
  put(c, languageName, tag, isSecure, deviceLastsSeconds)

const tokenBytes = 32
const secretToken = (secret: string): Buffer => sha256(`form token:${secret}`)
const xor = (a: Uint8Array, b: Uint8Array): Buffer => Buffer.from(a.map((byte, i) => byte ^ (b[i] as number)))

/**
 * The token of the forms of a page: nobody who lacks the cookie can make it. It lies under a mask of its own on each page, so the
 * size of a compressed page tells nothing of it (BREACH).
 */
export function tokenOf(secret: string, random: Random): string {
  const mask = random.bytes(tokenBytes)
  return Buffer.concat([mask, xor(mask, secretToken(secret))]).toString('base64url')
}

/** Whether a form carries the token of this session or visitor, under whatever mask. Compared in constant time. */
export function isTokenOf(secret: string, given: string | null): boolean {
  const bytes = Buffer.from(given ?? '', 'base64url')
  if (bytes.length !== 2 * tokenBytes) return false
  return timingSafeEqual(xor(bytes.subarray(0, tokenBytes), bytes.subarray(tokenBytes)), secretToken(secret))
}
