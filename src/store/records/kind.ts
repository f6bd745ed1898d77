// A kind of record in one declaration: its tables with their numbers, by which entries it is found, whom it names, and its
// shape. Reading, putting and removing go by it and keep the indexes, and `windrow check` compares the store with it
// (check/check-kinds.ts), so that they cannot disagree. What only some records of a kind have to do with each other, or with
// rows, is checked beside it. All kinds are listed in kinds.ts.
// A declaration also tells the compiler its table and its record (`declare module`, see Records). Without that it does not
// compile; with it the list of kinds.ts does not compile until the kind stands there.
import type * as z from 'zod'
import type { Database } from '../file/environment.ts'
import { keyOf, type NumberedTable, type RecordTable, u32 } from '../file/keyspace.ts'
import { asJson, type Form, getIn, type RangeBounds, recordsIn } from '../file/record.ts'

/** Handed to shapes when they are asked for: nobody but a check loads it. */
export type Zod = typeof z

/** What lies in the tables of records, by name: each declaration adds its own here. */
export interface Records {}

// Members are written as methods, so that kinds of different records fit into one list.

/** A table whose entries find the records of a kind. */
export interface Index<T> {
  readonly table: RecordTable
  /** Keys of a record's entries; `key` is its own. */
  entries(record: T, key: Uint8Array): readonly Buffer[]
  /** What the entries hold of the record, the same for as long as it stands; absent: nothing. */
  value?(record: T, key: Uint8Array): Buffer
  /** The key of the record that an entry is about. */
  recordKey(entry: Buffer, value: Buffer): Buffer
  /** The entry, as a person can look it up. */
  nameOf(entry: Buffer): string
}

export interface Kind<T> {
  readonly table: RecordTable & { readonly name: keyof Records }
  /** Not in backups, indexes neither. */
  readonly isLeftOut?: true
  /** How its records are stored; absent: as JSON. */
  readonly form?: Form<T>
  shape(zod: Zod): z.ZodType<T>
  readonly indexes: readonly Index<T>[]
  /** The record under a key, as a person can look it up; absent: the table's name and the number behind it. */
  nameOf?(key: Buffer): string
  /** What is wrong with a key, whatever is stored under it. */
  keyProblem?(key: Buffer): string | null
  /** What is wrong with a record of the right shape; null: nothing. `lastTimeMs` is the time of the latest write. */
  problem?(record: T, key: Buffer, lastTimeMs: number): string | null
  /** The people that a record names, and how it names them: `belongs to`. */
  people?(record: T): readonly (readonly [how: string, userId: number])[]
}

type WithId = { readonly id: number }

/** A kind whose records have ids that count from 1, and lie under them. */
export interface NumberedKind<T extends WithId> extends Kind<T> {
  readonly table: NumberedTable & { readonly name: keyof Records }
}

const nothing = Buffer.alloc(0)

/** What an index holds of a record. */
export const valueIn = <T>(index: Index<T>, record: T, key: Uint8Array): Buffer => index.value?.(record, key) ?? nothing

export const formOf = <T>({ form }: Kind<T>): Form<T> => form ?? (asJson as Form<T>)

/** The record under a key, or undefined. */
export const readOfKind = <T>(db: Database, kind: Kind<T>, key: Uint8Array): T | undefined =>
  getIn(db, formOf(kind), key)

/** All records of a kind, or those in a range of its keys, with their keys. */
export const recordsOfKind = <T>(
  db: Database,
  kind: Kind<T>,
  bounds: RangeBounds = { prefix: keyOf(kind.table) },
): Generator<{ readonly key: Buffer; readonly value: T }> => recordsIn(db, formOf(kind), bounds)

/** Stores a record, new or changed, and brings its indexes in line; `before` is what was stored. */
export function putOfKind<T>(db: Database, kind: Kind<T>, key: Buffer, before: T | null, after: T): void {
  void db.put(key, formOf(kind).encode(after))
  for (const index of kind.indexes) {
    const [old, fresh] = [before === null ? [] : index.entries(before, key), index.entries(after, key)]
    for (const entry of old) if (!fresh.some((each) => each.equals(entry))) void db.remove(entry)
    for (const entry of fresh) {
      if (!old.some((each) => each.equals(entry))) void db.put(entry, valueIn(index, after, key))
    }
  }
}

/** Removes a record, which is stored, with its entries. */
export function removeOfKind<T>(db: Database, kind: Kind<T>, key: Buffer, stored: T): void {
  void db.remove(key)
  for (const index of kind.indexes) for (const entry of index.entries(stored, key)) void db.remove(entry)
}

/** All records of a kind, in the order of their keys. */
export function* allOfKind<T>(db: Database, kind: Kind<T>): Generator<T> {
  for (const { value } of recordsOfKind(db, kind)) yield value
}

/** Newest first, from below `beforeId` if given. */
export function* latestOfKind<T extends WithId>(db: Database, kind: NumberedKind<T>, beforeId?: number): Generator<T> {
  const { table } = kind
  const from = beforeId === undefined ? undefined : keyOf(table, u32(Math.max(0, beforeId - 1)))
  const bounds = { prefix: keyOf(table), reverse: true, ...(from !== undefined && { from }) }
  for (const { value } of recordsOfKind(db, kind, bounds)) yield value
}

/** The problem of a record that carries another id than it lies under. `what` stands before it. */
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

/** Pieces of shapes. */
export const piecesOf = (zod: Zod) => ({
  id: zod.int().min(1).max(0xffff_ffff),
  timeMs: zod.int().min(0).max(8_640_000_000_000_000),
  count: zod.int().min(0),
  hash: zod.string().regex(/^[0-9a-f]{64}$/),
})
