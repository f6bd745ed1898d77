// The result of the last trial of a backup: once a week windrow restores the newest backup and checks that store. The result is
// kept in the folder of the backups, where any process finds it.
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freeBytesIn, roomBytesMin } from '../../base/disk-room.ts'
import type { App } from '../app.ts'
import { storeBytes } from '../data-folder.ts'
import { tried } from '../tried.ts'
import { latestGoodBackup } from './kept-backups.ts'

const everyMs = 7 * 24 * 60 * 60 * 1000
const fileName = 'restore-trial.json'

export interface RestoreTrial {
  /** The file name of the backup that was restored. */
  readonly backup: string
  readonly atMs: number
  /** Why the backup could not be restored, or what is damaged in the restored store; null if all is well. */
  readonly problem: string | null
}

/** The result of the last trial; null if there was none, or its file is unreadable. `folder`: that of the automatic backups. */
export const readRestoreTrial = (folder: string): RestoreTrial | null =>
  tried(() => JSON.parse(readFileSync(join(folder, fileName), 'utf8')) as RestoreTrial)

export const noteRestoreTrial = (folder: string, trial: RestoreTrial): Promise<void> =>
  writeFile(join(folder, fileName), `${JSON.stringify(trial)}\n`)

/**
 * The name of the backup to try now, or null. After a failed trial, the next backup is tried. There is no trial on a disk without room for
 * a restored store.
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
