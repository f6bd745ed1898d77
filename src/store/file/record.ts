// Encodes the values of tables that are not hot: as JSON, or as a list of the record's members in MessagePack (`asList`).
import type { Packr } from 'msgpackr'
import type { Database, Entry } from './environment.ts'
import { keyAfter } from './keyspace.ts'
import { loadPackr } from '../lazy-packr.ts'

export interface Form<T> {
  encode(value: T): Buffer
  /** Decodes the first `length` bytes: `getBinaryFast` returns a longer buffer. Throws on damage. */
  decode(bytes: Buffer, length: number): T
}

export const asJson: Form<unknown> = {
  encode: (value) => Buffer.from(JSON.stringify(value)),
  decode: (bytes, length) => JSON.parse(bytes.toString('utf8', 0, length)) as unknown,
}

let made: Packr | null = null
/** msgpackr without its extension for records, so that any MessagePack decoder can read the values. */
const packr = () => (made ??= new (loadPackr())({ useRecords: false }))

/**
 * A list of the members without their names. An absent member is `undefined`, or missing at the end. Stored records
 * depend on the order: a new member goes to the end.
 */
export function asList<T extends object>(members: readonly (keyof T)[]): Form<T> {
  return {
    encode(record) {
      let count = members.length
      while (count > 0 && record[members[count - 1] as keyof T] === undefined) count--
      const values: unknown[] = []
      for (let i = 0; i < count; i++) values.push(record[members[i] as keyof T])
      return packr().pack(values)
    },
    decode(bytes, length) {
      const values = packr().unpack(bytes, length) as unknown
      if (!Array.isArray(values) || values.length > members.length) throw new Error('a stored record is damaged')
      const record: Partial<Record<keyof T, unknown>> = {}
      for (let i = 0; i < values.length; i++)
        if (values[i] !== undefined) record[members[i] as keyof T] = values[i] as unknown
      return record as T
    },
  }
}

/** Reads a value, whose type is unchecked here; `windrow check` verifies it. */
export function getIn<T>(db: Database, form: Form<T>, key: Uint8Array): T | undefined {
  const bytes = db.getBinaryFast(key)
  return bytes === undefined ? undefined : form.decode(bytes, bytes.length)
}

export const getRecord = <T>(db: Database, key: Uint8Array): T | undefined => getIn(db, asJson as Form<T>, key)

export function putRecord(db: Database, key: Uint8Array, value: unknown): void {
  void db.put(key, asJson.encode(value))
}

export function removeEntry(db: Database, key: Uint8Array): boolean {
  if (!db.doesExist(key)) return false
  void db.remove(key)
  return true
}

export interface RangeBounds {
  readonly prefix: Uint8Array
  /** Where the range begins, if not at the prefix itself. */
  readonly from?: Uint8Array
  readonly reverse?: boolean
  readonly limit?: number
}

export function rangeOf({ prefix, from, reverse, limit }: RangeBounds): {
  start: Uint8Array
  end: Uint8Array
  reverse?: boolean
  exclusiveStart?: boolean
  limit?: number
} {
  // A backward range begins at the key after the prefix, which may be the only key of the next table.
  const bounds = reverse
    ? { start: from ?? keyAfter(prefix), end: prefix, reverse: true, exclusiveStart: from === undefined }
    : { start: from ?? prefix, end: keyAfter(prefix) }
  return limit === undefined ? bounds : { ...bounds, limit }
}

export function* records<T>(db: Database, bounds: RangeBounds): Generator<{ readonly key: Buffer; readonly value: T }> {
  for (const { key, value } of entriesUnder(db, bounds)) yield { key, value: asJson.decode(value, value.length) as T }
}

/** The entries of a range as copies: the engine's bytes are good only until the next read. */
export function* entriesUnder(db: Database, bounds: RangeBounds): Generator<Entry, undefined> {
  for (const { key, value } of db.getRange(rangeOf(bounds))) yield { key: Buffer.from(key), value: Buffer.from(value) }
}

export function* keysUnder(db: Database, bounds: RangeBounds): Generator<Buffer> {
  for (const key of db.getKeys(rangeOf(bounds))) yield Buffer.from(key)
}

/** The first key of a range; undefined: the range is empty. */
export function firstKey(db: Database, bounds: RangeBounds): Buffer | undefined {
  for (const key of keysUnder(db, { ...bounds, limit: 1 })) return key
  return undefined
}
