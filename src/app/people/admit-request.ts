// Decides whose a request is and whether it may continue (docs/api-v1.md#order-of-checks); the site begins its requests here, too.
import { REQUESTS_PER_MINUTE } from '../../domain/access.ts'
import type { Admission } from '../../store/store.ts'
import { admitRequest, forgetUse, lastUseOf, noteUse } from '../../store/volatile.ts'
import { freshen, writesInView } from '../../store/view.ts'
import type { KeyActor } from '../actor.ts'
import type { App } from '../app.ts'
import { sha256Hex } from '../../base/bytes.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { lastUseLagMsMax } from '../../domain/limits.ts'
import type { KeyKind } from '../../domain/vocabulary.ts'
import { readKeyByDigest, readUser } from '../../store/people.ts'
import type { Lapse } from './readmit.ts'

/** Brings the view of the store up to date: the request sees all that any process wrote before this call. */
export const beginRequest = (app: App): void => freshen(app.store)

/** A count of writes: nothing in the store has changed while it is the same. */
export const writesSeen = (app: App): number => writesInView(app.store)

/** False: the environment (API_V1_ENABLED) or the setting `api_v1_enabled` switched API v1 off. */
export const isApiV1Enabled = (app: App): boolean =>
  app.apiV1EnabledByEnvironment && app.rules.now().settings.api_v1_enabled

/** How many requests a minute the key may make: its own number, or the default of its owner's role. */
export const ceilingOf = ({ key, user }: Pick<KeyActor, 'key' | 'user'>): number =>
  key.requestsPerMinute ?? REQUESTS_PER_MINUTE[user.role]

/** Counts the request for the person, over all keys together. Null: the counter can't be read or written. */
export function admitV1Request(app: App, actor: Pick<KeyActor, 'key' | 'user'>): Admission | null {
  try {
    return admitRequest(app.store, actor.user.id, ceilingOf(actor))
  } catch (error) {
    app.log.error('the counter of requests cannot be used', { err: error })
    return null
  }
}

// Finds the person and key of an `X-API-Key` (docs/api-v1.md#authentication; docs/people.md#keys). A text without the shape of a key is
// refused before the store is asked.

export type AuthenticationRefusal = 'missing_key' | Exclude<Lapse, 'signed_out'>

/** Whether a text may be a key of this installation: its prefix and 60 hex characters. */
export const hasKeyShape = (app: App, secret: string): boolean =>
  secret.length === 64 && secret.startsWith(app.keyPrefix) && /^[0-9a-fA-F]{60}$/.test(secret.slice(4))

/** Finds the key. `kinds`: those that the caller's API takes; a key of another kind counts as unknown. */
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

/** When this process last noted a use of each key, so that the store is asked less often. */
const notedBy = new WeakMap<App, Map<number, number>>()

/** Stores that a key was used, at most once a minute. Errors of the volatile database are ignored. */
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

export function forgetUses(app: App, keyId: number): void {
  try {
    notedBy.get(app)?.delete(keyId)
    forgetUse(app.store, keyId)
  } catch (error) {
    app.log.warn('the last use of a key could not be forgotten', { err: error })
  }
}

export function lastUsedAt(app: App, keyId: number, storedMs: number | null): number | null {
  const noted = lastUseOf(app.store, keyId) ?? 0
  const latest = Math.max(noted, storedMs ?? 0)
  return latest === 0 ? null : latest
}
