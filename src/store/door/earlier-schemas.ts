// Brings stores and backups of earlier schemas over into an empty database: converts their entries, and writes the events that
// they lack.
import { eventOfAudit, eventOfImport, type Told } from '../../domain/events.ts'
import { eventsKept } from '../../domain/limits.ts'
import type { Heads, Revision } from '../../domain/row.ts'
import { append, type Database, type Entry, putSchema, readSchema } from '../file/environment.ts'
import { keyOf, keyOfU32, TABLES } from '../file/keyspace.ts'
import { asJson, type Form } from '../file/record.ts'
import { StoreUnusable } from '../file/store-unusable.ts'
import { AUDIT_ENTRIES } from '../records/audit.ts'
import { EventWriter, lastEventId } from '../records/events.ts'
import { IMPORTS } from '../records/imports.ts'
import { formAt, type Kind, type NumberedKind, readNumbered, upcomingId } from '../records/kind.ts'
import { KINDS } from '../records/kinds.ts'
import { layerIn } from '../rows/heads.ts'
import { decodeHeads, decodeRevision, encodeHeads, encodeRevision, withChecksum } from '../rows/revision-bytes.ts'
import { buildSameSource } from '../rows/same-source.ts'
import { STORE_SCHEMA } from '../schema-version.ts'
import type { Store } from '../store.ts'
import { openSnapshot } from '../view.ts'

interface Past {
  readonly id: number
  readonly atMs: number
  readonly userId: number | null
}

/**
 * Writes the events of imports and audited changes that are older than the log of events, at upgrades and restores, so
 * that readers need the log only. Work on texts gets none: its sums by the hour are older than the log. Does nothing if
 * the log has begun. Call it in a transaction.
 */
function writePastEvents(db: Database): void {
  if (lastEventId(db) > 0) return
  const past = [
    ...toldOf(db, IMPORTS, ({ id, files, report }) => eventOfImport(id, files, report)),
    ...toldOf(db, AUDIT_ENTRIES, ({ action, subject, details }) => eventOfAudit(action, subject, details)),
  ]
  for (const { atMs, userId, told } of past.toSorted((a, b) => a.atMs - b.atMs).slice(-eventsKept)) {
    const events = new EventWriter(db, atMs)
    events.tell(userId, told)
    events.finish()
  }
}

/** What the records of a kind tell the log of events. Damaged records are skipped; `windrow check` reports them. */
function* toldOf<T extends Past>(db: Database, kind: NumberedKind<T>, tell: (record: T) => Told | null) {
  for (let id = 1; id < upcomingId(db, kind.table); id++) {
    try {
      const record = readNumbered(db, kind, id)
      const told = record === undefined ? null : tell(record)
      if (record !== undefined && told !== null) yield { atMs: record.atMs, userId: record.userId, told }
    } catch {}
  }
}

// Converts entries of earlier schemas, for upgrades and backups. Entries come in key order and keep their keys. Changes:
//
//   meta schema   the present one
//   records       JSON became lists of the members for most kinds (record.ts), and each got a checksum (records/kind.ts); damaged ones
//                 are copied as they are, because a checksum would call them good
//   head          JSON, a copy of each layer's last revision, became that revision, as bytes (rows/revision-bytes.ts)
//   revision      JSON became bytes; left out if it is the head
//   both          bytes without a checksum got one, unless they were damaged

const schemaKey = keyOf('meta', 'schema')
const [sourcesFrom, bytesFrom, checksumsFrom, listsFrom, recordChecksumsFrom] = [2, 4, 5, 6, 8]

interface EarlierEntries {
  /** The entry in the present form, good until the next call. Null: it is dropped. */
  asNow(entry: Entry): Entry | null
  /** Adds entries that the earlier schema lacked: in a transaction, after the last entry. */
  finish(): void
}

/** Converts entries one by one; the caller puts them into `db`. Throws `StoreUnusable` on damage. */
export function earlierEntries(schema: number, db: Database): EarlierEntries {
  const changes = new Map<number, (entry: Entry) => Buffer | null>([
    [TABLES.meta, ({ key, value }) => (key.equals(schemaKey) ? Buffer.from(String(STORE_SCHEMA)) : value)],
  ])
  if (schema < recordChecksumsFrom)
    for (const kind of KINDS) {
      const form = schema < listsFrom ? asJson : (kind.form ?? asJson)
      changes.set(kind.table.number, (entry) => recordAsNow(entry, kind, form))
    }
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

function recordAsNow({ key, value }: Entry, kind: Kind<unknown>, form: Form<unknown>): Buffer {
  try {
    const record = form.decode(value, value.length)
    return form.encode(record).equals(value) ? formAt(kind, key).encode(record) : value
  } catch {
    return value
  }
}

const headAsNow = (entry: Entry): Buffer => madeOf<Heads>(entry, encodeHeads)

/** Converts a revision; null: it is a head. The row's heads are in `db` already, because their keys come first. */
function revisionAsNow(db: Database, entry: Entry): Buffer | null {
  const { key } = entry
  const bytes = db.getBinaryFast(keyOfU32('head', key.readUInt32BE(1)))
  const head = bytes === undefined ? null : decodeHeads(bytes)[layerIn(key)]
  return head?.seq === key.readUInt32BE(6) ? null : madeOf<Revision>(entry, encodeRevision)
}

/** Adds a checksum to a record that decodes. Damaged bytes get none, which would call them good. */
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

const entriesAtOnce = 20_000

/**
 * Copies a store of an earlier schema, converted, into an empty database. Copies in key order, so that pages are full.
 * Throws `StoreUnusable` on damage.
 */
export async function writeAnew(
  store: Store,
  db: Database,
  breathe: () => Promise<void>,
  onEntries: (done: number, total: number) => void,
): Promise<void> {
  using snapshot = openSnapshot(store)
  const changes = earlierEntries(readSchema(snapshot.db), db)
  const total = snapshot.db.getKeysCount({ start: Buffer.from([0]) })
  // The table `aside` is left out: reading a range follows pointers to it, so its values come under their own keys.
  const ranges = [
    { start: Buffer.from([0]), end: Buffer.from([TABLES.aside]) },
    { start: Buffer.from([TABLES.aside + 1]) },
  ]
  let done = 0
  for (const range of ranges) {
    const source = snapshot.db.getRange(range)[Symbol.iterator]()
    const writeSome = (): boolean => {
      for (let count = 0; count < entriesAtOnce; count++) {
        const next = source.next()
        if (next.done === true) return false
        const entry = changes.asNow({ key: Buffer.from(next.value.key), value: Buffer.from(next.value.value) })
        if (entry !== null && !append(db, entry)) throw new Error('broken assumption: entries are out of order')
        done++
      }
      return true
    }
    for (let isMore = true; isMore; onEntries(done, total)) {
      isMore = db.transactionSync(writeSome)
      await breathe()
    }
  }
  db.transactionSync(() => changes.finish())
}
