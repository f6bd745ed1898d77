// An App inside the test's own process, over a store in a temporary folder: what all tests stand on that start no program.
import { join } from 'node:path'
import type { App } from '../../src/app/app.ts'
import { createApp } from '../../src/app/open-app.ts'
import type { PasswordCost } from '../../src/app/people/password.ts'
import type { Clock } from '../../src/base/time.ts'
import { createLog } from '../../src/base/log.ts'
import { type Random, systemRandom } from '../../src/base/crypto.ts'
import type { Result } from '../../src/base/result.ts'
import { checkStore } from '../../src/app/upkeep/check-store.ts'
import type { Store } from '../../src/store/store.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { temporaryFolder } from './program.ts'

/** A cost of password digests that nobody has to wait for. */
export const QUICK_PASSWORDS: PasswordCost = { logN: 10, blockSize: 8, parallelization: 1 }

/** Opens a data folder; whoever asked closes the store. */
export const openApp = (data: string, clock: Clock, random: Random = systemRandom): App =>
  createApp({
    store: openStore(data, clock),
    clock,
    random,
    log: createLog({ level: 'silent' }),
    keyPrefix: 'wdr_',
    apiV1EnabledByEnvironment: true,
    passwordCost: QUICK_PASSWORDS,
  })

export interface AppWorld {
  readonly app: App
  readonly folder: string
  /** Stands still until a test moves it. */
  readonly clock: { ms: number }
  close(): Promise<void>
}

export const START = Date.UTC(2026, 0, 2, 3, 4, 5, 678)

export function openAppWorld(startMs = START, random: Random = systemRandom): AppWorld {
  const { path: folder, remove } = temporaryFolder()
  const clock = { ms: startMs }
  const app = openApp(join(folder, 'data'), { nowMs: () => clock.ms, monotonicMs: () => performance.now() }, random)
  return {
    app,
    folder,
    clock,
    async close() {
      await app.store.close()
      remove()
    },
  }
}

/** What a use case gave, which the test takes for granted. */
export function granted<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal)}`)
  return result.value
}

/** What `windrow check` finds wrong in a store. */
export const disagreementsIn = async (store: Store) =>
  (await checkStore(store, { signal: new AbortController().signal, onStep: () => {} })).disagreements
