// A store: both environments of one data folder, and what a process remembers about them.
import type { Clock } from '../base/clock.ts'
import type { Database } from './environment.ts'
import { isPanic, openMain, openVolatile } from './environment.ts'
import { Faults, quietEngine } from './faults.ts'
import { RecentWrites } from './recent-writes.ts'
import { FileNames } from './rows.ts'
import { SoleCounter } from './sole-counter.ts'
import { WriteQueue } from './write-queue.ts'

export interface Store {
  readonly folder: string
  /** Ask for it anew after every wait: it is another one after a fault of the disk. */
  readonly main: Database
  readonly volatile: Database
  readonly clock: Clock
  readonly files: FileNames
  readonly faults: Faults
  readonly writes: WriteQueue
  /** What is known of the state that reads see now; null: nothing. */
  readonly view: { writes: number | null }
  readonly recentWrites: RecentWrites
  /** Counts v1 requests in memory once this process serves alone. */
  readonly soleCounter: SoleCounter
  /** Opens main anew when LMDB gave it up after a failed write of its header, so that reads go on. */
  reviveMain(): Promise<void>
  /**
   * Stops what runs by itself, for a process that is about to end: its end closes the environments. Closing them here
   * would destroy the locks in the shared lock file when nobody else has it open, and a process that opens the store at
   * that moment would take the destroyed locks for good (LMDB, ITS#10095): it fails with `Invalid argument`, or crashes.
   * True: nothing is being written any more.
   */
  leave(): Promise<boolean>
  /** Leaves, and closes the environments: only where no other process can come to open them. */
  close(): Promise<void>
}

const readerCheckEveryMs = 60_000

/** Opens, or makes, the store in a data folder. Throws `StoreUnusable` with a sentence for the user. */
export function openStore(folder: string, clock: Clock): Store {
  quietEngine()
  let main = openMain(folder)
  let isReviving = false
  const reviveVolatile = (): void => {
    if (isReviving) return
    isReviving = true
    const again = async (): Promise<void> => {
      await volatile.close()
      volatile = openVolatile(folder, main, reviveVolatile)
    }
    again().then(
      () => (isReviving = false),
      () => (isReviving = false),
    )
  }
  let volatile = openVolatile(folder, main, reviveVolatile)
  const readerCheck = setInterval(() => {
    main.readerCheck()
    volatile.readerCheck()
  }, readerCheckEveryMs)
  readerCheck.unref()
  const faults = new Faults()
  const writes = new WriteQueue()
  const leave = async (): Promise<boolean> => {
    clearInterval(readerCheck)
    writes.giveUpWaiting()
    return isIdleSoon(writes)
  }
  return {
    folder,
    get main() {
      return main
    },
    get volatile() {
      return volatile
    },
    clock,
    files: new FileNames(() => main),
    faults,
    writes,
    view: { writes: null },
    recentWrites: new RecentWrites(),
    soleCounter: new SoleCounter(),
    async reviveMain() {
      if (!isDead(main)) return
      await main.close()
      main = openMain(folder)
    },
    leave,
    async close() {
      // Another process that holds the writer (an import) may hold it for long: then the end of the process closes main.
      if (!(await leave())) return
      await main.close()
      await volatile.close()
    },
  }
}

const idleWaitMsMax = 500

function isIdleSoon(writes: WriteQueue): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), idleWaitMsMax)
    void writes.idle().then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

function isDead(db: Database): boolean {
  try {
    db.resetReadTxn()
    db.get(Buffer.from([0]))
    return false
  } catch (error) {
    return isPanic(error)
  }
}

/** Drops the process's old view of the store: the next reads see what any process committed before this call. */
export function freshen(store: Store): void {
  store.view.writes = null
  store.main.resetReadTxn()
}
