// From the text of `X-API-Key` to the person and key behind it (docs/api-v1.md#authentication;
// docs/decisions.md#2-keys). The shape is tested before any storage access.
import { sha256Hex } from '../../base/bytes.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { lastUseLagMsMax } from '../../domain/limits.ts'
import type { KeyKind } from '../../domain/vocabulary.ts'
import { forgetUse, lastUseOf, noteUse } from '../../store/volatile/counters.ts'
import { readKeyByDigest, readUser } from '../../store/records/people-and-keys.ts'
import type { KeyActor } from '../actor.ts'
import type { App } from '../app.ts'
import type { Lapse } from './readmit.ts'

export type AuthenticationRefusal = 'missing_key' | Exclude<Lapse, 'signed_out'>

/** A secret's form: the installation's prefix and 60 hex characters. */
export const hasKeyShape = (app: App, secret: string): boolean =>
  secret.length === 64 && secret.startsWith(app.keyPrefix) && /^[0-9a-fA-F]{60}$/.test(secret.slice(4))

/** Finds who sent a secret. `kinds` are the kinds of key that the caller's API takes; others are unknown to it. */
export function authenticate(
  app: App,
  secret: string | undefined,
  kinds: readonly KeyKind[],
): Result<KeyActor, AuthenticationRefusal> {
  if (secret === undefined || secret === '') return refuse('missing_key')
  if (!hasKeyShape(app, secret)) return refuse('invalid_key')
  const digest = sha256Hex(secret)
  const actor = app.actors.get(app.store, digest, () => readActor(app, digest))
  if (actor === undefined || !kinds.includes(actor.key.kind)) return refuse('invalid_key')
  const { key, user } = actor
  if (key.state !== 'active') return refuse('key_inactive')
  if (user.state !== 'active') return refuse('account_inactive')
  return ok(actor)
}

function readActor(app: App, digest: string): KeyActor | undefined {
  const key = readKeyByDigest(app.store.main, digest)
  const user = key && readUser(app.store.main, key.userId)
  return key && user && { key, user, session: null }
}

/** When this process noted a use of each key last: most requests need not ask the store. */
const notedBy = new WeakMap<App, Map<number, number>>()

/** Remembers that a key was used, at most once a minute; a fault of the volatile half is nobody's problem here. */
export function rememberUse(app: App, keyId: number): void {
  const nowMs = app.clock.nowMs()
  const noted = notedBy.get(app) ?? new Map<number, number>()
  const last = noted.get(keyId)
  if (last !== undefined && Math.abs(nowMs - last) < lastUseLagMsMax / 2) return
  try {
    noteUse(app.store, keyId, nowMs)
    notedBy.set(app, noted.set(keyId, nowMs))
  } catch (error) {
    app.log.warn('the last use of a key could not be noted', { err: error })
  }
}

/** Forgets the uses of a secret that was replaced. */
export function forgetUses(app: App, keyId: number): void {
  try {
    notedBy.get(app)?.delete(keyId)
    forgetUse(app.store, keyId)
  } catch (error) {
    app.log.warn('the last use of a key could not be forgotten', { err: error })
  }
}

/** When a key was used last, in milliseconds; null: never. */
export function lastUsedAt(app: App, keyId: number, storedMs: number | null): number | null {
  const noted = lastUseOf(app.store, keyId) ?? 0
  const latest = Math.max(noted, storedMs ?? 0)
  return latest === 0 ? null : latest
}
