// Opens LMDB environments: here the main database, which must not be lost; disposable.ts opens the others. Reasons for
// the options: docs/makers/decisions.md#what-lmdb-js-does-that-must-be-known.
import { rmSync, statSync, writeSync } from 'node:fs'
import { openAsClass, type RootDatabase } from 'lmdb'
import {
  isPointer,
  isWaiting,
  KnownPointers,
  mayLieAside,
  placeInForce,
  placesOf,
  plainPointerOf,
  revealedKey,
} from './aside.ts'
import { dataFileOf, mainFolder } from '../data-files.ts'
import { headerDamage } from './page-walk.ts'
import { keyOf } from './keyspace.ts'
import { adviceOn, makeLockFile, makePrivateFolder, placeFault, readersMax, tryFiles } from './opening-files.ts'
import { isUsableSchema, STORE_SCHEMA } from '../schema-version.ts'
import { StoreUnusable } from './store-unusable.ts'

export type Database = RootDatabase<Uint8Array, Uint8Array> & {
  /** Puts a value where the key has none: cheaper than `put` in tables with values aside (aside.ts). */
  putFirst(key: Uint8Array, value: Uint8Array): void
  /** Replaces a waiting pointer (aside.ts) by a plain one, or by the earlier value. */
  endWaiting(key: Uint8Array, isRevealed: boolean): void
}

const SHARED_OPTIONS = {
  keyEncoding: 'binary',
  encoding: 'binary',
  maxReaders: readersMax,
  permissionsMode: 0o600,
  // A commit becomes visible only when durable: readers never see data that a power cut could take back.
  overlappingSync: false,
  // With batching, lmdb-js makes a hidden promise for each commit, whose rejection would end Node.
  eventTurnBatching: false,
} as const

interface EngineRange {
  readonly values?: boolean
  readonly onlyCount?: boolean
}

export interface Entry {
  readonly key: Buffer
  readonly value: Buffer
}

interface EngineEntries extends Iterable<Entry> {
  map(change: (entry: Entry) => Entry): EngineEntries
}

/** lmdb-js functions overridden here, with options that its typings lack. */
interface Engine {
  readonly status?: string
  /** `writeTxn`: set during a write of this process, in which all reads are made. */
  readonly env: { readonly writeTxn?: object | null }
  resetReadTxn(): void
  ensureReadTxn(): void
  transactionSync<T>(action: () => T, ...rest: []): T
  getBinaryFast(key: Uint8Array, options?: object): Buffer | undefined
  getRange(options: EngineRange): EngineEntries
  put(key: Uint8Array, value: Uint8Array, ...rest: []): Promise<boolean>
  remove(key: Uint8Array, ...rest: []): Promise<boolean>
}

/**
 * Opens an environment without the writer: lmdb-js would open its database in a synchronous write transaction, which blocks this
 * process while another one writes (an import: many seconds).
 */
export function openEnvironment(path: string, options: object, onPanic: () => void = () => {}): Database {
  makePrivateFolder(path)
  makeLockFile(path)
  tryFiles(path)
  // With `isRoot`, closing the database closes its environment.
  const settings = { path, isRoot: true, ...SHARED_OPTIONS, ...options }
  const Opened = openAsClass<Uint8Array, Uint8Array>(settings) as unknown as new (name: null, options: object) => Engine
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
    readonly knownPointers = new KnownPointers()
    override getBinaryFast(key: Uint8Array, options?: object): Buffer | undefined {
      // The pointers known in memory are asked only without a snapshot (`options`), which may be older than they are.
      const known = options === undefined ? this.knownPointers.asideKeyOf(key) : null
      if (known !== null) {
        const aside = super.getBinaryFast(known)
        if (aside !== undefined) return aside
        this.knownPointers.forget(key)
      }
      const value = super.getBinaryFast(key, options)
      if (value === undefined || !isPointer(value)) return value
      // During a write nothing is learnt, because the write may be undone.
      if (options === undefined && !this.env.writeTxn) this.knownPointers.learn(key, value)
      return super.getBinaryFast(this.#placeInForce(value, key, options), options)
    }
    #placeInForce(pointer: Uint8Array, key: Uint8Array, options?: object): Buffer {
      return placeInForce(pointer, key, () => ownCopy(super.getBinaryFast(revealedKey, options)))
    }
    override getRange(options: EngineRange): EngineEntries {
      const entries = super.getRange(options)
      if (options.values === false || options.onlyCount === true) return entries
      return entries.map((entry) => {
        if (!isPointer(entry.value)) return entry
        const key = Buffer.from(entry.key)
        const pointer = Buffer.from(entry.value)
        const value = super.getBinaryFast(this.#placeInForce(pointer, key, options), options)
        return { ...entry, key, value: ownCopy(value) ?? pointer }
      })
    }
    override put(key: Uint8Array, value: Uint8Array, ...rest: []): Promise<boolean> {
      this.dropAside(key)
      return super.put(key, value, ...rest)
    }
    putFirst(key: Uint8Array, value: Uint8Array): void {
      void super.put(key, value)
    }
    override remove(key: Uint8Array, ...rest: []): Promise<boolean> {
      this.dropAside(key)
      return super.remove(key, ...rest)
    }
    dropAside(key: Uint8Array): void {
      if (!mayLieAside(key)) return
      const pointer = super.getBinaryFast(key)
      if (pointer !== undefined && isPointer(pointer))
        for (const place of placesOf(pointer, key)) void super.remove(place)
    }
    endWaiting(key: Uint8Array, isRevealed: boolean): void {
      const pointer = ownCopy(super.getBinaryFast(key))
      if (pointer === undefined || !isPointer(pointer) || !isWaiting(pointer)) return
      const [before, after] = placesOf(pointer, key) as [Buffer, Buffer]
      const value = isRevealed ? plainPointerOf(pointer) : ownCopy(super.getBinaryFast(before))
      if (value !== undefined) void super.put(key, value)
      for (const place of isRevealed ? [before] : [before, after]) void super.remove(place)
    }
  }
  return new OpenedForReading(null, settings) as unknown as Database
}

/** A copy of a lent value, whose buffer may be longer than `length` says. */
export const ownCopy = (bytes: Buffer | undefined): Buffer | undefined =>
  bytes === undefined ? undefined : Buffer.from(bytes.subarray(0, bytes.length))

/** The numbers of EFBIG, ENOSPC and EDQUOT: a limit or a full disk. */
const FULL: readonly unknown[] = [27, 28, 122]

/** After the engine's words `Write error: …` on stderr, which has no line end: ends the line in our words. */
export function endEngineLine(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('Attempting to write page'))) return
  const isFull = FULL.includes((error as { readonly code?: unknown }).code)
  try {
    writeSync(2, isFull ? ': the disk of the store is full; free some space, nothing that was saved is lost\n' : '\n')
  } catch {
    // A closed or full pipe has no reader.
  }
}

export const isEngineError = (error: unknown): boolean =>
  // A DOMException, the reason of an AbortSignal, has a number as `code` too.
  error instanceof Error &&
  ((!(error instanceof DOMException) && typeof (error as { code?: unknown }).code === 'number') ||
    // After a header that the disk refused, the database is closed and opened again.
    error.message.endsWith('a closed database'))

/** LMDB could not write its header: until it is opened again, it neither writes nor reads. */
export const isPanic = (error: unknown): boolean => error instanceof Error && error.message.includes('MDB_PANIC')

/** Opens the main database; throws for a damaged store and for other schemas. `isOld` asks for an earlier schema. */
export function openMain(dataFolder: string, isOld = false): Database {
  const misplaced = placeFault(dataFolder)
  if (misplaced !== null) throw new StoreUnusable({ code: 'store_misplaced', folder: dataFolder, problem: misplaced })
  try {
    makePrivateFolder(dataFolder)
    const damage = damageOf(dataFileOf(dataFolder))
    if (damage !== null) throw new StoreUnusable({ code: 'store_damaged', folder: dataFolder, problem: damage })
    const db = openEnvironment(mainFolder(dataFolder), {})
    db.readerCheck()
    const fault = schemaFault(db, dataFolder, isOld)
    if (fault === null) return db
    void db.close()
    throw fault
  } catch (error) {
    throw unusable(dataFolder, error)
  }
}

export function unusable(dataFolder: string, error: unknown): StoreUnusable {
  if (error instanceof StoreUnusable) return error
  // rmSync begins so, where other calls name an error's code.
  const problem = (error instanceof Error ? error.message : String(error)).replace(/^, Unknown error: /, '')
  return new StoreUnusable({ code: 'store_not_opened', folder: dataFolder, problem, advice: adviceOn(error) })
}

/** The damage that a store file's headers and length show; null: none. */
export function damageOf(file: string): string | null {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return null
  const damage = headerDamage(file)
  if (damage !== 'unborn') return damage
  // The disk was full when the store was made.
  rmSync(file)
  return null
}

/** Opens a database in a private folder; the caller fills and flushes it. */
export function openToFill(dataFolder: string): Database {
  makePrivateFolder(dataFolder)
  return openEnvironment(mainFolder(dataFolder), { noSync: true, noMetaSync: true })
}

/** Puts an entry behind all others, which leaves pages full. False: its key is not above the last one. (The typings say void.) */
export const append = (db: Database, { key, value }: Entry): boolean =>
  db.putSync(key, value, { append: true }) as unknown as boolean

const schemaKey = keyOf('meta', 'schema')

export const readSchema = (db: Database): number => Number(Buffer.from(db.get(schemaKey) ?? []).toString())
export const putSchema = (db: Database, schema: number): void => void db.put(schemaKey, Buffer.from(String(schema)))

function schemaFault(db: Database, dataFolder: string, isOld: boolean): StoreUnusable | null {
  if (!db.doesExist(schemaKey)) {
    db.transactionSync(() => (db.doesExist(schemaKey) ? undefined : putSchema(db, STORE_SCHEMA)))
    return null
  }
  const schema = readSchema(db)
  const facts = { folder: dataFolder, schema, known: STORE_SCHEMA }
  if (schema > STORE_SCHEMA) return new StoreUnusable({ code: 'store_newer', ...facts })
  if (!isUsableSchema(schema)) return new StoreUnusable({ code: 'store_schema_unknown', ...facts })
  return schema === STORE_SCHEMA || isOld ? null : new StoreUnusable({ code: 'store_outdated', ...facts })
}
