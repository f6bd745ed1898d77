// Entries of an earlier schema in their present form, for upgraded stores and for backups.
// Entries come in key order and keep their keys. What changes:
//
//   meta schema   the present one
//   records       were JSON: now most kinds are lists of their members (record.ts); damaged JSON stays as it is, and damaged
//   head          was JSON, a copy of each layer's last revision: now it is that revision, as bytes (rows/revision-bytes.ts)
//   revision      was JSON; one that its head says is left out
//   both          were bytes without a checksum; one that was damaged stays as it is, and so damaged
import type { Heads, Revision } from '../../domain/row.ts'
import { type Database, putSchema } from '../file/environment.ts'
import { StoreUnusable } from '../file/store-unusable.ts'
import { STORE_SCHEMA } from '../schema-version.ts'
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
/** The first schemas that know rows by their source, and that have bytes for heads, checksums in them, and lists for records. */
const [sourcesFrom, bytesFrom, checksumsFrom, listsFrom] = [2, 4, 5, 6]

interface EarlierEntries {
  /** The entry as it is now, its value good until the next call; null: there is none any more. */
  asNow(entry: Entry): Entry | null
  /** Adds what the earlier schema did not have. Call it in a transaction, behind the last entry. */
  finish(): void
}

/** Reads entries of `schema` for `db`, which they are put into one by one. Throws `StoreUnusable` where one is damaged. */
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

/** Heads come before revisions: those of its row are there already. */
function revisionAsNow(db: Database, entry: Entry): Buffer | null {
  const { key } = entry
  const bytes = db.getBinaryFast(keyOfU32('head', key.readUInt32BE(1)))
  const head = bytes === undefined ? null : decodeHeads(bytes)[layerIn(key)]
  return head?.seq === key.readUInt32BE(6) ? null : madeOf<Revision>(entry, encodeRevision)
}

/** What can't be read gets no checksum, which would call it good. */
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
