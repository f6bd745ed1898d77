// From the text of `X-API-Key` to the person and key behind it (Agent API v1, Authentication; decisions §2).
// The shape is tested before any storage access.
import { sha256Hex } from '../base/bytes.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import { lastUseLagMsMax } from '../domain/limits.ts'
import type { KeyKind } from '../domain/vocabulary.ts'
import { forgetUse, lastUseOf, noteUse } from '../store/counters.ts'
import { readKeyByDigest, readUser } from '../store/people.ts'
import type { KeyActor } from './actor.ts'
import type { App } from './app.ts'

export type AuthenticationRefusal = 'missing_key' | 'invalid_key' | 'key_inactive' | 'account_inactive'

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
  const key = readKeyByDigest(app.store.main, sha256Hex(secret))
  if (key === undefined || !kinds.includes(key.kind)) return refuse('invalid_key')
  const user = readUser(app.store.main, key.userId)
  if (user === undefined) return refuse('invalid_key')
  if (key.state !== 'active') return refuse('key_inactive')
  if (user.state !== 'active') return refuse('account_inactive')
  return ok({ user, key })
}

/** Remembers that a key was used, at most once a minute; a fault of the volatile half is nobody's problem here. */
export function rememberUse(app: App, keyId: number): void {
  const nowMs = app.clock.nowMs()
  try {
    const last = lastUseOf(app.store, keyId)
    if (last !== undefined && Math.abs(nowMs - last) < lastUseLagMsMax / 2) return
    noteUse(app.store, keyId, nowMs)
  } catch (error) {
    app.log.warn('the last use of a key could not be noted', { err: error })
  }
}

/** Forgets the uses of a secret that was replaced. */
export function forgetUses(app: App, keyId: number): void {
  try {
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
