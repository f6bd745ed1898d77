// Whether this process can do its work, for watchers of a server (docs/operations.md#health). Anybody may ask, so it
// tells nothing about texts or people.
import { freeBytesIn, roomBytesMin } from '../../base/disk-room.ts'
import type { App } from '../app.ts'
import { latestGoodBackup } from '../backup/kept-backups.ts'
import { storeSchema } from '../backup/store-schema.ts'

const PROBLEMS = {
  disk_full: 'the disk with the data is full, so nothing can be saved: free some space',
  flush_failed: 'the disk failed, so nothing can be saved until you restart windrow',
} as const

interface Health {
  /** Why the process can't do its work; null: it can. */
  readonly problem: { readonly code: keyof typeof PROBLEMS; readonly message: string } | null
  readonly schema: number
  /** How old the last automatic backup of a store without damage is; null: there is none. */
  readonly lastBackupSeconds: number | null
}

export function healthOf(
  { store, clock, backups }: Pick<App, 'store' | 'clock' | 'backups'>,
  freeBytes = freeBytesIn,
): Health {
  const nowMs = clock.nowMs()
  const backup = latestGoodBackup(backups.folder, nowMs)
  const isFull = freeBytes(store.folder) < roomBytesMin
  const code = store.faults.flushFailed ? 'flush_failed' : isFull ? 'disk_full' : null
  return {
    problem: code === null ? null : { code, message: PROBLEMS[code] },
    schema: storeSchema,
    lastBackupSeconds: backup === undefined ? null : Math.max(0, Math.round((nowMs - backup.timeMs) / 1000)),
  }
}
