// An index of rows by source, so that a text is translated once for all its copies: all visible rows except service
// rows, by the first eight bytes of the source hash. A write must compare whole hashes. Only imports change the index.
//
//   same_source   u16  first two bytes of the hash
//                 entries, ascending by ordinal:  6 bytes  the next six of the hash · u32 ordinal (little-endian)
//   source_moves  u8  drawer: the first six bits of the hash
//                 changes by bucket, oldest first:  8 bytes of the hash · u32 ordinal (little-endian) · u8 1: put, 0: taken
//
// What a patch changes lies in most buckets: other writers would wait until all are written. So an import reveals its
// moves, and small transactions bring them into the buckets afterwards. Readers take both together.
import { type Database, ownCopy } from '../file/environment.ts'
import { keyOf, ROWS_PER_BLOCK, TABLES, u8 } from '../file/keyspace.ts'
import { firstKey, keysUnder, rangeOf } from '../file/record.ts'
import type { Aside, Switch } from '../txn.ts'
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

/** Whether a bucket has an entry, by binary search, because a frequent text fills a bucket. */
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
  eachWithSource(db, sourceHash, (ordinal) => {
    found.push(ordinal)
    return false
  })
  return found
}

/** Counting ends at `most`. */
export function countWithSource(db: Database, sourceHash: string, most = Number.POSITIVE_INFINITY): number {
  let count = 0
  eachWithSource(db, sourceHash, () => ++count >= most)
  return count
}

/**
 * Visits the rows with a source hash until `visit` returns true. The bucket may be borrowed, so `visit` must not read. Hot: a text of
 * one row in a hundred has 11,000.
 */
function eachWithSource(db: Database, sourceHash: string, visit: (ordinal: number) => boolean): void {
  const hash = Buffer.from(sourceHash, 'hex')
  const bucket = readBucket(db, bucketKey(hash))
  if (bucket === undefined) return
  const [first, last] = [hash.readUInt32LE(keyHashBytes), hash.readUInt16LE(keyHashBytes + 4)]
  for (let at = 0; at + entryBytes <= bucket.length; at += entryBytes) {
    if (bucket.readUInt32LE(at) === first && bucket.readUInt16LE(at + 4) === last) {
      if (visit(bucket.readUInt32LE(at + restBytes))) return
    }
  }
}

const changeBytes = 13
/** The changes of a drawer are kept in pieces of 26 kB, so that drawers with few changes take little memory. */
const changesPerPiece = 2048
/** The changes are sorted into so many drawers, by the first six bits of the hash. */
const drawers = 64
const drawerOf = (firstByte: number): number => firstByte >> 2
const bucketsPerDrawer = 0x10000 / drawers
interface Drawer {
  pieces: Buffer[]
  count: number
}

const movesKey = (drawer: number): Buffer => keyOf('source_moves', u8(drawer))

/** The changes of an import, 13 bytes each. */
export class SameSourceWriter {
  readonly #drawers = Array.from({ length: drawers }, (): Drawer => ({ pieces: [], count: 0 }))
  readonly #keysAside: Buffer[] = []

  /** Notes that a row's source changed, came or went. Null: there was, or is, no such row. */
  move(ordinal: number, before: RawRow | null, after: RawRow | null): void {
    if (before !== null && !before.isServiceRow) this.#note(before.hash, ordinal, false)
    if (after !== null && !after.isServiceRow) this.#note(after.hash, ordinal, true)
  }

  #note(hash: Uint8Array, ordinal: number, isPut: boolean): void {
    const drawer = this.#drawers[drawerOf(hash[0] as number)] as Drawer
    const place = drawer.count++ % changesPerPiece
    if (place === 0) drawer.pieces.push(Buffer.allocUnsafeSlow(changeBytes * changesPerPiece))
    const piece = drawer.pieces.at(-1) as Buffer
    const at = place * changeBytes
    piece.set(hash.subarray(0, 8), at)
    piece.writeUInt32LE(ordinal, at + 8)
    piece[at + 12] = isPut ? 1 : 0
  }

  async putAside(aside: Aside): Promise<void> {
    for (const [key, moves] of this.#take()) {
      aside.put(key, moves)
      this.#keysAside.push(key)
      if (aside.isFull) await aside.flush()
    }
    await aside.flush()
  }

  reveal(txn: Switch): void {
    for (const key of this.#keysAside) txn.reveal(key)
  }

  /** Writes the changes directly into the buckets of a store that nobody else uses. */
  store(db: Database): void {
    for (const [, moves] of this.#take()) storeMoves(db, moves)
  }

  /** Yields the moves of each drawer, and frees the drawer before the next one. */
  *#take(): Generator<readonly [key: Buffer, moves: Buffer]> {
    for (const [number, drawer] of this.#drawers.entries()) {
      if (drawer.count === 0) continue
      const changes = Buffer.concat(drawer.pieces, drawer.count * changeBytes)
      drawer.pieces = []
      drawer.count = 0
      yield [movesKey(number), byBucket(changes)]
    }
  }
}

/** Sorts changes by bucket, then by age. */
function byBucket(changes: Buffer): Buffer {
  const starts = new Uint32Array(bucketsPerDrawer + 1)
  const placeOf = (at: number): number => changes.readUInt16BE(at) % bucketsPerDrawer
  for (let at = 0; at < changes.length; at += changeBytes) starts[placeOf(at) + 1]!++
  for (let bucket = 0; bucket < bucketsPerDrawer; bucket++) starts[bucket + 1]! += starts[bucket] as number
  const sorted = Buffer.allocUnsafe(changes.length)
  for (let at = 0; at < changes.length; at += changeBytes)
    changes.copy(sorted, changeBytes * starts[placeOf(at)]!++, at, at + changeBytes)
  return sorted
}

function* changesByBucket(moves: Buffer): Generator<readonly [bucket: number, changes: Buffer]> {
  for (let from = 0, to = 0; from + changeBytes <= moves.length; from = to) {
    const bucket = moves.readUInt16BE(from)
    while (to + changeBytes <= moves.length && moves.readUInt16BE(to) === bucket) to += changeBytes
    yield [bucket, moves.subarray(from, to)]
  }
}

/** Where the moves of a bucket begin; without any, those of the next bucket. */
function placeIn(moves: Buffer, bucket: number): number {
  let [low, high] = [0, Math.floor(moves.length / changeBytes)]
  while (low < high) {
    const middle = (low + high) >> 1
    if (moves.readUInt16BE(middle * changeBytes) < bucket) low = middle + 1
    else high = middle
  }
  return low * changeBytes
}

const storedAt = (db: Database, key: Buffer): Buffer => ownCopy(db.getBinaryFast(key)) ?? Buffer.alloc(0)
const keyOfBucket = (bucket: number): Buffer => bucketKey(Buffer.from([bucket >> 8, bucket & 0xff]))

/** A bucket with its moves applied; good until the next read. */
export function readBucket(db: Database, key: Buffer): Buffer | undefined {
  const bucket = key.readUInt16BE(1)
  const moves = db.getBinaryFast(movesKey(Math.floor(bucket / bucketsPerDrawer)))
  if (moves === undefined) return db.getBinaryFast(key)
  const changes = Buffer.from(moves.subarray(placeIn(moves, bucket), placeIn(moves, bucket + 1)))
  return changes.length === 0 ? db.getBinaryFast(key) : moved(storedAt(db, key), changes)
}

/** Copies of all buckets with their moves. */
export function* bucketsOf(db: Database): Generator<{ readonly key: Buffer; readonly bucket: Buffer }> {
  for (let drawer = 0; drawer < drawers; drawer++) {
    const moves = new Map(changesByBucket(storedAt(db, movesKey(drawer))))
    for (const { key, value } of db.getRange({ start: startOf(drawer), end: startOf(drawer + 1) })) {
      const [own, bucket] = [Buffer.from(key), Buffer.from(value)]
      const changes = moves.get(own.readUInt16BE(1))
      moves.delete(own.readUInt16BE(1))
      yield { key: own, bucket: changes === undefined ? bucket : moved(bucket, changes) }
    }
    for (const [bucket, changes] of moves) yield { key: keyOfBucket(bucket), bucket: moved(Buffer.alloc(0), changes) }
  }
}

const startOf = (drawer: number): Buffer =>
  drawer === drawers ? Buffer.from([TABLES.same_source + 1]) : keyOfBucket(drawer * bucketsPerDrawer)

/** A bucket after these changes, of which the last one for a row counts. Hot: entries are copied in runs. */
function moved(bucket: Buffer, changes: Buffer): Buffer {
  const [put, taken] = [new Map<number, Buffer>(), new Map<number, Buffer>()]
  for (let at = 0; at < changes.length; at += changeBytes) {
    const entry = changes.subarray(at + keyHashBytes, at + keyHashBytes + entryBytes)
    const ordinal = ordinalIn(entry)
    if (changes[at + changeBytes - 1] === 1) put.set(ordinal, entry)
    else taken.set(ordinal, entry)
    if (changes[at + changeBytes - 1] === 0 && put.get(ordinal)?.equals(entry) === true) put.delete(ordinal)
  }
  const fresh = [...put.values()].sort((a, b) => ordinalIn(a) - ordinalIn(b))
  const merged = Buffer.allocUnsafe(bucket.length + fresh.length * entryBytes)
  let [from, to, next] = [0, 0, 0]
  const copyUntil = (end: number): void => {
    to += bucket.copy(merged, to, from, end)
    from = end
  }
  const putBelow = (ordinal: number, at: number): void => {
    for (let entry = fresh[next]; entry !== undefined && ordinalIn(entry) < ordinal; entry = fresh[++next]) {
      copyUntil(at)
      to += entry.copy(merged, to)
    }
  }
  const end = bucket.length - (bucket.length % entryBytes)
  for (let at = 0; at < end; at += entryBytes) {
    const ordinal = bucket.readUInt32LE(at + restBytes)
    putBelow(ordinal, at)
    const isGone = put.has(ordinal) || taken.get(ordinal)?.equals(bucket.subarray(at, at + entryBytes)) === true
    if (!isGone) continue
    copyUntil(at)
    from = at + entryBytes
  }
  copyUntil(end)
  putBelow(Number.POSITIVE_INFINITY, end)
  return merged.subarray(0, to)
}

function storeMoves(db: Database, moves: Buffer): void {
  for (const [bucket, changes] of changesByBucket(moves)) {
    const key = keyOfBucket(bucket)
    const after = moved(storedAt(db, key), changes)
    if (after.length > 0) void db.put(key, after)
    else void db.remove(key)
  }
}

/** Brings the moves of a drawer into its buckets; returns how many. */
function settleDrawer(db: Database, key: Buffer): number {
  const moves = storedAt(db, key)
  storeMoves(db, moves)
  void db.remove(key)
  return moves.length / changeBytes
}

/** Brings the moves of a bucket and its neighbours into them, which must happen before the bucket is put by other means. */
export const settleMovesOf = (db: Database, bucket: Buffer): number =>
  settleDrawer(db, movesKey(drawerOf(bucket[1] as number)))

const movesAtOnce = 1_000

export const hasMoves = (db: Database): boolean => firstKey(db, { prefix: keyOf('source_moves') }) !== undefined

/** Brings some moves into their buckets; false: none are left. */
export function settleMoves(db: Database): boolean {
  let count = 0
  for (const key of Array.from(keysUnder(db, { prefix: keyOf('source_moves') }))) {
    if (count >= movesAtOnce) return true
    count += settleDrawer(db, key)
  }
  return false
}

export const bucketOf = (entries: readonly Buffer[]): Buffer =>
  Buffer.concat(entries.toSorted((a, b) => ordinalIn(a) - ordinalIn(b)))

/** Makes the index for a store of an earlier windrow: some seconds for a million rows. */
export function buildSameSource(db: Database): void {
  const writer = new SameSourceWriter()
  for (const { key, value } of db.getRange(rangeOf({ prefix: Buffer.from([TABLES.row]) }))) {
    const first = (key as Buffer).readUInt32BE(1) * ROWS_PER_BLOCK
    const block = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const row = rowView(block, first + place)
      if (row !== null) writer.move(row.ordinal, null, row.toRaw())
    }
  }
  writer.store(db)
}
