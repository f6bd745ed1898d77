// A new store that is open twice in one process, as two processes have it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../src/base/time.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import type { Store } from '../../src/store/store.ts'

export interface OpenedTwice {
  readonly folder: string
  /** May be closed and opened again. */
  first: Store
  readonly second: Store
  close(): Promise<void>
}

export function openTwice(clock: Clock): OpenedTwice {
  const folder = mkdtempSync(join(tmpdir(), 'windrow-twice-'))
  return {
    folder,
    first: openStore(folder, clock),
    second: openStore(folder, clock),
    async close() {
      await this.first.close()
      await this.second.close()
      rmSync(folder, { recursive: true })
    },
  }
}
