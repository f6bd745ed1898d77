// Copies main into a backup and back. The copy is one snapshot, taken while others write; sessions are left out (whoever
// restores signs in anew), and what lives in volatile (rate counters) is no part of it.
import type { FileHandle } from 'node:fs/promises'
import type { z } from 'zod'
import {
  BackupDamaged,
  type BackupHeader,
  type BackupTrailer,
  BackupWriter,
  frameBytesMax,
  HeaderSchema,
  readFrames,
  TrailerSchema,
} from './backup-format.ts'
import { type Database, StoreUnusable } from './environment.ts'
import { TABLES } from './keyspace.ts'
import { STORE_SCHEMA } from './schema-version.ts'
import { openSnapshot } from './snapshot.ts'
import type { Store } from './store.ts'

const format = 1
const frameFill = 1 << 20
const entryHeadBytes = 6
const LEFT_OUT: readonly number[] = [TABLES.session, TABLES.session_by_user]

/** Writes a copy of the store, as it is now, into an open file. `onEntries` hears how many entries are done. */
export async function dumpStore(
  store: Store,
  file: FileHandle,
  { signal, onEntries }: { readonly signal: AbortSignal; readonly onEntries: (done: number) => void },
): Promise<BackupTrailer> {
  const snapshot = openSnapshot(store)
  try {
    const writer = new BackupWriter(file)
    await writer.begin({ format, schema: STORE_SCHEMA, createdAtMs: store.clock.nowMs() } satisfies BackupHeader)
    let [entries, bytes] = [0, 0]
    let parts: Uint8Array[] = []
    let filled = 0
    const flush = async (): Promise<void> => {
      signal.throwIfAborted()
      await writer.add('E', Buffer.concat(parts))
      parts = []
      filled = 0
      onEntries(entries)
    }
    for (const { key, value } of snapshot.db.getRange({ start: Buffer.from([0]) })) {
      if (LEFT_OUT.includes(key[0] as number)) continue
      const head = Buffer.alloc(entryHeadBytes)
      head.writeUInt16LE(key.length, 0)
      head.writeUInt32LE(value.length, 2)
      parts.push(head, Buffer.from(key), Buffer.from(value))
      filled += entryHeadBytes + key.length + value.length
      bytes += key.length + value.length
      entries++
      if (filled >= frameFill) await flush()
    }
    if (filled > 0) await flush()
    const trailer: BackupTrailer = { entries, bytes }
    await writer.add('T', Buffer.from(JSON.stringify(trailer)))
    return trailer
  } finally {
    snapshot.close()
  }
}

/**
 * Fills an empty database from a backup, frame by frame. Throws `BackupDamaged`, and `StoreUnusable` for a backup of
 * another schema; what was filled until then is of no use.
 */
export async function fillStore(
  db: Database,
  file: FileHandle,
  { signal, onEntries }: { readonly signal: AbortSignal; readonly onEntries: (done: number) => void },
): Promise<BackupTrailer> {
  const counted = { entries: 0, bytes: 0 }
  let header: BackupHeader | null = null
  let trailer: BackupTrailer | null = null
  for await (const { kind, bytes } of readFrames(file)) {
    signal.throwIfAborted()
    if (kind === 'H' && header === null) header = headerOf(bytes)
    else if (kind === 'E' && header !== null) {
      // No undoing here: the whole database is thrown away when something goes wrong.
      db.transactionSync(() => putEntries(db, bytes, counted))
      onEntries(counted.entries)
    } else if (kind === 'T') trailer = parsed(TrailerSchema, bytes)
    else throw new BackupDamaged('its frames are out of order')
  }
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
  if (header.format <= format && header.schema === STORE_SCHEMA) return header
  throw new StoreUnusable(
    header.format > format || header.schema > STORE_SCHEMA
      ? `a newer windrow wrote this backup (store schema ${header.schema}, and this one knows ${STORE_SCHEMA}); restore it with that version or a newer one`
      : `this backup has store schema ${header.schema}, and this windrow knows ${STORE_SCHEMA}`,
  )
}

function putEntries(db: Database, bytes: Buffer, counted: { entries: number; bytes: number }): void {
  for (let at = 0; at < bytes.length; ) {
    const keyEnd = at + entryHeadBytes + bytes.readUInt16LE(at)
    const valueEnd = keyEnd + bytes.readUInt32LE(at + 2)
    if (valueEnd > bytes.length || valueEnd > frameBytesMax)
      throw new BackupDamaged('an entry lies outside of its frame')
    const key = bytes.subarray(at + entryHeadBytes, keyEnd)
    // Entries ascend, so each goes to the end; anything else means a file that was put together by somebody else.
    // (The typings call the answer void.)
    const isPut = db.putSync(key, bytes.subarray(keyEnd, valueEnd), { append: true }) as unknown as boolean
    if (!isPut) {
      throw new BackupDamaged('its entries are out of order')
    }
    counted.entries++
    counted.bytes += valueEnd - at - entryHeadBytes
    at = valueEnd
  }
}
