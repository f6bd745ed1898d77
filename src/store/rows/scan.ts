// Reads all rows. Searches and statistics read one bounded piece a call, which returns where the next one begins, so
// that no read transaction stays open in between; `scanRows` reads one snapshot to its end.
import { CELL_COUNT, CELLS_WITH_HEADS } from '../../domain/cell.ts'
import type { Row } from '../../domain/row.ts'
import { hasBit, readBitmap, rowsInCells } from './cells.ts'
import type { Database } from '../file/environment.ts'
import { chunkOf, keyOfU32, ROWS_PER_BLOCK, ROWS_PER_CHUNK, TABLES } from '../file/keyspace.ts'
import { keysUnder } from '../file/record.ts'
import { isFilled, rowView } from './row-block.ts'
import type { FileNames } from './file-names.ts'

interface BlockOfRows {
  readonly block: number
  readonly rows: readonly Row[]
}

export function readBlock(db: Database, files: FileNames, block: number): BlockOfRows | null {
  const range = { start: keyOfU32('row', block), end: Buffer.from([TABLES.row + 1]), limit: 1 }
  for (const { key, value } of db.getRange(range)) {
    const found = Buffer.from(key).readUInt32BE(1)
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    const rows: Row[] = []
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const view = rowView(bytes, found * ROWS_PER_BLOCK + place)
      if (view !== null) rows.push(view.toRow(files.nameOf))
    }
    return { block: found, rows }
  }
  return null
}

export function lastOrdinal(db: Database): number {
  const block = lastBlock(db)
  const bytes = db.getBinaryFast(keyOfU32('row', block))
  if (bytes === undefined) return 0
  for (let place = ROWS_PER_BLOCK - 1; place >= 0; place--) {
    if (isFilled(bytes, place)) return block * ROWS_PER_BLOCK + place
  }
  return 0
}

function lastBlock(db: Database): number {
  for (const key of keysUnder(db, { prefix: Buffer.from([TABLES.row]), reverse: true, limit: 1 }))
    return key.readUInt32BE(1)
  return 0
}

/** By the place in the chunk; -1: no visible row. */
export function readCellsOfChunk(db: Database, ordinal: number): Int8Array {
  const cells = new Int8Array(ROWS_PER_CHUNK).fill(-1)
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    const bitmap = readBitmap(db, cell, chunkOf(ordinal))
    if (bitmap === undefined) continue
    for (let place = 0; place < ROWS_PER_CHUNK; place++) if (hasBit(bitmap, place)) cells[place] = cell
  }
  return cells
}

export interface ScannedRow {
  readonly ordinal: number
  readonly hasHeads: boolean
  row(): Row
}

const rowsPerScan = ROWS_PER_CHUNK

/** Rows of some cells in order of ordinals, in lists of 1 to 512. */
export function* scanRows(db: Database, files: FileNames, cells: readonly number[]): Generator<readonly ScannedRow[]> {
  const last = lastBlock(db)
  const blocksPerScan = rowsPerScan / ROWS_PER_BLOCK
  for (let chunk = 0; chunk * blocksPerScan <= last; chunk++) {
    const wanted = rowsInCells(db, cells, chunk)
    if (wanted.every((byte) => byte === 0)) continue
    const filled = rowsInCells(db, CELLS_WITH_HEADS, chunk)
    const rows: ScannedRow[] = []
    for (let number = chunk * blocksPerScan; number < (chunk + 1) * blocksPerScan; number++) {
      const bytes = db.getBinary(keyOfU32('row', number))
      if (bytes === undefined) continue
      const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      for (let place = 0; place < ROWS_PER_BLOCK; place++) {
        const ordinal = number * ROWS_PER_BLOCK + place
        const view = hasBit(wanted, ordinal % ROWS_PER_CHUNK) ? rowView(block, ordinal) : null
        if (view === null) continue
        const hasHeads = hasBit(filled, ordinal % ROWS_PER_CHUNK)
        rows.push({ ordinal, hasHeads, row: () => view.toRow(files.nameOf) })
      }
    }
    if (rows.length > 0) yield rows
  }
}
