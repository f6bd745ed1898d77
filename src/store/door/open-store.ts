// Opens the environments of one data folder as a store.
import type { Clock } from '../../base/time.ts'
import type { Database } from '../file/environment.ts'
import { openDerived, openVolatile } from '../file/disposable.ts'
import { isPanic, openMain } from '../file/environment.ts'
import { DERIVED_SHAPE } from '../schema-version.ts'
import { Faults, quietEngine } from './disk-trouble.ts'
import { RecentWrites } from './recent-writes.ts'
import { FileNames } from '../rows/file-names.ts'
import { SoleCounter } from '../volatile/counters.ts'
import type { Store } from '../store.ts'
import { WriteQueue } from './write-queue.ts'
import { type OnWait, Writer } from './writer.ts'

const readerCheckEveryMs = 60_000

interface Opening {
  readonly isOld?: boolean
  readonly onWait?: OnWait | null
}

/** Opens or makes a store; throws `StoreUnusable`. `isOld` asks for an earlier schema: read only what all schemas share. */
export function openStore(folder: string, clock: Clock, { isOld = false, onWait = null }: Opening = {}): Store {
  quietEngine()
  let main = openMain(folder, isOld)
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
  let derived: Database | null = null
  // The next read opens the index database again.
  const dropDerived = (): void => {
    void derived?.close()
    derived = null
  }
  const readerCheck = setInterval(() => {
    main.readerCheck()
    volatile.readerCheck()
    derived?.readerCheck()
  }, readerCheckEveryMs)
  readerCheck.unref()
  const faults = new Faults()
  const writes = new WriteQueue()
  const writer = new Writer(folder, onWait)
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
    get derived() {
      derived ??= openDerived(folder, DERIVED_SHAPE, volatile, dropDerived)
      return derived
    },
    clock,
    files: new FileNames(() => main),
    faults,
    writes,
    writer,
    view: { writes: null },
    recentWrites: new RecentWrites(),
    soleCounter: new SoleCounter(),
    async reviveMain() {
      if (!isDead(main)) return
      await main.close()
      main = openMain(folder, isOld)
    },
    leave,
    async close() {
      // If another process holds the writer for long (an import), the end of this process closes the main database.
      if (!(await leave())) return
      await main.close()
      await volatile.close()
      await derived?.close()
      writer.close()
    },
  }
}

/** Enough for writes under way, not for one that waits for another process's import. */
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
