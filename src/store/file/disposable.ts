// Opens the databases that may be lost: **volatile** (counters, claims), changed by every request, and **derived**
// (indexes), made from the main one. Neither is flushed; each is dropped after a boot of the machine, or when it does
// not open.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { keyOf } from './keyspace.ts'
import { damageOf, type Database, openEnvironment, unusable } from './environment.ts'
import { makePrivateFolder, removeUnlessUsed } from './opening-files.ts'

export const volatileFolder = (dataFolder: string): string => join(dataFolder, 'volatile')
export const derivedFolder = (dataFolder: string): string => join(dataFolder, 'derived')

/** Linux's id of a boot and its time in seconds; only the time where Deno may not read the id. */
function bootId(): string {
  const bootedAt = Math.round(Date.now() / 1000 - uptime())
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${bootedAt}`
  } catch {
    return String(bootedAt)
  }
}

/** Two times of boot that differ by less are of one boot: they are computed from the clock, which may be set. */
const bootToleranceSeconds = 600

function isSameBoot(stored: string, now: string): boolean {
  const [[one, oneTime], [other, otherTime]] = [readBootId(stored), readBootId(now)]
  if (one !== undefined && other !== undefined) return one === other
  return Math.abs(oneTime - otherTime) < bootToleranceSeconds
}

/** The id and the time in a stamp, which earlier versions of windrow wrote without one of them. */
function readBootId(stamp: string): readonly [string | undefined, number] {
  const words = stamp.split(' ')
  return [words.find((word) => word.includes('-')), Number(words.find((word) => /^\d+$/.test(word)))]
}

interface Disposable {
  readonly dataFolder: string
  readonly folder: string
  /** The version of the layout; a database of another one is dropped. */
  readonly shape: number
  /** The writer of this database is held while an environment is dropped, so that no process drops a new one. */
  readonly guard: Database
  readonly onPanic: () => void
  readonly begin: (made: Database) => void
}

function openDisposable({ dataFolder, folder, shape, guard, onPanic, begin }: Disposable): Database {
  const stampFile = join(folder, 'boot')
  const file = join(folder, 'data.mdb')
  const boot = bootId()
  const isGood = (): boolean => {
    try {
      const [storedBoot = '', storedShape = '1'] = readFileSync(stampFile, 'utf8').split('\n')
      return isSameBoot(storedBoot, boot) && storedShape === String(shape) && damageOf(file) === null
    } catch {
      return false
    }
  }
  const stamp = (): void => writeFileSync(stampFile, `${boot}\n${shape}`, { mode: 0o600 })
  const openIt = (): Database => openEnvironment(folder, { noSync: true, noMetaSync: true }, onPanic)
  const makeAnew = (): void => {
    if (!removeUnlessUsed(file) && damageOf(file) === null) return stamp()
    rmSync(folder, { recursive: true, force: true })
    makePrivateFolder(folder)
    const made = openIt()
    begin(made)
    void made.close()
    // Written last: if the process ends earlier, the next start begins again.
    stamp()
  }
  try {
    if (!isGood()) guard.transactionSync(() => (isGood() ? undefined : makeAnew()))
    return openIt()
  } catch (error) {
    throw unusable(dataFolder, error)
  }
}

export const openVolatile = (dataFolder: string, main: Database, onPanic: () => void): Database =>
  openDisposable({
    dataFolder,
    folder: volatileFolder(dataFolder),
    shape: 1,
    guard: main,
    onPanic,
    begin: takeRoom,
  })

export const openDerived = (dataFolder: string, shape: number, volatile: Database, onPanic: () => void): Database =>
  openDisposable({ dataFolder, folder: derivedFolder(dataFolder), shape, guard: volatile, onPanic, begin: () => {} })

const roomBytes = 1 << 20

/** Reserves pages, so that later counters can be stored when the disk is full. */
function takeRoom(db: Database): void {
  const key = keyOf('lease', 'room')
  db.transactionSync(() => void db.put(key, Buffer.alloc(roomBytes)))
  db.transactionSync(() => void db.remove(key))
}
