// A kind of record in one declaration: where it lies, by which entries it is found, whom it names, and its shape. Putting and
// removing keep the indexes by it, and `windrow check` compares the store with it (check/check-kinds.ts), so that the two
// cannot disagree. What only some records of a kind have to do with each other is checked beside it.
import type * as z from 'zod'
import type { Database } from '../file/environment.ts'
import type { Table } from '../keyspace.ts'
import { putRecord } from '../record.ts'

/** Handed to shapes when they are asked for: nobody but a check loads it. */
export type Zod = typeof z

/** A table whose entries find the records of a kind. */
export interface Index<T> {
  readonly table: Table
  /** Keys of a record's entries; `key` is its own. */
  readonly entries: (record: T, key: Uint8Array) => readonly Buffer[]
  /** What the entries hold of the record, the same for as long as it stands; absent: nothing. */
  readonly value?: (record: T) => Buffer
  /** The key of the record that an entry is about. */
  readonly recordKey: (entry: Buffer, value: Buffer) => Buffer
  /** The entry, as a person can look it up. */
  readonly nameOf: (entry: Buffer) => string
}

export interface Kind<T> {
  readonly table: Table
  readonly shape: (zod: Zod) => z.ZodType<T>
  readonly indexes: readonly Index<T>[]
  /** The record under a key, as a person can look it up. */
  readonly nameOf: (key: Buffer) => string
  /** What is wrong with a key, whatever is stored under it. */
  readonly keyProblem?: (key: Buffer) => string | null
  /** What is wrong with a record of the right shape; null: nothing. */
  readonly problem?: (record: T, key: Buffer) => string | null
  /** The people that a record names, and how it names them: `belongs to`. */
  readonly people: (record: T) => readonly (readonly [how: string, userId: number])[]
}

const nothing = Buffer.alloc(0)

/** What an index holds of a record. */
export const valueIn = <T>(index: Index<T>, record: T): Buffer => index.value?.(record) ?? nothing

/** Stores a record, new or changed, and brings its indexes in line; `before` is what was stored. */
export function putOfKind<T>(db: Database, kind: Kind<T>, key: Buffer, before: T | null, after: T): void {
  putRecord(db, key, after)
  for (const index of kind.indexes) {
    const [old, fresh] = [before === null ? [] : index.entries(before, key), index.entries(after, key)]
    for (const entry of old) if (!fresh.some((each) => each.equals(entry))) void db.remove(entry)
    for (const entry of fresh) {
      if (!old.some((each) => each.equals(entry))) void db.put(entry, valueIn(index, after))
    }
  }
}

/** Removes a record, which is stored, with its entries. */
export function removeOfKind<T>(db: Database, kind: Kind<T>, key: Buffer, stored: T): void {
  void db.remove(key)
  for (const index of kind.indexes) for (const entry of index.entries(stored, key)) void db.remove(entry)
}

/** Pieces of shapes. */
export const piecesOf = (zod: Zod) => ({
  id: zod.int().min(1).max(0xffff_ffff),
  timeMs: zod.int().min(0).max(8_640_000_000_000_000),
  count: zod.int().min(0),
  hash: zod.string().regex(/^[0-9a-f]{64}$/),
})
