// Gives a machine text to the other rows with the very same source: bought once, written wherever the machine layer is
// still empty. A game may have a text ten thousand times, so which rows may take it is found before the batch's transaction,
// in turns; inside, so many rows are looked at and no more. What is left is told, and written when the item is sent again.
import type { Turn } from '../../base/turn.ts'
import { cellsOf } from '../../domain/cell.ts'
import { copiesPerBatchMax } from '../../domain/limits.ts'
import type { Row } from '../../domain/row.ts'
import { readHeads } from '../../store/rows/heads.ts'
import { readRow } from '../../store/rows/rows.ts'
import { countWithSource } from '../../store/rows/same-source.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'
import { rowsOutside } from '../rows/rows-of-source.ts'

export interface Copies {
  readonly written: number
  /** The gate found errors. */
  readonly refused: number
  /** At most so many rows more: the bound of a batch, or the day's quota, came first. */
  readonly left: number
}

/** The rows of a source that may take a text, as they were before the transaction; those looked at are taken out. */
interface Takers {
  /** In the order of the game's files; no more than a batch may write, and the item's own row. */
  readonly ordinals: number[]
  /** At most so many more. */
  readonly beyond: number
}

/** By source hash. */
export type CopyTakers = ReadonlyMap<string, Takers>

/** Finds who may take copies of these rows' texts. Throws `NobodyWaits` as the turn does. */
export async function findTakers(app: App, rows: readonly Row[], turn: Turn): Promise<CopyTakers> {
  const takers = new Map<string, Takers>()
  for (const { sourceHash } of rows) {
    if (!takers.has(sourceHash)) takers.set(sourceHash, await takersOf(app, sourceHash, turn))
  }
  return takers
}

/** Rows with a machine text and no manual one; behind a manual text there may be either. */
const filledCells = cellsOf('machine', 'all')

async function takersOf(app: App, sourceHash: string, turn: Turn): Promise<Takers> {
  const found: number[] = []
  let beyond = 0
  for await (const ordinal of rowsOutside(app, sourceHash, filledCells, turn)) {
    if (found.length > copiesPerBatchMax) beyond++
    else if (readHeads(app.store.main, ordinal).machine === null) found.push(ordinal)
  }
  return { ordinals: found, beyond }
}

/** Writes one row; false when the gate refused it. */
type WriteCopy = (rowId: string) => boolean

/** Writes copies of a row's text, in the order of the game's files; looks at `room` rows at most. */
export function writeCopies(
  app: App,
  txn: Txn,
  { ordinal: own, sourceHash }: Row,
  takers: CopyTakers,
  room: number,
  writeCopy: WriteCopy,
): Copies & { readonly looked: number } {
  const { ordinals, beyond } = takers.get(sourceHash) ?? { ordinals: [], beyond: countWithSource(txn.db, sourceHash) }
  const others = ordinals.filter((ordinal) => ordinal !== own)
  const looked = others.slice(0, room)
  ordinals.splice(0, ordinals.length, ...others.slice(looked.length))
  let [written, refused] = [0, 0]
  for (const ordinal of looked) {
    if (readHeads(txn.db, ordinal).machine !== null) continue
    const copy = readRow(txn.db, app.store.files, ordinal)
    // The table goes by a part of the hash.
    if (copy === null || copy.sourceHash !== sourceHash) continue
    if (writeCopy(copy.rowId)) written++
    else refused++
  }
  return { written, refused, left: ordinals.length + beyond, looked: looked.length }
}
