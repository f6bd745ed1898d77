// Makes the `App`, the value that every use case gets, around an open store.
import type { Clock } from '../base/time.ts'
import { createKeyedMutex } from '../base/keyed-mutex.ts'
import { createMeter } from '../base/meter.ts'
import type { Log } from '../base/log.ts'
import type { Random } from '../base/crypto.ts'
import { backupFolderIn } from './backup/kept-backups.ts'
import { createEventStreams } from './events/event-streams.ts'
import { createSearches } from './searches.ts'
import { SearchIndex } from '../search/search-index.ts'
import { LabelBooks, WorkIndex } from '../store/indexes.ts'
import { LeaseObserver } from '../store/volatile.ts'
import { SnapshotMemo } from '../store/view.ts'
import { FoundWork } from './work/found-work.ts'
import { PendingRows } from './work/pending-rows.ts'
import type { Store } from '../store/store.ts'
import type { App } from './app.ts'
import { createPasswords, type PasswordCost } from './people/password.ts'
import { createRulesCache } from './rules.ts'

const actorsRememberedMax = 1_000
const filtersRememberedMax = 32
const sizesRememberedMax = 1_000

export interface AppParts {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly keyPrefix: string
  readonly apiV1EnabledByEnvironment: boolean
  /** Absent: in the data folder, and no program is started. */
  readonly backups?: App['backups']
  /** Hosts to which webhooks may lead although they are private; absent: none. */
  readonly webhookHosts?: readonly string[]
  /** The cost of hashing a password; the default is what OWASP recommends. */
  readonly passwordCost?: PasswordCost
}

export function createApp(parts: AppParts): App {
  parts.store.faults.onFault = (error, isFlush) =>
    parts.log.error(
      isFlush
        ? 'the store could not be flushed to disk; every write is refused until windrow is started again'
        : 'the store could not be saved; nothing of that write was kept',
      { err: error },
    )
  const index = new WorkIndex(parts.store)
  return {
    ...parts,
    backups: parts.backups ?? { folder: backupFolderIn(parts.store.folder), after: null },
    webhookHosts: parts.webhookHosts ?? [],
    meter: createMeter(),
    rules: createRulesCache(parts.store),
    labels: new LabelBooks(parts.store),
    actors: new SnapshotMemo(actorsRememberedMax),
    work: {
      index,
      found: new FoundWork(index, filtersRememberedMax),
      sizes: new SnapshotMemo(sizesRememberedMax),
      pending: new PendingRows(),
    },
    searchIndex: new SearchIndex(parts.store),
    searches: createSearches(),
    eventStreams: createEventStreams(parts.store),
    passwords: createPasswords(parts.random, parts.passwordCost),
    lease: new LeaseObserver(),
    idempotencyLocks: createKeyedMutex(),
  }
}
