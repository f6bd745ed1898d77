// Opens the environments of one data folder as a store.
import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isHeld } from '../../base/held-files.ts'
import type { Clock } from '../../base/time.ts'
import { openDerived, openVolatile } from '../file/disposable.ts'
import { type Database, isPanic, openMain } from '../file/environment.ts'
import { FileNames } from '../rows/source-files.ts'
import { DERIVED_SHAPE } from '../schema-version.ts'
import type { Store } from '../store.ts'
import { AdvancedCounts } from '../volatile/counters.ts'
import { Faults, quietEngine } from './disk-trouble.ts'
import { RecentWrites } from './recent-writes.ts'
import { WriteQueue } from './write-queue.ts'
import { inspectWrites, type OnWait, Writer } from './writer.ts'

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
    const end = (): void => void (isReviving = false)
    again().then(end, end)
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
  const faults = new Faults(folder, async () => {
    if (!isDead(main)) return
    await main.close()
    main = openMain(folder, isOld)
  })
  const writes = new WriteQueue()
  const writer = new Writer(folder, onWait)
  const advanceCounts = new AdvancedCounts()
  const leave = async (): Promise<boolean> => {
    clearInterval(readerCheck)
    advanceCounts.giveBack({ volatile })
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
    advanceCounts,
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

/** How long `leave` waits for writes under way: enough for those, not for one that waits for another process's import. */
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

// On Windows, processes open and leave a store one at a time. LMDB's locks are named mutexes there, which die with the
// last process that has them: if that process ends between being detected and its mutexes being opened, LMDB fails and
// ends the opening process. So opening happens inside a gate, and an ending process enters it and stays. The gate is a
// file opened without sharing, which the system frees when the process ends. Elsewhere the locks are in a file.

/** Opens the store inside the gate. After `leave`, no other process opens it until this one has ended. */
export async function openInTurn(
  dataFolder: string,
  clock: Clock,
  onWait: OnWait | null = null,
): Promise<{ readonly store: Store; readonly leave: () => Promise<void> }> {
  if (process.env['WINDROW_STRICT'] === '1') inspectWrites((await import('../check/strict.ts')).strictly)
  const goOut = await enterGate(dataFolder)
  try {
    const store = openStore(dataFolder, clock, { onWait })
    const leave = async (): Promise<void> => {
      await store.leave()
      await enterGate(dataFolder)
    }
    return { store, leave }
  } finally {
    goOut()
  }
}

/** libuv's UV_FS_O_EXLOCK, which Node lacks: opening without sharing. */
const notShared = 0x1000_0000
const flags = constants.O_RDWR | constants.O_CREAT | notShared

const retryAfterMs = 10
/** The longest wait at the gate, more than opening or ending takes: a program that hangs inside must not block the others. */
const waitMsMax = 3_000

/** Waits for the gate and enters it; returns the function that leaves it. Outside of Windows there is no gate. */
export async function enterGate(
  dataFolder: string,
  platform: NodeJS.Platform = process.platform,
  open: (file: string, flags: number) => number = openSync,
): Promise<() => void> {
  if (platform !== 'win32') return () => {}
  for (let waitedMs = 0; waitedMs < waitMsMax; waitedMs += retryAfterMs) {
    try {
      const gate = open(join(dataFolder, 'gate'), flags)
      return () => closeSync(gate)
    } catch (error) {
      // The opening of the store itself reports a missing or read-only folder.
      if (!isHeld(error, platform)) break
    }
    await sleep(retryAfterMs)
  }
  return () => {}
}
