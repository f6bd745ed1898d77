// Opens the two LMDB environments of a data folder. **main** is flushed and holds everything that matters; **volatile**
// is not flushed, holds what changes with every request, and is thrown away when the machine has booted since or when it
// does not open. Facts about lmdb-js behind the options: architecture.md, "What lmdb-js does that must be known".
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { open, type RootDatabase } from 'lmdb'
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
  // Visible and durable together: a reader never sees what a power cut could take back.
  overlappingSync: false,
} as const

export const mainFolder = (dataFolder: string): string => join(dataFolder, 'main')
export const volatileFolder = (dataFolder: string): string => join(dataFolder, 'volatile')

export const isStoreFolder = (dataFolder: string): boolean => existsSync(join(mainFolder(dataFolder), 'data.mdb'))

function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true })
  if (process.platform !== 'win32') chmodSync(folder, 0o700)
}

/** Opens main and refuses a store that a newer windrow wrote. */
export function openMain(dataFolder: string): Database {
  let db: Database
  try {
    makePrivateFolder(dataFolder)
    makePrivateFolder(mainFolder(dataFolder))
    db = open<Uint8Array, Uint8Array>({ path: mainFolder(dataFolder), ...SHARED_OPTIONS })
  } catch (error) {
    throw new StoreUnusable(
      `the store in ${dataFolder} cannot be opened: ${(error as Error).message}; check that the folder is writable, that the disk has room, and that the file is not damaged (windrow restore brings back a backup)`,
    )
  }
  db.readerCheck()
  checkSchema(db, dataFolder)
  return db
}

const schemaKey = keyOf('meta', 'schema')

function checkSchema(db: Database, dataFolder: string): void {
  const stored = db.get(schemaKey)
  if (stored === undefined) {
    db.transactionSync(() => {
      if (db.get(schemaKey) === undefined) db.put(schemaKey, Buffer.from(String(STORE_SCHEMA)))
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

/** Opens volatile; what an earlier boot or a crash left behind is dropped, it is worth nothing. */
export function openVolatile(dataFolder: string): Database {
  const folder = volatileFolder(dataFolder)
  const bootFile = join(folder, 'boot')
  const mark = bootMark()
  try {
    if (!isSameBoot(readFileSync(bootFile, 'utf8'), mark)) rmSync(folder, { recursive: true, force: true })
  } catch {
    // No mark: a new store, or one whose volatile half was removed.
  }
  makePrivateFolder(folder)
  writeFileSync(bootFile, mark)
  const openIt = (): Database =>
    open<Uint8Array, Uint8Array>({ path: folder, ...SHARED_OPTIONS, noSync: true, noMetaSync: true })
  try {
    return openIt()
  } catch {
    rmSync(folder, { recursive: true, force: true })
    makePrivateFolder(folder)
    writeFileSync(bootFile, mark)
    return openIt()
  }
}
