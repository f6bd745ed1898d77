// Stores which rows each import added and which it changed, for its patch and for filters. A row takes a few bytes, 65,536 rows
// at most 8 kB.
import { type Touch, TOUCHES } from '../../domain/work/work-filter.ts'
import type { Piece } from '../../domain/work/row-set.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32, u8 } from '../file/keyspace.ts'
import { packPiece, unpackPiece } from '../file/packed-rows.ts'
import { entriesUnder, firstKey } from '../file/record.ts'
import type { Txn } from '../txn.ts'

/** The rows of an import: by how it touched them, then by piece of 65,536 rows. */
type TouchedRows = Readonly<Record<Touch, ReadonlyMap<number, Piece>>>

const prefixOf = (importId: number, touch: Touch): Buffer =>
  keyOf('import_rows', u32(importId), u8(TOUCHES.indexOf(touch)))
const pieceAt = prefixOf(0, 'added').length

export function putImportRows(txn: Txn, importId: number, touched: TouchedRows): void {
  for (const touch of TOUCHES) {
    for (const [piece, rows] of touched[touch]) {
      const bytes = packPiece(rows)
      const key = keyOf('import_rows', u32(importId), u8(TOUCHES.indexOf(touch)), u32(piece))
      if (bytes !== null) void txn.db.put(key, bytes)
    }
  }
}

/** The touched rows by piece; empty for an import older than these records. */
export function readImportRows(db: Database, importId: number, touch: Touch): Map<number, Piece> {
  const pieces = new Map<number, Piece>()
  for (const { key, value } of entriesUnder(db, { prefix: prefixOf(importId, touch) }))
    pieces.set(key.readUInt32BE(pieceAt), unpackPiece(value))
  return pieces
}

/** Whether the store knows rows of the import. False: it touched none, or is older than these records. */
export const hasImportRows = (db: Database, importId: number): boolean =>
  firstKey(db, { prefix: keyOf('import_rows', u32(importId)) }) !== undefined
