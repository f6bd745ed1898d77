// An App over a store in a temporary folder, with a clock that stands still until it is moved.
import { QUICK_PASSWORDS } from './quick-passwords.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../src/app/app.ts'
import { createApp } from '../../src/app/create-app.ts'
import { createLog } from '../../src/base/log/log.ts'
import { type Random, systemRandom } from '../../src/base/random.ts'
import { openStore } from '../../src/store/door/open-store.ts'

export interface AppWorld {
  readonly app: App
  readonly folder: string
  readonly clock: { ms: number }
  close(): Promise<void>
}

export const START = Date.UTC(2026, 0, 2, 3, 4, 5, 678)

export function openAppWorld(startMs = START, random: Random = systemRandom): AppWorld {
  const folder = mkdtempSync(join(tmpdir(), 'windrow-app-'))
  const clock = { ms: startMs }
  const now = { nowMs: () => clock.ms, monotonicMs: () => performance.now() }
  const store = openStore(join(folder, 'data'), now)
  const app = createApp({
    store,
    clock: now,
    random,
    log: createLog({ level: 'silent' }),
    keyPrefix: 'wdr_',
    apiV1EnabledByEnvironment: true,
    passwordCost: QUICK_PASSWORDS,
  })
  return {
    app,
    folder,
    clock,
    async close() {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
