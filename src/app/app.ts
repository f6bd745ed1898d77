// The value that every use case gets as its first argument: the store and all that a process keeps, in place of globals.
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
  /** The folder of the automatic backups, and the program that is started after each. */
  readonly backups: { readonly folder: string; readonly after: string | null }
  /** Hosts with a private address that webhooks may reach all the same, because the configuration names them. */
  readonly webhookHosts: readonly string[]
  readonly meter: Meter
  readonly rules: RulesCache
  readonly labels: LabelBooks
  /** The actors of keys, by the digest of the key's secret. */
  readonly actors: SnapshotMemo<KeyActor>
  readonly work: {
    readonly index: WorkIndex
    /** The rows that recent filters found. The key is the filter's address, as it stands in a URL. */
    readonly found: FoundWork
    /** The number of rows that a filter finds, remembered for many more filters than `found` keeps. */
    readonly sizes: SnapshotMemo<number>
    readonly pending: PendingRows
  }
  readonly searchIndex: SearchIndex
  readonly searches: Searches
  readonly eventStreams: EventStreams
  readonly passwords: Passwords
  readonly lease: LeaseObserver
  /** Lets requests with the same idempotency key run one after another. */
  readonly idempotencyLocks: KeyedMutex
}
