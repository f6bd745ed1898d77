// The value that every use case gets, in place of globals.
import type { Clock } from '../base/time.ts'
import type { KeyedMutex } from '../base/keyed-mutex.ts'
import type { Meter } from '../base/meter.ts'
import type { Log } from '../base/log.ts'
import type { Random } from '../base/crypto.ts'
import type { EventStreams } from './events/event-streams.ts'
import type { FoundWork, PendingRows } from './work/found-work.ts'
import type { SearchIndex } from '../search/search-index.ts'
import type { LabelBooks, WorkIndex } from '../store/indexes.ts'
import type { LeaseObserver } from '../store/volatile.ts'
import type { SnapshotMemo } from '../store/view.ts'
import type { Store } from '../store/store.ts'
import type { KeyActor } from './actor.ts'
import type { Passwords } from './people/password.ts'
import type { Searches } from './searches.ts'
import type { RulesCache } from './rules.ts'

export interface App {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly keyPrefix: string
  readonly apiV1EnabledByEnvironment: boolean
  /** Where automatic backups lie, and the program that is started after each. */
  readonly backups: { readonly folder: string; readonly after: string | null }
  /** Hosts to which webhooks may lead although they are private. */
  readonly webhookHosts: readonly string[]
  readonly meter: Meter
  readonly rules: RulesCache
  readonly labels: LabelBooks
  /** Actors of keys, by the digest of the key's secret. */
  readonly actors: SnapshotMemo<KeyActor>
  readonly work: {
    readonly index: WorkIndex
    /** Rows that recent filters found, by the filter's address. */
    readonly found: FoundWork
    /** Numbers of rows, for many more filters than `found` keeps. */
    readonly sizes: SnapshotMemo<number>
    readonly pending: PendingRows
  }
  readonly searchIndex: SearchIndex
  readonly searches: Searches
  readonly eventStreams: EventStreams
  readonly passwords: Passwords
  readonly lease: LeaseObserver
  /** Runs requests with the same idempotency key one at a time. */
  readonly idempotencyLocks: KeyedMutex
}
