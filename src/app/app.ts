// What every use case is handed: one plain value. The composition root makes it; nothing here is global.
import type { Clock } from '../base/clock.ts'
import type { KeyedMutex } from '../base/keyed-mutex.ts'
import type { Log } from '../base/log/log.ts'
import type { Random } from '../base/random.ts'
import type { FoundWork } from './work/found-work.ts'
import type { SearchIndex } from '../store/derived/search-index.ts'
import type { WorkIndex } from '../store/derived/work-index.ts'
import type { PendingOfRow } from '../store/records/pending-proposals.ts'
import type { LeaseObserver } from '../store/volatile/lease.ts'
import type { SnapshotMemo } from '../store/door/snapshot-memo.ts'
import type { Store } from '../store/store.ts'
import type { KeyActor } from './actor.ts'
import type { Passwords } from './passwords/password.ts'
import type { SearchDesk } from './rows/search-desk.ts'
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
  /** What filters of work are answered from. */
  readonly work: {
    readonly index: WorkIndex
    /** The rows of filters that were asked for lately, by address. */
    readonly found: FoundWork
    /** How many rows were found, of many more filters. */
    readonly sizes: SnapshotMemo<number>
    readonly pending: SnapshotMemo<ReadonlyMap<number, PendingOfRow>>
  }
  readonly searchIndex: SearchIndex
  readonly searches: SearchDesk
  readonly passwords: Passwords
  readonly lease: LeaseObserver
  /** One at a time for each idempotency key. */
  readonly idempotencyLocks: KeyedMutex
}
