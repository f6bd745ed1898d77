// An index of rows by source, so that a text is translated once for all its copies: all visible rows except service
// rows, by the first eight bytes of the source hash. A write must compare whole hashes. Only imports change the index.
//
//   key     u16  first two bytes of the hash
//   value   entries, ascending by ordinal:  6 bytes  the next six of the hash · u32 ordinal (little-endian)
import type { Database } from '../file/environment.ts'
import { keyOf, ROWS_PER_BLOCK, TABLES } from '../file/keyspace.ts'
import { rangeOf } from '../file/record.ts'
import { type RawRow, rowView } from './row-block.ts'

const keyHashBytes = 2
const restBytes = 6
const entryBytes = restBytes + 4

export const bucketKey = (hash: Uint8Array): Buffer => keyOf('same_source', hash.subarray(0, keyHashBytes))

export function entryOf(hash: Uint8Array, ordinal: number): Buffer {
  const entry = Buffer.alloc(entryBytes)
  entry.set(hash.subarray(keyHashBytes, keyHashBytes + restBytes))
  entry.writeUInt32LE(ordinal, restBytes)
  return entry
}

export function* entriesIn(bucket: Buffer): Generator<Buffer> {
  for (let at = 0; at + entryBytes <= bucket.length; at += entryBytes) yield bucket.subarray(at, at + entryBytes)
}

/** Binary search, because a frequent text fills a bucket. */
export function hasEntry(bucket: Buffer, entry: Buffer): boolean {
  const ordinal = ordinalIn(entry)
  let [low, high] = [0, Math.floor(bucket.length / entryBytes)]
  while (low < high) {
    const middle = (low + high) >> 1
    if (bucket.readUInt32LE(middle * entryBytes + restBytes) < ordinal) low = middle + 1
    else high = middle
  }
  const at = low * entryBytes
  return at + entryBytes <= bucket.length && bucket.compare(entry, 0, entryBytes, at, at + entryBytes) === 0
}

export const ordinalIn = (entry: Buffer): number => entry.readUInt32LE(restBytes)

export function rowsWithSource(db: Database, sourceHash: string): number[] {
  const found: number[] = []
  eachWithSource(db, sourceHash, (ordinal) => found.push(ordinal))
  return found
}

export function countWithSource(db: Database, sourceHash: string): number {
  let count = 0
  eachWithSource(db, sourceHash, () => count++)
  return count
}

/** Hot: 11,000 entries for a text that one row in a hundred has. The bucket is borrowed: `visit` must not read. */
function eachWithSource(db: Database, sourceHash: string, visit: (ordinal: number) => void): void {
  const hash = Buffer.from(sourceHash, 'hex')
  const bucket = db.getBinaryFast(bucketKey(hash))
  if (bucket === undefined) return
  const [first, last] = [hash.readUInt32LE(keyHashBytes), hash.readUInt16LE(keyHashBytes + 4)]
  for (let at = 0; at + entryBytes <= bucket.length; at += entryBytes) {
    if (bucket.readUInt32LE(at) === first && bucket.readUInt16LE(at + 4) === last) {
      visit(bucket.readUInt32LE(at + restBytes))
    }
  }
}

const changeBytes = 13
/** Pieces of 26 kB, so that drawers with few changes take little memory. */
const changesPerPiece = 2048
/** Changes are sorted into drawers by the first six bits of the hash. */
const drawers = 64
const drawerOf = (hash: Uint8Array): number => (hash[0] as number) >> 2
const bucketsPerDrawer = 0x10000 / drawers
interface Drawer {
  pieces: Buffer[]
  count: number
}

/**
 * The changes of an import, 13 bytes a row. Stored data takes memory in the transaction, so each drawer is freed
 * before.
 */
export class SameSourceWriter {
  readonly #db: Database
  readonly #drawers = Array.from({ length: drawers }, (): Drawer => ({ pieces: [], count: 0 }))

  constructor(db: Database) {
    this.#db = db
  }

  /** Null: no such row. */
  move(ordinal: number, before: RawRow | null, after: RawRow | null): void {
    if (before !== null && !before.isServiceRow) this.#note(before.hash, ordinal, false)
    if (after !== null && !after.isServiceRow) this.#note(after.hash, ordinal, true)
  }

  #note(hash: Uint8Array, ordinal: number, isAdded: boolean): void {
    const drawer = this.#drawers[drawerOf(hash)] as Drawer
    const place = drawer.count++ % changesPerPiece
    if (place === 0) drawer.pieces.push(Buffer.allocUnsafeSlow(changeBytes * changesPerPiece))
    const piece = drawer.pieces.at(-1) as Buffer
    const at = place * changeBytes
    piece.set(hash.subarray(0, 8), at)
    piece.writeUInt32LE(ordinal, at + 8)
    piece[at + 12] = isAdded ? 1 : 0
  }

  /** The last change of a row counts. */
  finish(): void {
    for (const drawer of this.#drawers) {
      const changes = Buffer.concat(drawer.pieces, drawer.count * changeBytes)
      drawer.pieces = []
      drawer.count = 0
      storeChanges(this.#db, changes)
    }
  }
}

const bucketIn = (changes: Buffer, change: number): number => changes.readUInt16BE(change * changeBytes)

/** Oldest first. */
function storeChanges(db: Database, changes: Buffer): void {
  const byBucket = orderOf(changes)
  for (let from = 0; from < byBucket.length; ) {
    const bucket = bucketIn(changes, byBucket[from] as number)
    let to = from
    while (to < byBucket.length && bucketIn(changes, byBucket[to] as number) === bucket) to++
    storeBucket(db, changes, byBucket.subarray(from, to))
    from = to
  }
}

/** Sorted by bucket, then by age. */
function orderOf(changes: Buffer): Uint32Array {
  const count = changes.length / changeBytes
  const starts = new Uint32Array(bucketsPerDrawer + 1)
  const placeOf = (change: number): number => bucketIn(changes, change) % bucketsPerDrawer
  for (let i = 0; i < count; i++) starts[placeOf(i) + 1]!++
  for (let bucket = 0; bucket < bucketsPerDrawer; bucket++) starts[bucket + 1]! += starts[bucket] as number
  const order = new Uint32Array(count)
  for (let i = 0; i < count; i++) order[starts[placeOf(i)]!++] = i
  return order
}

function storeBucket(db: Database, changes: Buffer, numbers: Uint32Array): void {
  const bucketAt = (numbers[0] as number) * changeBytes
  const key = keyOf('same_source', changes.subarray(bucketAt, bucketAt + keyHashBytes))
  const stored = db.getBinary(key)
  if (stored === undefined) return void db.put(key, firstEntries(changes, numbers))
  const entries = new Map<number, Buffer>()
  for (const entry of entriesIn(Buffer.from(stored))) entries.set(ordinalIn(entry), entry)
  for (const number of numbers) {
    const at = number * changeBytes
    const entry = changes.subarray(at + keyHashBytes, at + keyHashBytes + entryBytes)
    if (changes[at + changeBytes - 1] === 1) entries.set(ordinalIn(entry), entry)
    else if (entries.get(ordinalIn(entry))?.equals(entry) === true) entries.delete(ordinalIn(entry))
  }
  if (entries.size > 0) void db.put(key, bucketOf([...entries.values()]))
  else void db.remove(key)
}

/** The entries when none are stored yet: all changes are additions, in order of ordinals. Hot: a first import. */
function firstEntries(changes: Buffer, numbers: Uint32Array): Buffer {
  const bucket = Buffer.allocUnsafe(numbers.length * entryBytes)
  numbers.forEach((number, i) => {
    const at = number * changeBytes + keyHashBytes
    changes.copy(bucket, i * entryBytes, at, at + entryBytes)
  })
  return bucket
}

export const bucketOf = (entries: readonly Buffer[]): Buffer =>
  Buffer.concat(entries.toSorted((a, b) => ordinalIn(a) - ordinalIn(b)))

/** Makes the index for a store of an earlier windrow: some seconds for a million rows. */
export function buildSameSource(db: Database): void {
  const writer = new SameSourceWriter(db)
  for (const { key, value } of db.getRange(rangeOf({ prefix: Buffer.from([TABLES.row]) }))) {
    const first = (key as Buffer).readUInt32BE(1) * ROWS_PER_BLOCK
    const block = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const row = rowView(block, first + place)
      if (row !== null) writer.move(row.ordinal, null, row.toRaw())
    }
  }
  writer.finish()
}
