// Converts entries of earlier schemas, for upgrades and backups. Entries come in key order and keep their keys. Changes:
//
//   meta schema   the present one
//   records       JSON became lists of the members for most kinds (record.ts); damaged JSON is copied
//   head          JSON, a copy of each layer's last revision, became that revision, as bytes (rows/revision-bytes.ts)
//   revision      JSON became bytes; left out if it is the head
//   both          bytes without a checksum got one, unless they were damaged
import type { Heads, Revision } from '../../domain/row.ts'
import { type Database, putSchema } from '../file/environment.ts'
import { StoreUnusable } from '../file/store-unusable.ts'
import { STORE_SCHEMA } from '../schema-version.ts'
import { writePastEvents } from './past-events.ts'
import { keyOf, keyOfU32, TABLES } from '../file/keyspace.ts'
import { asJson, type Form } from '../file/record.ts'
import { KINDS } from '../records/kinds.ts'
import { layerIn } from '../rows/heads.ts'
import { decodeHeads, decodeRevision, encodeHeads, encodeRevision, withChecksum } from '../rows/revision-bytes.ts'
import { buildSameSource } from '../rows/same-source.ts'

interface Entry {
  readonly key: Buffer
  readonly value: Buffer
}

const schemaKey = keyOf('meta', 'schema')
const [sourcesFrom, bytesFrom, checksumsFrom, listsFrom] = [2, 4, 5, 6]

interface EarlierEntries {
  /** Good until the next call. Null: the entry is dropped. */
  asNow(entry: Entry): Entry | null
  /** Adds entries that the earlier schema lacked: in a transaction, after the last entry. */
  finish(): void
}

/** The caller puts the entries into `db` one by one. Throws `StoreUnusable` on damage. */
export function earlierEntries(schema: number, db: Database): EarlierEntries {
  const changes = new Map<number, (entry: Entry) => Buffer | null>([
    [TABLES.meta, ({ key, value }) => (key.equals(schemaKey) ? Buffer.from(String(STORE_SCHEMA)) : value)],
  ])
  if (schema < listsFrom)
    for (const { table, form } of KINDS)
      if (form !== undefined) changes.set(table.number, (entry) => listed(entry, form))
  if (schema < bytesFrom) {
    changes.set(TABLES.head, headAsNow)
    changes.set(TABLES.revision, (entry) => revisionAsNow(db, entry))
  } else if (schema < checksumsFrom) {
    changes.set(TABLES.head, (entry) => summed(entry, decodeHeads))
    changes.set(TABLES.revision, (entry) => summed(entry, decodeRevision))
  }
  return {
    asNow(entry) {
      const change = changes.get(entry.key[0] as number)
      if (change === undefined) return entry
      const value = change(entry)
      return value === null ? null : { key: entry.key, value }
    },
    finish() {
      if (schema < sourcesFrom) buildSameSource(db)
      writePastEvents(db)
      putSchema(db, STORE_SCHEMA)
    },
  }
}

function listed({ value }: Entry, form: Form<unknown>): Buffer {
  try {
    return form.encode(asJson.decode(value, value.length))
  } catch {
    return value
  }
}

const headAsNow = (entry: Entry): Buffer => madeOf<Heads>(entry, encodeHeads)

/** The row's heads are in `db` already: their keys come first. */
function revisionAsNow(db: Database, entry: Entry): Buffer | null {
  const { key } = entry
  const bytes = db.getBinaryFast(keyOfU32('head', key.readUInt32BE(1)))
  const head = bytes === undefined ? null : decodeHeads(bytes)[layerIn(key)]
  return head?.seq === key.readUInt32BE(6) ? null : madeOf<Revision>(entry, encodeRevision)
}

/** Damaged bytes get no checksum, which would call them good. */
function summed({ value }: Entry, decode: (bytes: Buffer) => unknown): Buffer {
  const record = withChecksum(value)
  try {
    decode(record)
    return record
  } catch {
    return value
  }
}

function madeOf<T>({ key, value }: Entry, encode: (stored: T) => Buffer): Buffer {
  try {
    return encode(JSON.parse(value.toString('utf8')) as T)
  } catch {
    throw new StoreUnusable({ code: 'translation_damaged', ordinal: key.readUInt32BE(1) })
  }
}
