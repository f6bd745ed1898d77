// The declaration of a kind of record: its tables and their numbers, its indexes, the people it names, its shape.
// Reading, writing and `windrow check` (check/check-records.ts) all use it, so they cannot disagree. Tables are
// drawn in kinds.ts, which does not compile until it lists the kind of each.
import { checksumOf } from '../../base/checksum.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, type NumberedTable, type RecordTable, u32 } from '../file/keyspace.ts'
import {
  asJson,
  entriesUnder,
  type Form,
  getIn,
  getRecord,
  keysUnder,
  putRecord,
  type RangeBounds,
} from '../file/record.ts'
import { StoreUnusable } from '../file/store-unusable.ts'
import type { Member } from './members.ts'

// Members are methods, so that kinds of different records fit into one list.

export interface Index<T> {
  readonly table: RecordTable
  entries(record: T, key: Uint8Array): readonly Buffer[]
  /** The same for all of a record's entries, and it never changes. Without this method the values are empty. */
  value?(record: T, key: Uint8Array): Buffer
  recordKey(entry: Buffer, value: Buffer): Buffer
  nameOf(entry: Buffer): string
}

export interface Kind<T> {
  readonly table: RecordTable
  /** True: neither the record nor its indexes are in backups. */
  readonly isLeftOut?: true
  /** How values are encoded; absent: as JSON. */
  readonly form?: Form<T>
  shape: Member<T>
  /** Absent: none. */
  readonly indexes?: readonly Index<T>[]
  /** How messages call the record; absent: the table's name and the number in the key. */
  nameOf?(key: Buffer): string
  /** The fault of a key, regardless of its value. */
  keyProblem?(key: Buffer): string | null
  /** The fault of a record of the right shape. `lastTimeMs`: the time of the latest write. */
  problem?(record: T, key: Buffer, lastTimeMs: number): string | null
  /** The people that a record names, each with the relation: `belongs to`. */
  people?(record: T): readonly (readonly [how: string, userId: number])[]
}

type WithId = { readonly id: number }

/** A kind whose records have ids that count from 1, which are their keys. */
export interface NumberedKind<T extends WithId> extends Kind<T> {
  readonly table: NumberedTable
}

const nothing = Buffer.alloc(0)

export const valueIn = <T>(index: Index<T>, record: T, key: Uint8Array): Buffer => index.value?.(record, key) ?? nothing

const checksumBytes = 4

/**
 * How the record under a key is stored: in the form of its kind, then
 *   u32  checksum of these bytes, xor the checksum of the key: a record under another key than its own is damage, too
 */
export function formAt<T>({ table, form = asJson as Form<T> }: Kind<T>, key: Uint8Array): Form<T> {
  const sumOf = (bytes: Uint8Array, end: number): number => checksumOf(bytes, 0, end) ^ checksumOf(key, 0)
  return {
    encode(record) {
      const bytes = form.encode(record)
      const stored = Buffer.allocUnsafe(bytes.length + checksumBytes)
      stored.set(bytes)
      stored.writeInt32LE(sumOf(bytes, bytes.length), bytes.length)
      return stored
    },
    decode(bytes, length) {
      const end = length - checksumBytes
      if (end < 0 || bytes.readInt32LE(end) !== sumOf(bytes, end))
        throw new StoreUnusable({ code: 'stored_record_damaged', table: table.name })
      return form.decode(bytes, end)
    },
  }
}

export const readOfKind = <T>(db: Database, kind: Kind<T>, key: Uint8Array): T | undefined =>
  getIn(db, formAt(kind, key), key)

/** All records with their keys, or those in a range. */
export function* recordsOfKind<T>(
  db: Database,
  kind: Kind<T>,
  bounds: RangeBounds = { prefix: keyOf(kind.table) },
): Generator<{ readonly key: Buffer; readonly value: T }> {
  for (const { key, value } of entriesUnder(db, bounds))
    yield { key, value: formAt(kind, key).decode(value, value.length) }
}

export function putOfKind<T>(db: Database, kind: Kind<T>, key: Buffer, before: T | null, after: T): void {
  void db.put(key, formAt(kind, key).encode(after))
  for (const index of kind.indexes ?? []) {
    const [old, fresh] = [before === null ? [] : index.entries(before, key), index.entries(after, key)]
    for (const entry of old) if (!fresh.some((each) => each.equals(entry))) void db.remove(entry)
    for (const entry of fresh) {
      if (!old.some((each) => each.equals(entry))) void db.put(entry, valueIn(index, after, key))
    }
  }
}

export function removeOfKind<T>(db: Database, kind: Kind<T>, key: Buffer, stored: T): void {
  void db.remove(key)
  for (const index of kind.indexes ?? []) for (const entry of index.entries(stored, key)) void db.remove(entry)
}

/** All records, or those in a range. */
export function* allOfKind<T>(db: Database, kind: Kind<T>, bounds?: RangeBounds): Generator<T> {
  for (const { value } of recordsOfKind(db, kind, bounds)) yield value
}

/** The records of a kind, the newest first. */
export function latestOfKind<T extends WithId>(
  db: Database,
  kind: NumberedKind<T>,
  beforeId?: number,
  limit?: number,
): Generator<T> {
  const { table } = kind
  const from = beforeId === undefined ? undefined : keyOf(table, u32(Math.max(0, beforeId - 1)))
  return allOfKind(db, kind, {
    prefix: keyOf(table),
    reverse: true,
    ...(from !== undefined && { from }),
    ...(limit !== undefined && { limit }),
  })
}

/** Where ids above this one begin. Clients may ask for those above the largest that a key can hold; none gets that far. */
export const idAfter = (id: number): number => Math.min(id + 1, 0xffff_ffff)

/** At most `limit` records of a kind whose ids are above `after`, ascending. */
export function recordsAfter<T extends WithId>(db: Database, kind: NumberedKind<T>, after: number, limit: number): T[] {
  const { table } = kind
  return [...allOfKind(db, kind, { prefix: keyOf(table), from: keyOf(table, u32(idAfter(after))), limit })]
}

/** The records whose ids stand at the end of the keys in a range, in the order of the keys, read on demand. */
export function* recordsNamedIn<T extends WithId>(
  db: Database,
  kind: NumberedKind<T>,
  bounds: RangeBounds,
): Generator<T, undefined> {
  for (const key of keysUnder(db, bounds)) {
    const record = readNumbered(db, kind, key.readUInt32BE(key.length - 4))
    if (record !== undefined) yield record
  }
}

/** For an index whose entries end with the record's id. `what` stands before the id in messages. */
export const idAtEnd = (of: RecordTable, what: string) => ({
  recordKey: (entry: Buffer) => keyOf(of, u32(entry.readUInt32BE(entry.length - 4))),
  nameOf: (entry: Buffer) => `${what} ${entry.readUInt32BE(entry.length - 4)}`,
})

/** Makes the check that a record has the id of its key. `what` stands before the id in the message. */
export const callsItself =
  (what: '' | `${string} `) =>
  ({ id }: WithId, key: Buffer): string | null =>
    id === key.readUInt32BE(1) ? null : `calls itself ${what}${id}`

export const readNumbered = <T extends WithId>(db: Database, kind: NumberedKind<T>, id: number): T | undefined =>
  readOfKind(db, kind, keyOf(kind.table, u32(id)))

export const putNumbered = <T extends WithId>(db: Database, kind: NumberedKind<T>, before: T | null, after: T): void =>
  putOfKind(db, kind, keyOf(kind.table, u32(after.id)), before, after)

export const removeNumbered = <T extends WithId>(db: Database, kind: NumberedKind<T>, stored: T): void =>
  removeOfKind(db, kind, keyOf(kind.table, u32(stored.id)), stored)

export interface Counted {
  readonly name: string
  readonly hasIds: true
}

/** Reverts have a number and no record. */
export const REVERT: Counted = { name: 'revert', hasIds: true }
/** Gives numbers to the runs that write from memory; a run has no record. */
export const MEMORY_RUN: Counted = { name: 'memory_run', hasIds: true }
/** Gives numbers to work that writes its values aside (file/aside.ts). */
export const ASIDE: Counted = { name: 'aside', hasIds: true }

export const nameOfNext = ({ name }: Counted): string => `next_${name}`
const keyOfNext = (of: Counted): Buffer => keyOf('meta', nameOfNext(of))

/** The id that the next record will get. It is valid while the caller keeps others from taking it. */
export const upcomingId = (db: Database, of: Counted): number => getRecord<number>(db, keyOfNext(of)) ?? 1

/** Takes the next id; none is ever given twice. `expected`: the id that the caller has used already, from `upcomingId`. */
export function nextId({ db }: { readonly db: Database }, of: Counted, expected?: number): number {
  const id = upcomingId(db, of)
  if (expected !== undefined && expected !== id)
    throw new Error(`${of.name} ${expected} was given to somebody else meanwhile`)
  putRecord(db, keyOfNext(of), id + 1)
  return id
}

/** Returns the first of `count` ids, none below `least`. */
export function takeIds(db: Database, of: Counted, count: number, least = 1): number {
  const first = Math.max(least, upcomingId(db, of))
  putRecord(db, keyOfNext(of), first + count)
  return first
}
