// Copies the main database into a backup and back. The copy is a snapshot, read back and compared before it counts.
// Sessions and stored answers are left out.
import type { FileHandle } from 'node:fs/promises'
import type { z } from 'zod'
import {
  BackupDamaged,
  type BackupHeader,
  type BackupTrailer,
  BackupWriter,
  entryBytes,
  EntryReader,
  HeaderSchema,
  readFrames,
  TrailerSchema,
} from './file/backup-format.ts'
import { append, type Database, type Entry, readSchema } from './file/environment.ts'
import { StoreUnusable } from './file/store-unusable.ts'
import { isUsableSchema, STORE_SCHEMA } from './schema-version.ts'
import type { Snapshot } from './view.ts'
import { LEFT_OUT } from './records/kinds.ts'

export { BackupDamaged, type BackupTrailer } from './file/backup-format.ts'

export { earlierEntries, writeAnew } from './door/earlier-schemas.ts'

const format = 2
const frameFill = 1 << 20

/** Converts the entries of an earlier schema (door/earlier-schemas.ts). */
interface EntryChanges {
  asNow(entry: Entry): Entry | null
  finish(): void
}

interface CopyWatching {
  readonly signal: AbortSignal
  /** `done` starts again from 0 when a backup is read back. */
  readonly onEntries: (done: number) => void
}

/**
 * Writes a copy of the view and reads it back; throws `BackupDamaged` if they differ. The view's pages must be good:
 * reading a damaged one can end the process.
 */
export async function dumpStore(
  { db }: Snapshot,
  createdAtMs: number,
  file: FileHandle,
  watching: CopyWatching,
): Promise<BackupTrailer> {
  const header = { format, schema: readSchema(db), createdAtMs } satisfies BackupHeader
  const trailer = await writeEntries(file, header, entriesToKeep(db), watching)
  await compareEntries(file, entriesToKeep(db), watching)
  return trailer
}

/** The entries that a backup has, ascending by key. (The engine returns copies, as Buffers, which the typings lack.) */
function* entriesToKeep(db: Database): Generator<Entry> {
  const all = db.getRange({ start: Buffer.from([0]) }) as unknown as Iterable<Entry>
  for (const entry of all) if (!LEFT_OUT.some((table) => table === entry.key[0])) yield entry
}

async function writeEntries(
  file: FileHandle,
  header: BackupHeader,
  source: Iterable<Entry>,
  { signal, onEntries }: CopyWatching,
): Promise<BackupTrailer> {
  const writer = new BackupWriter({ append: (bytes) => file.appendFile(bytes) })
  await writer.begin(header)
  let [entries, bytes, filled] = [0, 0, 0]
  let parts: Buffer[] = []
  const flush = async (): Promise<void> => {
    signal.throwIfAborted()
    await writer.add('E', Buffer.concat(parts))
    parts = []
    filled = 0
    onEntries(entries)
  }
  for (const { key, value } of source) {
    bytes += key.length + value.length
    entries++
    for (let rest = entryBytes(key, value); rest.length > 0; ) {
      const part = rest.subarray(0, frameFill - filled)
      parts.push(part)
      filled += part.length
      rest = rest.subarray(part.length)
      if (filled === frameFill) await flush()
    }
  }
  if (filled > 0) await flush()
  const trailer: BackupTrailer = { entries, bytes }
  await writer.add('T', Buffer.from(JSON.stringify(trailer)))
  return trailer
}

async function compareEntries(
  file: FileHandle,
  source: Iterable<Entry>,
  { signal, onEntries }: CopyWatching,
): Promise<void> {
  const expected = source[Symbol.iterator]()
  const reader = new EntryReader()
  let entries = 0
  for await (const { kind, bytes } of readFrames(file)) {
    signal.throwIfAborted()
    if (kind !== 'E') continue
    for (const { key, value } of reader.take(bytes)) {
      const next = expected.next()
      if (next.done === true || !next.value.key.equals(key) || !next.value.value.equals(value))
        throw new BackupDamaged(`entry ${entries + 1} is not what the store holds`)
      entries++
    }
    onEntries(entries)
  }
  reader.end()
  if (expected.next().done !== true) throw new BackupDamaged(`it ends after ${entries} entries`)
}

/**
 * Fills an empty database from a backup. Throws `BackupDamaged`, and `StoreUnusable` for another schema; the database is then
 * useless.
 */
export async function fillStore(
  db: Database,
  file: FileHandle,
  changesOf: (schema: number) => EntryChanges,
  { signal, onEntries }: CopyWatching,
): Promise<BackupTrailer> {
  const reader = new EntryReader()
  const counted = { entries: 0, bytes: 0 }
  let header: BackupHeader | null = null
  let changes: EntryChanges | null = null
  let trailer: BackupTrailer | null = null
  for await (const { kind, bytes } of readFrames(file)) {
    signal.throwIfAborted()
    if (kind === 'H' && header === null) {
      header = headerOf(bytes)
      changes = changesOf(header.schema)
    } else if (kind === 'E' && changes !== null) {
      const now = changes
      // This transaction needs no undo: after an error the whole database is dropped.
      db.transactionSync(() => putEntries(db, reader.take(bytes), now, counted))
      onEntries(counted.entries)
    } else if (kind === 'T') trailer = parsed(TrailerSchema, bytes)
    else throw new BackupDamaged('its frames are out of order')
  }
  reader.end()
  db.transactionSync(() => changes?.finish())
  if (trailer === null) throw new BackupDamaged('it has no end mark')
  if (trailer.entries === counted.entries && trailer.bytes === counted.bytes) return trailer
  throw new BackupDamaged(`it should hold ${trailer.entries} entries and holds ${counted.entries}`)
}

function parsed<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  const result = schema.safeParse(JSON.parse(bytes.toString('utf8')))
  if (result.success) return result.data
  throw new BackupDamaged('its header or end mark is of another kind')
}

function headerOf(bytes: Buffer): BackupHeader {
  const header = parsed(HeaderSchema, bytes)
  if (header.format <= format && isUsableSchema(header.schema)) return header
  const isNewer = header.format > format || header.schema > STORE_SCHEMA
  const code = isNewer ? 'backup_newer' : 'backup_schema_unknown'
  throw new StoreUnusable({ code, schema: header.schema, known: STORE_SCHEMA })
}

function putEntries(
  db: Database,
  entries: Iterable<Entry>,
  changes: EntryChanges,
  counted: { entries: number; bytes: number },
): void {
  for (const entry of entries) {
    counted.entries++
    counted.bytes += entry.key.length + entry.value.length
    const now = changes.asNow(entry)
    if (now !== null && !append(db, now)) throw new BackupDamaged('its entries are out of order')
  }
}
