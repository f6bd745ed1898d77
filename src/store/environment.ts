// Opens the two LMDB environments of a data folder. **main** is flushed and holds everything that matters; **volatile**
// is not flushed, holds what changes with every request, and is thrown away when the machine has booted since or when it
// does not open. Facts about lmdb-js behind the options: architecture.md, "What lmdb-js does that must be known".
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { openAsClass, type RootDatabase } from 'lmdb'
import { headerDamage } from './check-pages.ts'
import { keyOf } from './keyspace.ts'
import { STORE_SCHEMA } from './schema-version.ts'

export type Database = RootDatabase<Uint8Array, Uint8Array>

/** The store cannot be opened; the message says why and what to do. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable'
}

const readersMax = 1024

const SHARED_OPTIONS = {
  keyEncoding: 'binary',
  encoding: 'binary',
  maxReaders: readersMax,
  permissionsMode: 0o600,
  // Visible and durable together: a reader never sees what a power cut could take back.
  overlappingSync: false,
  // With it lmdb-js makes a promise of its own for each commit; when the commit fails, nobody can catch it and Node exits.
  eventTurnBatching: false,
} as const

export const mainFolder = (dataFolder: string): string => join(dataFolder, 'main')
export const volatileFolder = (dataFolder: string): string => join(dataFolder, 'volatile')
/** The one file that holds all that matters. */
export const dataFileOf = (dataFolder: string): string => join(mainFolder(dataFolder), 'data.mdb')

export const isStoreFolder = (dataFolder: string): boolean => existsSync(dataFileOf(dataFolder))

function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true })
  if (process.platform !== 'win32') chmodSync(folder, 0o700)
}

/** Room for the locks and all readers, a little more than LMDB computes for `readersMax`. */
const lockBytes = 64 * readersMax + 4096

/**
 * Makes LMDB's lock file with all of its room taken. LMDB maps it and would make it sparse: on a full disk the first
 * touch of a hole then ends the process (a bus error) where a failed write says what is wrong.
 */
function makeLockFile(folder: string): void {
  const file = join(folder, 'lock.mdb')
  if (existsSync(file)) return
  const whole = join(folder, `lock.${process.pid}.${Math.random().toString(36).slice(2)}`)
  try {
    writeFileSync(whole, Buffer.alloc(lockBytes), { mode: 0o600 })
    // Never over a lock file that another process made and uses meanwhile.
    linkSync(whole, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A file system without links: LMDB makes the file itself.
    if (!['EEXIST', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code ?? '')) throw error
  } finally {
    rmSync(whole, { force: true })
  }
}

const roomToBegin = 64 * 1024

/**
 * Throws what LMDB would stumble over: files that cannot be written, or no room for a new one. An environment that fails to
 * open makes lmdb-js use memory that it has given back, which ends the process now and then.
 */
function tryFiles(folder: string): void {
  const [lock, data, room] = ['lock.mdb', 'data.mdb', `room.${process.pid}`].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  // Never opened here: closing any handle of it would drop the locks that this process holds on it.
  if (existsSync(lock)) accessSync(lock, constants.R_OK | constants.W_OK)
  if ((statSync(data, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    closeSync(openSync(data, 'r+'))
    return
  }
  try {
    writeFileSync(room, Buffer.alloc(roomToBegin), { flush: true })
  } finally {
    rmSync(room, { force: true })
  }
}

/**
 * Opens an environment without asking for the writer: lmdb-js opens its database inside a synchronous write transaction,
 * which would hold this process up for as long as another one writes (an import: many seconds).
 */
function openEnvironment(path: string, options: object, onPanic: () => void = () => {}): Database {
  makePrivateFolder(path)
  makeLockFile(path)
  tryFiles(path)
  // `isRoot` is lmdb-js's own mark of a database whose end is the end of its environment.
  const settings = { path, isRoot: true, ...SHARED_OPTIONS, ...options }
  const Opened = openAsClass<Uint8Array, Uint8Array>(settings) as unknown as new (
    name: null,
    options: object,
  ) => Database & { status?: string; ensureReadTxn(): void }
  class OpenedForReading extends Opened {
    override transactionSync<T>(action: () => T, ...rest: []): T {
      if (this.status === 'open') {
        try {
          return super.transactionSync(action, ...rest)
        } catch (error) {
          endEngineLine(error)
          if (isPanic(error)) onPanic()
          throw error
        }
      }
      this.resetReadTxn()
      this.ensureReadTxn()
      return action()
    }
  }
  return new OpenedForReading(null, settings)
}

/** The engine writes `Write error: …` on stderr by itself, without an end of line; our log line must begin a new one. */
export function endEngineLine(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('Attempting to write page'))) return
  try {
    writeSync(2, '\n')
  } catch {
    // A closed or full pipe: then nobody reads it either.
  }
}

/** LMDB could not write its header: it does nothing more, not even read, until it is opened anew. */
export const isPanic = (error: unknown): boolean => error instanceof Error && error.message.includes('MDB_PANIC')

/** Opens main and refuses a damaged store, or one that a newer windrow wrote. */
export function openMain(dataFolder: string): Database {
  try {
    makePrivateFolder(dataFolder)
    const damage = damageOf(dataFileOf(dataFolder))
    if (damage !== null) {
      throw new StoreUnusable(
        `the store in ${dataFolder} is damaged (${damage}); windrow restore brings back a backup into an empty folder`,
      )
    }
    const db = openEnvironment(mainFolder(dataFolder), {})
    db.readerCheck()
    checkSchema(db, dataFolder)
    return db
  } catch (error) {
    throw unusable(dataFolder, error)
  }
}

function unusable(dataFolder: string, error: unknown): StoreUnusable {
  if (error instanceof StoreUnusable) return error
  const reason = error instanceof Error ? error.message : String(error)
  const advice = /MDB_VERSION/.test(reason)
    ? 'a program of another version has it open; end that one first'
    : 'check that the folder is writable and the disk has room'
  return new StoreUnusable(`the store in ${dataFolder} cannot be opened: ${reason}; ${advice}`)
}

/** What is wrong with the store's file, as far as a look at its ends can tell; null too when there is none yet. */
function damageOf(file: string): string | null {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return null
  const damage = headerDamage(file)
  if (damage !== 'unborn') return damage
  // The disk was full when the store was made: nothing was ever in it.
  rmSync(file)
  return null
}

/** A database in a folder of one's own, to be filled and flushed by hand; nobody else may know it yet. */
export function openToFill(dataFolder: string): Database {
  makePrivateFolder(dataFolder)
  return openEnvironment(mainFolder(dataFolder), { noSync: true, noMetaSync: true })
}

const schemaKey = keyOf('meta', 'schema')

function checkSchema(db: Database, dataFolder: string): void {
  const stored = db.get(schemaKey)
  if (stored === undefined) {
    db.transactionSync(() => {
      if (db.get(schemaKey) === undefined) void db.put(schemaKey, Buffer.from(String(STORE_SCHEMA)))
    })
    return
  }
  const schema = Number(Buffer.from(stored).toString())
  if (schema > STORE_SCHEMA) {
    throw new StoreUnusable(
      `the store in ${dataFolder} has schema ${schema} and this windrow knows up to ${STORE_SCHEMA}: a newer windrow wrote it; use that version or a newer one (nothing was changed)`,
    )
  }
  if (schema !== STORE_SCHEMA) {
    throw new StoreUnusable(
      `the store in ${dataFolder} has the unknown schema ${schema}; this windrow knows ${STORE_SCHEMA}`,
    )
  }
}

/** A mark that changes when the machine boots. Linux names its boots; elsewhere the time of boot has to do. */
function bootMark(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return String(Math.round(Date.now() / 1000 - uptime()))
  }
}

const bootToleranceSeconds = 600

function isSameBoot(stored: string, now: string): boolean {
  if (stored === now) return true
  const [a, b] = [Number(stored), Number(now)]
  return Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) < bootToleranceSeconds
}

/**
 * Opens volatile; what an earlier boot or a crash left behind is dropped, it is worth nothing. Dropping is done with
 * main's writer held, so that no process throws away what another one has just made.
 */
export function openVolatile(dataFolder: string, main: Database, onPanic: () => void): Database {
  const folder = volatileFolder(dataFolder)
  const bootFile = join(folder, 'boot')
  const mark = bootMark()
  const isOfThisBoot = (): boolean => {
    try {
      return isSameBoot(readFileSync(bootFile, 'utf8'), mark)
    } catch {
      return false
    }
  }
  const openIt = (): Database => openEnvironment(folder, { noSync: true, noMetaSync: true }, onPanic)
  const makeAnew = (): void => {
    rmSync(folder, { recursive: true, force: true })
    makePrivateFolder(folder)
    const made = openIt()
    takeRoom(made)
    void made.close()
    // Last: without the mark, the next start begins anew.
    writeFileSync(bootFile, mark, { mode: 0o600 })
  }
  try {
    const file = join(folder, 'data.mdb')
    const isGood = (): boolean => isOfThisBoot() && damageOf(file) === null
    if (!isGood()) main.transactionSync(() => (isGood() ? undefined : makeAnew()))
    return openIt()
  } catch (error) {
    throw unusable(dataFolder, error)
  }
}

const roomBytes = 1 << 20

/** Makes the file as large as counters need it, so that a disk that fills up later leaves them their pages. */
function takeRoom(db: Database): void {
  const key = keyOf('lease', 'room')
  db.transactionSync(() => void db.put(key, Buffer.alloc(roomBytes)))
  db.transactionSync(() => void db.remove(key))
}
