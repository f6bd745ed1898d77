// The daily limits of the legacy API (docs/legacy-api.md): for each key, type of request and UTC day. A
// request with good parameters counts, unless it is over the limit or ends in 500 or 503.
import { ok, refuse, type Result } from '../../base/result.ts'
import type { LegacyType } from '../../domain/vocabulary.ts'
import { admitLegacyRequest, takeBackLegacyRequest } from '../../store/volatile.ts'
import type { KeyActor } from '../actor.ts'
import type { App } from '../app.ts'

export type LegacyLimitRefusal =
  | { readonly code: 'limit_exceeded'; readonly type: LegacyType; readonly limit: number; readonly resetsAtMs: number }
  | { readonly code: 'counter_unavailable' }

interface LegacyTicket {
  /** Takes the count back. Call it when the request ended in 500 or 503. */
  takeBack(): void
}

/** Counts a request, or refuses it: over its limit, and whenever the counter can't be read or written. */
export function admitLegacy(
  app: App,
  { user, key }: KeyActor,
  type: LegacyType,
): Result<LegacyTicket, LegacyLimitRefusal> {
  const limit = key.legacyLimits[type] ?? app.rules.now().settings[`legacy_limit_${type}`]
  try {
    const { isAdmitted, resetsAtMs, day } = admitLegacyRequest(app.store, key.id, user.id, type, limit)
    if (!isAdmitted) return refuse({ code: 'limit_exceeded', type, limit, resetsAtMs })
    return ok({ takeBack: () => takeBack(app, key.id, user.id, type, day) })
  } catch (error) {
    app.log.error('the counter of legacy requests could not be used', { err: error })
    return refuse({ code: 'counter_unavailable' })
  }
}

function takeBack(app: App, keyId: number, userId: number, type: LegacyType, day: number): void {
  try {
    takeBackLegacyRequest(app.store, keyId, userId, type, day)
  } catch (error) {
    app.log.warn('a legacy request could not be taken back from its counter', { err: error })
  }
}
