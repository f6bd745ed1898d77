// Makes a new store: fills and flushes it beside the present one, then exchanges them in one step.
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { removeLeftover, syncFolder } from '../../base/whole-file.ts'
import { dataFileOf, mainFolder } from '../data-files.ts'
import { type Database, openToFill } from './environment.ts'

/** Resolves when the new store's file is whole on disk and closed. */
export async function makeStore<T>(folder: string, fill: (db: Database) => Promise<T>): Promise<T> {
  const db = openToFill(folder)
  let filled: T
  try {
    filled = await fill(db)
  } finally {
    await db.close()
  }
  const fd = openSync(dataFileOf(folder), 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  await removeLeftover(join(mainFolder(folder), 'lock.mdb'))
  await syncFolder(mainFolder(folder))
  return filled
}
