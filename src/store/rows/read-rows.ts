// Reads rows by ordinal and by id.
import type { Row } from '../../domain/row.ts'
import type { Database } from '../file/environment.ts'
import { blockOf, keyOf, keyOfU32, ROWS_PER_BLOCK, TABLES, u8 } from '../file/keyspace.ts'
import { firstKey } from '../file/record.ts'
import { isFilled, rowView, type RowView } from './row-block.ts'
import { FileNames } from './source-files.ts'

/** The ordinal of a row, also a retired one (`rowId` in lower-case hex); undefined: the id was never seen. */
export function ordinalOf(db: Database, rowId: string): number | undefined {
  const bytes = db.getBinaryFast(keyOf('row_by_id', Buffer.from(rowId, 'hex')))
  return bytes === undefined ? undefined : bytes.readUInt32LE(0)
}

/** The ordinals of ids with this prefix, also of retired rows; null: more than `most`. */
export function ordinalsOfIds(db: Database, prefix: string, most: number): number[] | null {
  const [first, last] = ['0', 'f'].map((digit) => Buffer.from(prefix.padEnd(idDigits, digit), 'hex'))
  const range = {
    start: keyOf('row_by_id', first as Buffer),
    end: keyOf('row_by_id', last as Buffer, u8(0)),
    limit: most + 1,
  }
  const ordinals = Array.from(db.getRange(range), ({ value }) => (value as Buffer).readUInt32LE(0))
  return ordinals.length > most ? null : ordinals
}

const idDigits = 16

/** Reads a row. Null: it is retired, or the ordinal was never given. Only the row is copied, not its block of 64. */
export const readRow = (db: Database, files: FileNames, ordinal: number): Row | null =>
  readView(db, ordinal)?.toRow(files.nameOf) ?? null

/** Makes a function like `readRow` that keeps the last block, so neighbouring rows are cheaper. Valid for one snapshot. */
export function createRowReader(db: Database, files: FileNames): (ordinal: number) => Row | null {
  let at = -1
  let block: Buffer | undefined
  return (ordinal) => {
    if (blockOf(ordinal) !== at) {
      at = blockOf(ordinal)
      block = readBlock(db, at)
    }
    return block === undefined ? null : (rowView(block, ordinal)?.toRow(files.nameOf) ?? null)
  }
}

export function readRowById(db: Database, files: FileNames, rowId: string): Row | null {
  const ordinal = ordinalOf(db, rowId)
  return ordinal === undefined ? null : readRow(db, files, ordinal)
}

/** A view of a row in a copy of its record; null: the row is not visible. */
export function readView(db: Database, ordinal: number): RowView | null {
  const block = db.getBinaryFast(keyOfU32('row', blockOf(ordinal)))
  return block === undefined ? null : (rowView(block, ordinal)?.apart() ?? null)
}

type ReadBlock = (db: Database, block: number) => Buffer | undefined

const readBlock: ReadBlock = (db, block) => {
  const bytes = db.getBinary(keyOfU32('row', block))
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** A block in the engine's own buffer, valid until the next read. */
export const borrowBlock: ReadBlock = (db, block) => db.getBinaryFast(keyOfU32('row', block))

/** What callers want of a row in a block; null: the place has no visible row, or they do not want it. */
export type Take<T> = (block: Buffer, ordinal: number) => T | null

/** Up to `count` visible rows behind the ordinal `after`, ascending. Hot: each block is read once. */
export function takeVisible<T>(db: Database, after: number, count: number, take: Take<T>, read = readBlock): T[] {
  const rows: T[] = []
  let block = blockOf(after + 1)
  while (rows.length < count) {
    const bytes = read(db, block)
    if (bytes === undefined) {
      const next = nextBlock(db, block)
      if (next === undefined) return rows
      block = next
      continue
    }
    const first = block * ROWS_PER_BLOCK
    for (let place = Math.max(0, after + 1 - first); place < ROWS_PER_BLOCK && rows.length < count; place++) {
      const row = take(bytes, first + place)
      if (row !== null) rows.push(row)
    }
    block++
  }
  return rows
}

/** What `take` makes of the rows with these ascending ordinals; each block is read once. */
export function takeRows<T>(db: Database, ordinals: readonly number[], take: Take<T>, read = readBlock): T[] {
  const rows: T[] = []
  let at = -1
  let bytes: Buffer | undefined
  for (const ordinal of ordinals) {
    if (blockOf(ordinal) !== at) {
      at = blockOf(ordinal)
      bytes = read(db, at)
    }
    const row = bytes === undefined ? null : take(bytes, ordinal)
    if (row !== null) rows.push(row)
  }
  return rows
}

const nextBlock = (db: Database, after: number): number | undefined =>
  firstKey(db, { prefix: Buffer.from([TABLES.row]), from: keyOfU32('row', after) })?.readUInt32BE(1)

export function visibleOrdinals(db: Database, after: number, count: number): number[] {
  const found: number[] = []
  const range = { start: keyOfU32('row', blockOf(after + 1)), end: Buffer.from([TABLES.row + 1]) }
  for (const { key, value } of db.getRange(range)) {
    const first = (key as Buffer).readUInt32BE(1) * ROWS_PER_BLOCK
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      if (first + place <= after) continue
      if (!isFilled(value, place)) continue
      found.push(first + place)
      if (found.length === count) return found
    }
  }
  return found
}
