// The doctor's look at the data folder: rights, room, the storage engine, and the store if there is one.
import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../config/schema.ts'
import type { RunningServer } from '../store/servers.ts'
import type { Diagnosis } from './doctor.ts'

const mebibyte = 1024 * 1024
const roomBytesMin = 64 * mebibyte
const roomBytesGood = 1024 * mebibyte
const othersMask = 0o077

export interface DataDiagnosis {
  readonly found: readonly Diagnosis[]
  /** Other servers on this data. */
  readonly servers: readonly RunningServer[]
}

/** Looks at the folder and, when it holds a store, into it. */
export async function checkData({ data }: Config, clock: Clock): Promise<DataDiagnosis> {
  const found: Diagnosis[] = []
  const place = nearestFolder(data)
  if (place === null)
    return { found: [{ what: 'data folder', status: 'failed', message: `${data}: no such place` }], servers: [] }
  found.push(rights(data, place), room(data, place))
  // Loaded here and not above, so that an engine that can't be loaded is a finding as well.
  try {
    const engine = await import('../store/environment.ts')
    found.push({ what: 'storage engine', status: 'ok', message: 'loaded' })
    if (!engine.isStoreFolder(data)) {
      found.push({ what: 'store', status: 'ok', message: `none yet in ${data}; the first start or import makes it` })
      return { found, servers: [] }
    }
    const { found: inside, servers } = await lookInside(data, clock)
    return { found: [...found, ...inside], servers }
  } catch (error) {
    found.push({ what: 'storage engine', status: 'failed', message: (error as Error).message })
    return { found, servers: [] }
  }
}

/** The folder itself, or the one in which it would be made. */
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
  const { bavail, bsize } = statfsSync(place)
  const freeBytes = bavail * bsize
  const file = join(data, 'main', 'data.mdb')
  const storeBytes = existsSync(file) ? statSync(file).size : 0
  const message = `${Math.floor(freeBytes / mebibyte)} MiB free, the store has ${Math.ceil(storeBytes / mebibyte)} MiB`
  if (freeBytes < roomBytesMin) return { what, status: 'failed', message: `${message}; free some space` }
  const isTight = freeBytes < Math.max(roomBytesGood, storeBytes)
  return {
    what,
    status: isTight ? 'warning' : 'ok',
    message: isTight ? `${message}; an import may need as much again` : message,
  }
}

async function lookInside(data: string, clock: Clock): Promise<DataDiagnosis> {
  const { openStore } = await import('../store/store.ts')
  const { otherServers } = await import('../store/servers.ts')
  const { readCellCounts } = await import('../store/cells.ts')
  const { lastTimeGiven } = await import('../store/write.ts')
  const { readSettings } = await import('../store/settings.ts')
  const { automaticBackups } = await import('../app/periodic-backups.ts')
  try {
    const store = openStore(data, clock)
    try {
      const rows = readCellCounts(store.main).reduce((sum, count) => sum + count, 0)
      const found: Diagnosis[] = [
        { what: 'store', status: 'ok', message: `opens, ${rows} rows; windrow check looks at everything` },
        lastWrite(lastTimeGiven(store), clock.nowMs()),
        backups(readSettings(store.main).backup_every_hours, automaticBackups(data).at(-1)?.timeMs ?? null),
      ]
      return { found, servers: otherServers(store) }
    } finally {
      await store.leave()
    }
  } catch (error) {
    return { found: [{ what: 'store', status: 'failed', message: (error as Error).message }], servers: [] }
  }
}

const clockStepMs = 60_000

function lastWrite(lastMs: number, nowMs: number): Diagnosis {
  const what = 'latest write'
  if (lastMs === 0) return { what, status: 'ok', message: 'none yet' }
  const at = new Date(lastMs).toISOString()
  return lastMs > nowMs + clockStepMs
    ? {
        what,
        status: 'warning',
        message: `${at} lies in the future: the clock was wrong, then or now; times stand still until then`,
      }
    : { what, status: 'ok', message: at }
}

function backups(everyHours: number, newestMs: number | null): Diagnosis {
  const what = 'backups'
  const newest = newestMs === null ? 'none yet' : `the latest is of ${new Date(newestMs).toISOString()}`
  return everyHours === 0
    ? { what, status: 'warning', message: 'none are made by themselves; windrow setting set backup_every_hours 24' }
    : { what, status: 'ok', message: `every ${everyHours} hours, ${newest}` }
}
