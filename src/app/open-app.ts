// Makes the `App`, the value that every use case gets, around an open store; and opens the store for a process that ends when its
// work is done.
import { createKeyedMutex } from '../base/keyed-mutex.ts'
import { createMeter } from '../base/meter.ts'
import { SearchIndex } from '../search/search-index.ts'
import { LabelBooks, WorkIndex } from '../store/indexes.ts'
import { openInTurn, type StoreRefusal, StoreUnusable } from '../store/open.ts'
import type { OnWait } from '../store/txn.ts'
import { SnapshotMemo } from '../store/view.ts'
import { LeaseObserver } from '../store/volatile.ts'
import type { App } from './app.ts'
import { backupFolderIn } from './backup/kept-backups.ts'
import { createEventStreams } from './events/event-streams.ts'
import { createPasswords, type PasswordCost } from './people/password.ts'
import { createRulesCache } from './rules.ts'
import { createSearches } from './searches.ts'
import { FoundWork, PendingRows } from './work/found-work.ts'

const actorsRememberedMax = 1_000
const filtersRememberedMax = 32
const sizesRememberedMax = 1_000

/** Without `backups` they lie in the data folder, and no program is started after them; without `webhookHosts` there are none. */
interface AppParts
  extends Pick<App, 'store' | 'clock' | 'random' | 'log' | 'keyPrefix' | 'apiV1EnabledByEnvironment'>,
    Partial<Pick<App, 'backups' | 'webhookHosts'>> {
  /** The cost of hashing a password; the default is what OWASP recommends. */
  readonly passwordCost?: PasswordCost
}

/** Makes the `App` around an open store. */
export function createApp(parts: AppParts): App {
  parts.store.faults.onFault = (error, isFlush) =>
    parts.log.error(
      isFlush
        ? 'the store could not be flushed to disk; nothing can be saved until you restart windrow'
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

export type { OnWait }

export interface OpenApp {
  readonly app: App
  /** Closes the store. The last thing that a process calls. */
  readonly leave: () => Promise<unknown>
}

/** Opens the store of a folder, and makes it if it is missing. Calls `onWait` for each long wait for the writer. Throws `StoreUnusable`. */
export async function openAppIn(
  folder: string,
  parts: Omit<AppParts, 'store'>,
  onWait: OnWait | null = null,
): Promise<OpenApp> {
  const { store, leave } = await openInTurn(folder, parts.clock, onWait)
  return { app: createApp({ ...parts, store }), leave }
}

interface StoreTrouble {
  readonly message: string
  /** What a person can do about it. `store_outdated`: upgrade the store; `store_busy`: try again later. */
  readonly refusal: StoreRefusal
}

/** What keeps the store from being opened, if that is what an error says; null: it is another error. */
export const storeTrouble = (error: unknown): StoreTrouble | null => (error instanceof StoreUnusable ? error : null)
