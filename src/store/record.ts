// JSON records: how every table that is not hot keeps its values.
import { keyAfter } from './keyspace.ts'
import type { Database } from './file/environment.ts'

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** The record under a key, or undefined. The type is what this table's writer put there (`windrow check` verifies it). */
export function getRecord<T>(db: Database, key: Uint8Array): T | undefined {
  const bytes = db.getBinaryFast(key)
  return bytes === undefined ? undefined : (JSON.parse(bytes.toString('utf8', 0, bytes.length)) as T)
}

export function putRecord(db: Database, key: Uint8Array, value: unknown): void {
  void db.put(key, bytesOf(value))
}

export function putBytes(db: Database, key: Uint8Array, value: Uint8Array): void {
  void db.put(key, value)
}

/** Removes an entry; true when there was one. */
export function removeEntry(db: Database, key: Uint8Array): boolean {
  if (!db.doesExist(key)) return false
  void db.remove(key)
  return true
}

interface RangeBounds {
  /** Entries whose key begins with this. */
  readonly prefix: Uint8Array
  /** First key, in place of the prefix's beginning. */
  readonly from?: Uint8Array
  readonly reverse?: boolean
  readonly limit?: number
}

/** LMDB's range for all keys under a prefix. */
export function rangeOf({ prefix, from, reverse, limit }: RangeBounds): {
  start: Uint8Array
  end: Uint8Array
  reverse?: boolean
  exclusiveStart?: boolean
  limit?: number
} {
  // Backwards the range begins at the key behind the prefix, which may be there: the only key of the next table.
  const bounds = reverse
    ? { start: from ?? keyAfter(prefix), end: prefix, reverse: true, exclusiveStart: from === undefined }
    : { start: from ?? prefix, end: keyAfter(prefix) }
  return limit === undefined ? bounds : { ...bounds, limit }
}

/** All records under a prefix, in key order (or backwards). */
export function* records<T>(db: Database, bounds: RangeBounds): Generator<{ key: Buffer; value: T }> {
  for (const { key, value } of db.getRange(rangeOf(bounds))) {
    yield { key: Buffer.from(key), value: JSON.parse(Buffer.from(value).toString('utf8')) as T }
  }
}

export function* keysUnder(db: Database, bounds: RangeBounds): Generator<Buffer> {
  for (const key of db.getKeys(rangeOf(bounds))) yield Buffer.from(key)
}
