// The doctor's check of the data folder: rights, room, the storage engine, and the store.
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freeBytesIn } from '../../../base/disk-room.ts'
import type { Clock } from '../../../base/time.ts'
import type { Config } from '../../../config/schema.ts'
import { backupFolderIn } from '../../../app/backup/kept-backups.ts'
import { hasStore, misplacement, storeBytes } from '../../../app/data-folder.ts'
import type { DataDiagnosis, Diagnosis } from './diagnosis.ts'

const mebibyte = 1024 * 1024
const roomBytesMin = 64 * mebibyte
const roomBytesGood = 1024 * mebibyte
const othersMask = 0o077

export async function checkData({ data, backupFolder }: Config, clock: Clock): Promise<DataDiagnosis> {
  const found: Diagnosis[] = []
  const place = nearestFolder(data)
  if (place === null)
    return { found: [{ what: 'data folder', status: 'failed', message: `${data}: no such place` }], servers: [] }
  found.push(rights(data, place), room(data, place))
  const misplaced = misplacement(data)
  if (misplaced !== null) found.push({ what: 'data folder', status: 'failed', message: `${data}: ${misplaced}` })
  // Loaded here, so that an engine that can't be loaded becomes a finding.
  try {
    const { diagnoseStore } = await import('./doctor-store.ts')
    found.push({ what: 'storage engine', status: 'ok', message: 'loaded' })
    if (!hasStore(data)) {
      found.push({ what: 'store', status: 'ok', message: `none yet in ${data}; the first start or import makes it` })
      return { found, servers: [] }
    }
    const { found: inside, servers } = await diagnoseStore(data, backupFolder ?? backupFolderIn(data), clock)
    return { found: [...found, ...inside], servers }
  } catch (error) {
    found.push({ what: 'storage engine', status: 'failed', message: (error as Error).message })
    return { found, servers: [] }
  }
}

function nearestFolder(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(at)) return statSync(at).isDirectory() ? at : null
    if (at === dirname(at)) return null
  }
}

function rights(data: string, place: string): Diagnosis {
  const what = 'data folder'
  const probe = join(place, `.windrow-probe-${process.pid}`)
  try {
    writeFileSync(probe, '', { flag: 'wx' })
    rmSync(probe)
  } catch (error) {
    return {
      what,
      status: 'failed',
      message: `${place} can't be written (${(error as NodeJS.ErrnoException).code}); check its rights`,
    }
  }
  if (place !== data) return { what, status: 'ok', message: `${data} can be made` }
  if (process.platform !== 'win32' && (statSync(data).mode & othersMask) !== 0) {
    return { what, status: 'warning', message: `others on this machine can look into ${data}; chmod 700 it` }
  }
  return { what, status: 'ok', message: `${data} can be written` }
}

function room(data: string, place: string): Diagnosis {
  const what = 'disk space'
  const freeBytes = freeBytesIn(place)
  const takenBytes = storeBytes(data)
  const message = `${Math.floor(freeBytes / mebibyte)} MiB free, the store has ${Math.ceil(takenBytes / mebibyte)} MiB`
  if (freeBytes < roomBytesMin) return { what, status: 'failed', message: `${message}; free some space` }
  const isTight = freeBytes < Math.max(roomBytesGood, takenBytes)
  return {
    what,
    status: isTight ? 'warning' : 'ok',
    message: isTight ? `${message}; an import may need as much again` : message,
  }
}
