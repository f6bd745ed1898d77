// Gives a machine text to the other rows with the very same source: bought once, written wherever the machine layer is
// still empty, each row through its own gate. Inside the batch's transaction; bounded, so that a text that the game has ten
// thousand times does not hold up everybody else: what is left is told, and written when the item is sent again.
import type { Row } from '../../domain/row.ts'
import { readHeads } from '../../store/rows/heads.ts'
import { readRow } from '../../store/rows/rows.ts'
import { rowsWithSource } from '../../store/rows/same-source.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'

export interface Copies {
  readonly written: number
  /** The gate found errors. */
  readonly refused: number
  /** At most so many rows more: the bound of a batch, or the day's quota, came first. */
  readonly left: number
}

/** Writes one row; false when the gate refused it. */
type WriteCopy = (rowId: string) => boolean

/** Writes at most `room` copies of a row's text, in the order of the game's files. */
export function writeCopies(app: App, txn: Txn, row: Row, room: number, writeCopy: WriteCopy): Copies {
  const ordinals = rowsWithSource(txn.db, row.sourceHash)
  let [written, refused] = [0, 0]
  for (const [at, ordinal] of ordinals.entries()) {
    if (ordinal === row.ordinal || readHeads(txn.db, ordinal).machine !== null) continue
    const copy = readRow(txn.db, app.store.files, ordinal)
    // The table goes by a part of the hash.
    if (copy === null || copy.sourceHash !== row.sourceHash) continue
    if (written + refused >= room) return { written, refused, left: ordinals.length - at }
    if (writeCopy(copy.rowId)) written++
    else refused++
  }
  return { written, refused, left: 0 }
}
