// A store: both environments of one data folder, and what a process remembers about them.
import type { Clock } from '../base/clock.ts'
import type { Database } from './environment.ts'
import { openMain, openVolatile } from './environment.ts'
import { Faults } from './faults.ts'
import { FileNames } from './rows.ts'

export interface Store {
  readonly folder: string
  readonly main: Database
  readonly volatile: Database
  readonly clock: Clock
  readonly files: FileNames
  readonly faults: Faults
  close(): Promise<void>
}

const readerCheckEveryMs = 60_000

/** Opens, or makes, the store in a data folder. Throws `StoreUnusable` with a sentence for the user. */
export function openStore(folder: string, clock: Clock): Store {
  const main = openMain(folder)
  const volatile = openVolatile(folder)
  const readerCheck = setInterval(() => {
    main.readerCheck()
    volatile.readerCheck()
  }, readerCheckEveryMs)
  readerCheck.unref()
  return {
    folder,
    main,
    volatile,
    clock,
    files: new FileNames(main),
    faults: new Faults(),
    async close() {
      clearInterval(readerCheck)
      await main.close()
      await volatile.close()
    },
  }
}

/** Drops the process's old view of the store: the next reads see what any process committed before this call. */
export function freshen(store: Store): void {
  store.main.resetReadTxn()
}
