// A visible row is in one cell, by layers, staleness and source. Each cell is stored as bitmaps of 512 rows and a
// count. Pages and totals are made from these alone, so their cost does not depend on the number of rows.
import { CELL_COUNT } from '../../domain/cell.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, ROWS_PER_CHUNK, TABLES } from '../file/keyspace.ts'

export const bitmapBytes = ROWS_PER_CHUNK / 8

/** The key of a cell's bitmap for a chunk. It is made faster than by `keyOf`. */
function cellKey(cell: number, chunk: number): Buffer {
  const key = Buffer.allocUnsafe(6)
  key[0] = TABLES.cell
  key[1] = cell
  key.writeUInt32BE(chunk, 2)
  return key
}

const countsKey = keyOf('meta', 'cell_counts')

export function readCellCounts(db: Database): Float64Array {
  const counts = new Float64Array(CELL_COUNT)
  const bytes = db.getBinaryFast(countsKey)
  if (bytes !== undefined) for (let cell = 0; cell < CELL_COUNT; cell++) counts[cell] = bytes.readUInt32LE(4 * cell)
  return counts
}

export function writeCellCounts(db: Database, counts: Float64Array): void {
  const bytes = Buffer.alloc(4 * CELL_COUNT)
  for (let cell = 0; cell < CELL_COUNT; cell++) bytes.writeUInt32LE(counts[cell] as number, 4 * cell)
  void db.put(countsKey, bytes)
}

export const readBitmap = (db: Database, cell: number, chunk: number): Buffer | undefined =>
  db.getBinary(cellKey(cell, chunk))

/** Stores a bitmap, or removes it if it is empty, so that every stored one holds a row. */
export function writeBitmap(db: Database, cell: number, chunk: number, bitmap: Uint8Array): void {
  if (bitmap.some((byte) => byte !== 0)) void db.put(cellKey(cell, chunk), bitmap)
  else if (db.doesExist(cellKey(cell, chunk))) void db.remove(cellKey(cell, chunk))
}

export function addRows(union: Uint8Array, bitmap: Uint8Array): void {
  for (let at = 0; at < bitmapBytes; at++) union[at] = (union[at] as number) | (bitmap[at] as number)
}

export function rowsInCells(db: Database, cells: readonly number[], chunk: number): Buffer {
  const union = Buffer.alloc(bitmapBytes)
  for (const cell of cells) {
    const bitmap = db.getBinaryFast(cellKey(cell, chunk))
    if (bitmap !== undefined) addRows(union, bitmap)
  }
  return union
}

export function setBit(bitmap: Uint8Array, place: number, isSet: boolean): void {
  const mask = 1 << (place & 7)
  const byte = bitmap[place >> 3] as number
  bitmap[place >> 3] = isSet ? byte | mask : byte & ~mask
}

export const hasBit = (bitmap: Uint8Array, place: number): boolean =>
  ((bitmap[place >> 3] as number) & (1 << (place & 7))) !== 0
