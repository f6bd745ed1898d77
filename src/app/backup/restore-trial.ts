// The result of the last trial of a backup: windrow restores the newest one each week and checks that store. It lies
// beside the backups, for any process that reads them.
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freeBytesIn, roomBytesMin } from '../../base/disk-room.ts'
import type { App } from '../app.ts'
import { storeBytes } from '../data-folder.ts'
import { latestGoodBackup } from './kept-backups.ts'

const everyMs = 7 * 24 * 60 * 60 * 1000
const fileName = 'restore-trial.json'

export interface RestoreTrial {
  /** The backup's file name. */
  readonly backup: string
  readonly atMs: number
  /** Why the backup could not be restored, or how the restored store is damaged; null: neither. */
  readonly problem: string | null
}

/** Null: there was none, or what lies there is unreadable. `folder` is that of the automatic backups. */
export function readRestoreTrial(folder: string): RestoreTrial | null {
  try {
    return JSON.parse(readFileSync(join(folder, fileName), 'utf8')) as RestoreTrial
  } catch {
    return null
  }
}

export const noteRestoreTrial = (folder: string, trial: RestoreTrial): Promise<void> =>
  writeFile(join(folder, fileName), `${JSON.stringify(trial)}\n`)

/**
 * The name of the backup to try now, or null. After one that failed, the next one is tried. A disk without room for
 * a restored store gets no trial.
 */
export function backupToTry({ store, clock, backups: { folder } }: App): string | null {
  const nowMs = clock.nowMs()
  const newest = latestGoodBackup(folder, nowMs)
  if (newest === undefined) return null
  const before = readRestoreTrial(folder)
  const isGood = before?.problem === null && Math.abs(nowMs - before.atMs) < everyMs
  const hasRoom = freeBytesIn(folder) >= 2 * storeBytes(store.folder) + roomBytesMin
  return isGood || before?.backup === newest.name || !hasRoom ? null : newest.name
}
