// Puts an App together around an open store.
import type { Clock } from '../base/clock.ts'
import { createKeyedMutex } from '../base/keyed-mutex.ts'
import type { Log } from '../base/log.ts'
import type { Random } from '../base/random.ts'
import { LeaseObserver } from '../store/lease.ts'
import { SnapshotMemo } from '../store/snapshot-memo.ts'
import type { Store } from '../store/store.ts'
import type { App } from './app.ts'
import { createRulesCache } from './rules.ts'

const actorsRememberedMax = 1_000

export interface AppParts {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly keyPrefix: string
  readonly apiV1EnabledByEnvironment: boolean
}

export function createApp(parts: AppParts): App {
  parts.store.faults.onFault = (error, isFlush) =>
    parts.log.error(
      isFlush
        ? 'the store could not be flushed to disk; every write is refused until windrow is started again'
        : 'the store could not be saved; nothing of that write was kept',
      { err: error },
    )
  return {
    ...parts,
    rules: createRulesCache(parts.store),
    actors: new SnapshotMemo(actorsRememberedMax),
    lease: new LeaseObserver(),
    idempotencyLocks: createKeyedMutex(),
  }
}
