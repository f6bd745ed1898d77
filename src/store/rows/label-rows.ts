// Stores which rows got or lost a label by hand, which overrides its rules. It does so by ordinal, so a retired row keeps them
// when it comes back. A row takes at most two bytes.
//
//   label_rows piece of 65,536 rows, label, hand (0 added, 1 removed) → packed rows (file/packed-rows.ts); no row is in both
import type { Piece } from '../../domain/work/row-set.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32, u8 } from '../file/keyspace.ts'
import { packPiece, type ShortPiece, unpackPiece, unpackShort } from '../file/packed-rows.ts'
import { getRecord, keysUnder, putRecord, rangeOf, removeEntry } from '../file/record.ts'
import type { Txn } from '../txn.ts'

export const HANDS = ['added', 'removed'] as const
export type Hand = (typeof HANDS)[number]

const labelAt = 5
const handAt = 9

const keyOfRows = (piece: number, labelId: number, hand: Hand): Buffer =>
  keyOf('label_rows', u32(piece), u32(labelId), u8(HANDS.indexOf(hand)))

/** The rows of a piece that got (or lost) the label by hand, in memory of their own; null: none. */
export function readLabelRows(db: Database, piece: number, labelId: number, hand: Hand): Piece | null {
  const bytes = db.getBinary(keyOfRows(piece, labelId, hand))
  return bytes === undefined ? null : unpackPiece(bytes)
}

interface HandRows<P extends ShortPiece> {
  readonly labelId: number
  readonly hand: Hand
  readonly rows: P
}

export const handsInPiece = (db: Database, piece: number): Generator<HandRows<Piece>> => hands(db, piece, unpackPiece)

/** Like `handsInPiece`, in little memory where rows are few. */
export const shortHandsInPiece = (db: Database, piece: number): Generator<HandRows<ShortPiece>> =>
  hands(db, piece, unpackShort)

function* hands<P extends ShortPiece>(
  db: Database,
  piece: number,
  unpack: (bytes: Uint8Array) => P,
): Generator<HandRows<P>> {
  for (const { key, value } of db.getRange(rangeOf({ prefix: keyOf('label_rows', u32(piece)) }))) {
    const at = Buffer.from(key)
    yield {
      labelId: at.readUInt32BE(labelAt),
      hand: HANDS[at.readUInt8(handAt)] as Hand,
      rows: unpack(value),
    }
  }
}

const changesKey = keyOf('meta', 'label_rows_changes')

/** How often rows of each piece got or lost a label by hand. */
export const labelRowsChanges = (db: Database): Readonly<Record<number, number>> =>
  getRecord<Record<number, number>>(db, changesKey) ?? {}

export function putLabelRows(txn: Txn, piece: number, labelId: number, hand: Hand, rows: Piece): void {
  const bytes = packPiece(rows)
  const key = keyOfRows(piece, labelId, hand)
  if (bytes === null) removeEntry(txn.db, key)
  else void txn.db.put(key, bytes)
  const changes = labelRowsChanges(txn.db)
  putRecord(txn.db, changesKey, { ...changes, [piece]: (changes[piece] ?? 0) + 1 })
}

/** Forgets all rows by hand of a label. It reads the keys of all labels, a few dozen a piece. */
export function removeLabelRows(txn: Txn, labelId: number): void {
  for (const key of Array.from(keysUnder(txn.db, { prefix: keyOf('label_rows') })))
    if (key.readUInt32BE(labelAt) === labelId) void txn.db.remove(key)
}
