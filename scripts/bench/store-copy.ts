// A copy of what matters of a store, with an App on it: what a measurement makes or writes is nobody else's.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../src/app/app.ts'
import { createApp } from '../../src/app/create-app.ts'
import { systemClock } from '../../src/base/time.ts'
import { createLog } from '../../src/base/log.ts'
import { systemRandom } from '../../src/base/crypto.ts'
import { openStore } from '../../src/store/door/open-store.ts'

interface StoreCopy {
  readonly path: string
  readonly app: App
  remove(): void
}

/** An App on the store in a folder, which says nothing. */
export const openQuietApp = (path: string): App =>
  createApp({
    store: openStore(path, systemClock),
    clock: systemClock,
    random: systemRandom,
    log: createLog({ level: 'silent' }),
    keyPrefix: 'wdr_',
    apiV1EnabledByEnvironment: true,
  })

/** Copies the store in `folder` to a folder of this process in `scratch`, without its derived indexes, and opens it. */
export function copyStore(folder: string, scratch: string): StoreCopy {
  const path = join(scratch, `store-copy-${process.pid}`)
  cpSync(join(folder, 'main', 'data.mdb'), join(path, 'main', 'data.mdb'))
  return { path, app: openQuietApp(path), remove: () => rmSync(path, { recursive: true, force: true }) }
}
