// Stores heads (each layer's latest revision) and earlier revisions, which are only appended. `appendRevision` alone
// changes a head, together with cells, counts and times. A revision gets a record of its own when the next one replaces
// it (revision-bytes.ts).
import { cellOf } from '../../domain/cell.ts'
import type { NewRevision } from '../../domain/revision.ts'
import {
  type Head,
  type Heads,
  headsAfter,
  isWithdrawal,
  lastSeq,
  NO_HEADS,
  type Revision,
  type Row,
} from '../../domain/row.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import type { Database, Entry } from '../file/environment.ts'
import { keyAfter, keyOf, keyOfU32, type Table, TABLES, u32, u8 } from '../file/keyspace.ts'
import { entriesUnder, keysUnder, rangeOf } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { decodeHeads, decodeRevision, encodeHeads, encodeRevision } from './revision-bytes.ts'

const LAYER_NUMBER: Readonly<Record<Layer, number>> = { manual: 0, machine: 1 }

const revisionKeyBytes = 10

export function revisionKey(ordinal: number, layer: Layer, seq: number): Buffer {
  const key = Buffer.allocUnsafe(revisionKeyBytes)
  key[0] = TABLES.revision
  key.writeUInt32BE(ordinal, 1)
  key[5] = LAYER_NUMBER[layer]
  key.writeUInt32BE(seq, 6)
  return key
}

/** The buffer in which the key of every head is made: the engine copies keys immediately. */
const headKey = Buffer.alloc(1 + 4, TABLES.head)

function headKeyOf(ordinal: number): Buffer {
  headKey.writeUInt32BE(ordinal, 1)
  return headKey
}

export function readHeads(db: Database, ordinal: number): Heads {
  const bytes = db.getBinaryFast(headKeyOf(ordinal))
  return bytes === undefined ? NO_HEADS : decodeHeads(bytes)
}

/**
 * Reads heads of mostly neighbouring rows: after two rows without heads it looks up the next row that has one and skips
 * the reads between. Valid for one snapshot. Hot.
 */
export class HeadReader {
  readonly #db: Database
  /** No row from here to before `#end` has heads. */
  #bare = Number.NEGATIVE_INFINITY
  #end = 0

  constructor(db: Database) {
    this.#db = db
  }

  read(ordinal: number): Heads {
    if (ordinal > this.#bare && ordinal < this.#end) return NO_HEADS
    const heads = readHeads(this.#db, ordinal)
    if (heads === NO_HEADS) {
      // Looking up the next row with heads costs as much as two reads.
      const isNear = ordinal > this.#bare && ordinal - this.#bare <= nearRows
      this.#end = isNear ? this.#nextFrom(ordinal + 1) : 0
      this.#bare = ordinal
    }
    return heads
  }

  #nextFrom(ordinal: number): number {
    const range = { start: keyOfU32('head', ordinal), end: behindHeads, limit: 1 }
    for (const key of this.#db.getKeys(range)) return Buffer.from(key).readUInt32BE(1)
    return Number.POSITIVE_INFINITY
  }
}

const nearRows = 64
const behindHeads = keyAfter(Buffer.from([TABLES.head]))

export function revisionOf({ isInvalid: _isInvalid, ...revision }: Head): Revision {
  return revision
}

export const readRevisions = (db: Database, ordinal: number, layer: Layer): Revision[] =>
  readLatestRevisions(db, ordinal, layer, Number.POSITIVE_INFINITY).reverse()

/** The revisions that led to these heads; reads nothing if the heads are all that was ever written. */
export function revisionsUpTo(db: Database, ordinal: number, layer: Layer, heads: Heads): readonly Revision[] {
  const head = heads[layer]
  if (lastSeq(heads, layer) === 0) return []
  return head?.seq === 1 ? [revisionOf(head)] : readRevisions(db, ordinal, layer)
}

export function readLatestRevisions(db: Database, ordinal: number, layer: Layer, count: number): Revision[] {
  const head = readHeads(db, ordinal)[layer]
  const found = head === null ? [] : [revisionOf(head)]
  if (found.length >= count) return found
  const prefix = keyOf('revision', u32(ordinal), u8(LAYER_NUMBER[layer]))
  const limit = count === Number.POSITIVE_INFINITY ? {} : { limit: count - found.length }
  for (const { value } of db.getRange(rangeOf({ prefix, reverse: true, ...limit })))
    found.push(decodeRevision(value as Buffer))
  return found
}

/** The revisions of a layer below a number, the newest first. */
export function readRevisionsBelow(
  db: Database,
  ordinal: number,
  layer: Layer,
  seq: number,
  count: number,
): Revision[] {
  const head = readHeads(db, ordinal)[layer]
  const found = head === null || head.seq >= seq ? [] : [revisionOf(head)]
  const prefix = keyOf('revision', u32(ordinal), u8(LAYER_NUMBER[layer]))
  const from = revisionKey(ordinal, layer, Math.max(0, seq - 1))
  for (const { value } of db.getRange(rangeOf({ prefix, from, reverse: true, limit: count })))
    found.push(decodeRevision(value as Buffer))
  return found.slice(0, count)
}

export function readRevision(db: Database, ordinal: number, layer: Layer, seq: number): Revision | undefined {
  const bytes = db.getBinaryFast(revisionKey(ordinal, layer, seq))
  if (bytes !== undefined) return decodeRevision(bytes)
  const head = readHeads(db, ordinal)[layer]
  return head?.seq === seq ? revisionOf(head) : undefined
}

export const layerIn = (key: Buffer): Layer => (key[5] === LAYER_NUMBER.manual ? 'manual' : 'machine')

/** The layer and number in a revision's key. Null: the key is damaged. */
export function placeInHistory(key: Buffer): { readonly layer: Layer; readonly seq: number } | null {
  if (key.length !== revisionKeyBytes || key[5] !== LAYER_NUMBER[layerIn(key)]) return null
  return { layer: layerIn(key), seq: key.readUInt32BE(6) }
}

export function* ordinalsWithHeads(db: Database): Generator<number> {
  for (const key of keysUnder(db, { prefix: Buffer.from([TABLES.head]) })) yield key.readUInt32BE(1)
}

/** Stores heads whose derived flags alone have changed; the caller updates cells. */
export const putHeads = (db: Database, ordinal: number, heads: Heads): void =>
  void db.put(headKeyOf(ordinal), encodeHeads(heads))

export function ownRecords(head: Head | null, next: Revision): readonly Revision[] {
  const own = head === null ? [] : [revisionOf(head)]
  if (isWithdrawal(next)) own.push(next)
  return own
}

/** Stores a layer's new head; the caller updates cells. `NO_HEADS` itself means that no head record is stored. */
export function putLatest(db: Database, ordinal: number, heads: Heads, layer: Layer, latest: Head): Heads {
  const after = headsAfter(heads, layer, latest)
  for (const own of ownRecords(heads[layer], latest))
    void db.put(revisionKey(ordinal, layer, own.seq), encodeRevision(own))
  if (heads === NO_HEADS) db.putFirst(headKeyOf(ordinal), encodeHeads(after))
  else putHeads(db, ordinal, after)
  return after
}

export function appendRevision(
  txn: Txn,
  row: Row,
  heads: Heads,
  layer: Layer,
  revision: NewRevision,
  isInvalid: boolean,
): Heads {
  // Spread first, because the engine copies a whole object faster than its members.
  const latest: Head = { ...revision, seq: lastSeq(heads, layer) + 1, createdAtMs: txn.timeMs, isInvalid }
  const after = putLatest(txn.db, row.ordinal, heads, layer, latest)
  txn.chunks.move(row.ordinal, cellOf(row, heads), cellOf(row, after))
  txn.chunks.stamp(row.ordinal)
  return after
}

// The heads of a row at an earlier time: in each layer the latest revision written by then. Costs no more than the
// present heads if nothing was written since, else one look at each later revision.

/**
 * The heads at the end of the millisecond `atMs`. `isInvalid`: whether a text that is no longer a head breaks the
 * markup of the present source.
 */
export function readHeadsAt(
  db: Database,
  ordinal: number,
  atMs: number,
  isInvalid: (text: string) => boolean,
): Pick<Heads, Layer> {
  const heads = readHeads(db, ordinal)
  const headAt = (layer: Layer): Head | null => {
    const head = heads[layer]
    if (head !== null && head.createdAtMs <= atMs) return head
    for (let seq = lastSeq(heads, layer); seq > 0; seq--) {
      const revision = readRevision(db, ordinal, layer, seq)
      if (revision === undefined || revision.createdAtMs > atMs) continue
      return isWithdrawal(revision) ? null : { ...revision, isInvalid: isInvalid(revision.text) }
    }
    return null
  }
  return { manual: headAt('manual'), machine: headAt('machine') }
}

/** A row's revisions in each layer, oldest first. */
type RevisionsOfRow = { readonly ordinal: number } & Readonly<Record<Layer, readonly Revision[]>>

/**
 * Every revision of every row: heads (latest revisions) and earlier ones are in two tables, walked side by side. Rows
 * that were ever written to, also retired ones.
 */
export function* allRevisions(db: Database, firstOrdinal = 0): Generator<RevisionsOfRow> {
  const owns = entriesFrom(db, 'revision', firstOrdinal)
  const heads = entriesFrom(db, 'head', firstOrdinal)
  let [own, head] = [owns.next(), heads.next()]
  while (own.done !== true || head.done !== true) {
    const ordinal = Math.min(ordinalIn(own), ordinalIn(head))
    const row = { ordinal, manual: [] as Revision[], machine: [] as Revision[] }
    for (; own.done !== true && ordinalIn(own) === ordinal; own = owns.next())
      row[layerIn(own.value.key)].push(decodeRevision(own.value.value))
    if (head.done !== true && ordinalIn(head) === ordinal) {
      const { manual, machine } = decodeHeads(head.value.value)
      if (manual !== null) row.manual.push(revisionOf(manual))
      if (machine !== null) row.machine.push(revisionOf(machine))
      head = heads.next()
    }
    yield row
  }
}

const ordinalIn = (next: IteratorResult<Entry, undefined>): number =>
  next.done === true ? Number.POSITIVE_INFINITY : next.value.key.readUInt32BE(1)

/** The entries of a table from a row on. */
const entriesFrom = (db: Database, table: Table, ordinal: number): Generator<Entry, undefined> =>
  entriesUnder(db, { prefix: keyOf(table), from: keyOfU32(table, ordinal) })

/**
 * Revisions from `firstOrdinal` to before `endOrdinal`. It ends after the row with which there are `count`, so that readers can rest.
 * Empty: the end.
 */
export function readRevisionsFrom(
  db: Database,
  firstOrdinal: number,
  count: number,
  endOrdinal = Number.POSITIVE_INFINITY,
): RevisionsOfRow[] {
  const rows: RevisionsOfRow[] = []
  let found = 0
  for (const row of allRevisions(db, firstOrdinal)) {
    if (row.ordinal >= endOrdinal) break
    rows.push(row)
    found += row.manual.length + row.machine.length
    if (found >= count) break
  }
  return rows
}
