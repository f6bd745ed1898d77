// Cookies of devices that have signed in before (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"), so
// that guessing at a name locks out only unknown devices. A cookie is a person's number, a nonce and a code over both, keyed
// with the digest of the password: it ends with the password and needs no record.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Random } from '../../base/crypto.ts'
import type { User } from '../../domain/people.ts'
import { readUser } from '../../store/people.ts'
import type { App } from '../app.ts'

const nonceBytes = 16

const codeOf = (user: User, nonce: string): Buffer =>
  createHmac('sha256', user.password ?? '')
    .update(`device ${user.id} ${nonce}`)
    .digest()

export function deviceCookie(user: User, random: Random): string {
  const nonce = random.bytes(nonceBytes).toString('base64url')
  return `${user.id}.${nonce}.${codeOf(user, nonce).toString('base64url')}`
}

/** The device's name for counting; null: the cookie is not this person's. */
export function knownDevice(user: User | undefined, cookie: string | null): string | null {
  const [nonce = '', code = ''] = cookie?.split('.').slice(-2) ?? []
  if (user?.password == null || nonce === '') return null
  const given = Buffer.from(code, 'base64url')
  const right = codeOf(user, nonce)
  return given.length === right.length && timingSafeEqual(given, right) ? nonce : null
}

/** Somebody who may still sign in has done so on this device. */
export function isKnownDevice({ store }: App, cookie: string | null): boolean {
  const [, id] = /^(\d{1,9})\./.exec(cookie ?? '') ?? []
  const owner = id === undefined ? undefined : readUser(store.main, Number(id))
  return owner?.state === 'active' && knownDevice(owner, cookie) !== null
}
