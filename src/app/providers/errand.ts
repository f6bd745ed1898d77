// What a visitor takes along to a provider and back, in a cookie: which provider, what for, and the proof of their return. It is
// sealed with a random key of the store, so that the store keeps nothing for strangers, and nobody can guess the client's secret
// from it; it ends after ten minutes, and works once.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '../app.ts'
import { errandKey, takeAttempt } from '../../store/volatile.ts'
import { countedAddress, secondsToWait } from '../people/sign-in.ts'
import type { Proof, Provider, ProviderId } from './provider.ts'

/** Below the time for which attempts are counted, which keeps the mark of a used one. */
export const errandGoodForMs = 10 * 60 * 1000
const departuresOfAddressMax = 60
const keyBytes = 32

interface Errand {
  readonly provider: ProviderId
  readonly proof: Proof
  readonly untilMs: number
  /** The page to open after a sign-in. */
  readonly next: string
  /** The secret of the invite that the visitor follows; null: none. */
  readonly invite: string | null
  /** The person who links an account; null: the visitor signs in. */
  readonly linksFor: number | null
}

function sealOf({ store, random }: App, content: string): Buffer {
  const key = errandKey(store, () => random.bytes(keyBytes).toString('base64url'))
  return createHmac('sha256', key).update(content).digest()
}

export function sealErrand(app: App, errand: Errand): string {
  const content = Buffer.from(JSON.stringify(errand)).toString('base64url')
  return `${content}.${sealOf(app, content).toString('base64url')}`
}

/** The errand of a cookie, which ends with it. Null: it is none of this provider, too old, used, or the way back is another one's. */
export function takeErrand(app: App, provider: Provider, cookie: string | null, state: string | null): Errand | null {
  const [content = '', seal = ''] = (cookie ?? '').split('.')
  const [given, right] = [Buffer.from(seal, 'base64url'), sealOf(app, content)]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const errand = JSON.parse(Buffer.from(content, 'base64url').toString()) as Errand
  const nowMs = app.clock.nowMs()
  if (errand.provider !== provider.id || errand.proof.state !== state || errand.untilMs <= nowMs) return null
  return takeAttempt(app.store, [{ subject: `errand:${state}`, attemptsMax: 1 }], nowMs) === 0 ? errand : null
}

/** Counts a departure to a provider; returns the seconds to wait, or 0. */
export const throttleDeparture = (app: App, address: string): number =>
  secondsToWait(app, { subject: `provider:${countedAddress(address)}`, attemptsMax: departuresOfAddressMax })
