// Checks the buckets of rows with the same source: each row is in the bucket of its hash, and buckets have no other
// entries.
import type { Database } from '../file/environment.ts'
import { readView } from '../rows/read-rows.ts'
import type { RawRow } from '../rows/row-block.ts'
import {
  bucketKey,
  bucketOf,
  bucketsOf,
  entriesIn,
  entryOf,
  hasEntry,
  ordinalIn,
  readBucket,
  settleMovesOf,
} from '../rows/same-source.ts'
import type { Findings } from './check-findings.ts'

/** A large bucket is read by each of its many rows: it is kept in memory. */
const keptBytesMin = 8 * 1024
/** If the kept buckets have more bytes than this, all are dropped. */
const keptBytesMax = 32 * 1024 * 1024
const bucketsPerStep = 256

export class SameSourceCheck {
  readonly #db: Database
  readonly #findings: Findings
  readonly #kept = new Map<string, Buffer>()
  #keptBytes = 0
  #right = 0

  constructor(db: Database, findings: Findings) {
    this.#db = db
    this.#findings = findings
  }

  /** Requires an entry for a visible row, unless it is a service row (nothing to translate). */
  expect(ordinal: number, row: RawRow): void {
    if (row.isServiceRow) return
    const key = bucketKey(row.hash)
    const entry = entryOf(row.hash, ordinal)
    const bucket = this.#bucket(key)
    if (bucket !== undefined && (hasEntry(bucket, entry) || isAnywhereIn(bucket, entry))) this.#right++
    else this.#findings.add('same_source', `row ${ordinal}`, 'is missing', (db) => changeBucket(db, key, entry))
  }

  /** The bucket's bytes, good until the next read. */
  #bucket(key: Buffer): Buffer | undefined {
    const name = key.toString('latin1')
    const known = this.#kept.get(name)
    if (known !== undefined) return known
    const stored = readBucket(this.#db, key)
    if (stored === undefined) return undefined
    const borrowed = Buffer.from(stored.buffer, stored.byteOffset, stored.length)
    if (borrowed.length < keptBytesMin) return borrowed
    const bucket = Buffer.from(borrowed)
    if (this.#keptBytes + bucket.length > keptBytesMax) {
      this.#kept.clear()
      this.#keptBytes = 0
    }
    this.#kept.set(name, bucket)
    this.#keptBytes += bucket.length
    return bucket
  }

  /** Reports entries without a row. `isUnsure`: the row is unreadable, so its entry may be right. */
  *finish(isUnsure: (ordinal: number) => boolean): Generator<void> {
    let count = 0
    let buckets = 0
    for (const { key, bucket } of bucketsOf(this.#db)) {
      if (++buckets % bucketsPerStep === 0) yield
      const entries = [...entriesIn(bucket)]
      count += entries.length
      if (Buffer.concat(entries).length === bucket.length) continue
      const cut = (db: Database): void => changeBucket(db, key, null)
      this.#findings.add('same_source', `sources ${key.toString('hex', 1)}`, 'ends in the middle of an entry', cut)
    }
    this.#findings.count('same_source', count)
    if (count === this.#right) return
    for (const { key, bucket } of bucketsOf(this.#db)) {
      const seen = new Set<string>()
      for (const entry of entriesIn(bucket)) {
        const ordinal = ordinalIn(entry)
        if (seen.has(nameOf(entry))) {
          const once = (db: Database): void => changeBucket(db, key, null)
          this.#findings.add('same_source', `row ${ordinal}`, 'is listed twice', once)
          continue
        }
        seen.add(nameOf(entry))
        if (isUnsure(ordinal) || isOfRow(this.#db, key, entry)) continue
        const remove = (db: Database): void => changeBucket(db, key, null, entry)
        this.#findings.add('same_source', `row ${ordinal}`, 'is listed under a source that is not its own', remove)
      }
    }
  }
}

const nameOf = (entry: Buffer): string => entry.toString('latin1')

/** Finds an entry by looking at each, because a damaged bucket may be out of order. */
const isAnywhereIn = (bucket: Buffer, entry: Buffer): boolean => {
  for (const each of entriesIn(bucket)) if (each.equals(entry)) return true
  return false
}

function isOfRow(db: Database, key: Buffer, entry: Buffer): boolean {
  const ordinal = ordinalIn(entry)
  const row = readView(db, ordinal)
  if (row === null || row.isServiceRow) return false
  const hash = row.bytes.subarray(row.hash.start, row.hash.end)
  return bucketKey(hash).equals(key) && entryOf(hash, ordinal).equals(entry)
}

/** Stores a bucket with one more entry, or without one. It drops what is no whole entry, and doubles. */
function changeBucket(db: Database, key: Buffer, more: Buffer | null, without: Buffer | null = null): void {
  settleMovesOf(db, key)
  const stored = db.getBinary(key)
  const kept = stored === undefined ? [] : [...entriesIn(Buffer.from(stored))].filter((each) => !without?.equals(each))
  const entries = new Map([...kept, ...(more === null ? [] : [more])].map((entry) => [nameOf(entry), entry]))
  if (entries.size > 0) void db.put(key, bucketOf([...entries.values()]))
  else void db.remove(key)
}
