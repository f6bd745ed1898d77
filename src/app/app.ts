// What every use case is handed: one plain value. The composition root makes it; nothing here is global.
import type { Clock } from '../base/clock.ts'
import type { KeyedMutex } from '../base/keyed-mutex.ts'
import type { Log } from '../base/log.ts'
import type { Random } from '../base/random.ts'
import type { LeaseObserver } from '../store/lease.ts'
import type { SnapshotMemo } from '../store/snapshot-memo.ts'
import type { Store } from '../store/store.ts'
import type { KeyActor } from './actor.ts'
import type { RulesCache } from './rules.ts'

export interface App {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** First four characters of every API key: `wdr_`. */
  readonly keyPrefix: string
  /** False when the environment switched API v1 off. */
  readonly apiV1EnabledByEnvironment: boolean
  readonly rules: RulesCache
  /** Keys with their owners by digest of the secret. */
  readonly actors: SnapshotMemo<KeyActor>
  readonly lease: LeaseObserver
  /** One at a time for each idempotency key. */
  readonly idempotencyLocks: KeyedMutex
}
