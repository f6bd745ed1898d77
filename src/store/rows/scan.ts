// Reading everything, a piece at a time, for searches and statistics: each function reads one bounded piece and says where
// the next one begins, so that a caller can let go between pieces and no read transaction stays open meanwhile.
import { CELL_COUNT } from '../../domain/cell.ts'
import type { Row } from '../../domain/row.ts'
import { hasBit, readBitmap } from './cells.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32, TABLES } from '../keyspace.ts'
import { chunkOf, ROWS_PER_BLOCK, ROWS_PER_CHUNK } from './grouping.ts'
import { headerBytes, recordBounds, rowAt } from './row-block.ts'
import type { FileNames } from './rows.ts'

/** The visible rows of one block, and the block after it that holds any (null: this was the last). */
interface BlockOfRows {
  readonly block: number
  readonly rows: readonly Row[]
}

/** The first block at or after `block` that holds rows, or null. */
export function readBlock(db: Database, files: FileNames, block: number): BlockOfRows | null {
  const range = { start: keyOfU32('row', block), end: Buffer.from([TABLES.row + 1]), limit: 1 }
  for (const { key, value } of db.getRange(range)) {
    const found = Buffer.from(key).readUInt32BE(1)
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    const rows: Row[] = []
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const row = rowAt(bytes, found * ROWS_PER_BLOCK + place, files.nameOf)
      if (row !== null) rows.push(row)
    }
    return { block: found, rows }
  }
  return null
}

/** The last ordinal of the last block that holds rows; 0 in an empty store. */
export function lastOrdinal(db: Database): number {
  const range = { start: Buffer.from([TABLES.row + 1]), end: Buffer.from([TABLES.row]), reverse: true, limit: 1 }
  for (const key of db.getKeys(range)) {
    const block = Buffer.from(key).readUInt32BE(1)
    const bytes = db.getBinary(keyOfU32('row', block))
    for (let place = ROWS_PER_BLOCK - 1; place >= 0; place--) {
      const { start, end } = recordBounds(bytes ?? Buffer.alloc(headerBytes), place)
      if (start < end) return block * ROWS_PER_BLOCK + place
    }
  }
  return 0
}

/** The cell of each visible row of the chunk that holds an ordinal; -1 for places without one. */
export function readCellsOfChunk(db: Database, ordinal: number): Int8Array {
  const cells = new Int8Array(ROWS_PER_CHUNK).fill(-1)
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    const bitmap = readBitmap(db, cell, chunkOf(ordinal))
    if (bitmap === undefined) continue
    for (let place = 0; place < ROWS_PER_CHUNK; place++) if (hasBit(bitmap, place)) cells[place] = cell
  }
  return cells
}
