// Whether a request of API v1 may go on: is the API switched on, and is there room in the person's minute
// (docs/decisions.md#order-of-checks).
import { REQUESTS_PER_MINUTE } from '../../domain/access.ts'
import { type Admission, admitRequest } from '../../store/volatile/counters.ts'
import { writesInView } from '../../store/door/times.ts'
import { freshen } from '../../store/store.ts'
import type { KeyActor } from '../actor.ts'
import type { App } from '../app.ts'

/** Begins a request: it sees what any process committed before this call. */
export const beginRequest = (app: App): void => freshen(app.store)

/** How much had been written to the store as it is seen now: while that is the same, nothing in it has changed. */
export const writesSeen = (app: App): number => writesInView(app.store)

/** False when the environment or the setting switched API v1 off. */
export const isApiV1Enabled = (app: App): boolean =>
  app.apiV1EnabledByEnvironment && app.rules.now().settings.api_v1_enabled

/** Requests a minute that a key allows: its own number, or the default of its owner's role. */
export const ceilingOf = ({ key, user }: Pick<KeyActor, 'key' | 'user'>): number =>
  key.requestsPerMinute ?? REQUESTS_PER_MINUTE[user.role]

/** Counts the request in its person's minute, over all keys. Null: the counter can't be read or written. */
export function admitV1Request(app: App, actor: KeyActor): Admission | null {
  try {
    return admitRequest(app.store, actor.user.id, ceilingOf(actor))
  } catch (error) {
    app.log.error('the counter of requests cannot be used', { err: error })
    return null
  }
}
