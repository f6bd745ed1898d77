// All visible rows of some cells, in order of their ordinals, block by block: for reading the whole store once.
import type { Row } from '../../domain/row.ts'
import { cellsOf } from '../../domain/cell.ts'
import { hasBit, rowsInCells } from './cells.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32, TABLES } from '../keyspace.ts'
import { ROWS_PER_BLOCK, ROWS_PER_CHUNK } from './grouping.ts'
import { rangeOf } from '../record.ts'
import { recordBounds, rowAt } from './row-block.ts'
import type { FileNames } from './rows.ts'

export interface ScannedRow {
  readonly ordinal: number
  /** Some layer of the row has a head. */
  readonly hasHeads: boolean
  row(): Row
}

const rowsPerScan = ROWS_PER_CHUNK
const withHeads = [...cellsOf('manual', 'all'), ...cellsOf('machine', 'all')]

/** Gives the rows 512 places at a time, lists without a row left out. `cells` as `cellsOf` gives them. */
export function* scanRows(db: Database, files: FileNames, cells: readonly number[]): Generator<readonly ScannedRow[]> {
  const last = lastBlockOf(db)
  const blocksPerScan = rowsPerScan / ROWS_PER_BLOCK
  for (let chunk = 0; chunk * blocksPerScan <= last; chunk++) {
    const wanted = rowsInCells(db, cells, chunk)
    if (wanted.every((byte) => byte === 0)) continue
    const filled = rowsInCells(db, withHeads, chunk)
    const rows: ScannedRow[] = []
    for (let number = chunk * blocksPerScan; number < (chunk + 1) * blocksPerScan; number++) {
      const bytes = db.getBinary(keyOfU32('row', number))
      if (bytes === undefined) continue
      const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      for (let place = 0; place < ROWS_PER_BLOCK; place++) {
        const ordinal = number * ROWS_PER_BLOCK + place
        const { start, end } = recordBounds(block, place)
        if (start === end || !hasBit(wanted, ordinal % ROWS_PER_CHUNK)) continue
        const hasHeads = hasBit(filled, ordinal % ROWS_PER_CHUNK)
        rows.push({ ordinal, hasHeads, row: () => rowAt(block, ordinal, files.nameOf) as Row })
      }
    }
    if (rows.length > 0) yield rows
  }
}

/** -1 in an empty store. */
function lastBlockOf(db: Database): number {
  for (const key of db.getKeys(rangeOf({ prefix: Buffer.from([TABLES.row]), reverse: true, limit: 1 }))) {
    return Buffer.from(key).readUInt32BE(1)
  }
  return -1
}
