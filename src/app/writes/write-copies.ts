// Copies a machine text to the other rows with the same source whose machine layer is empty. A game may have a text ten thousand
// times, so the rows are found before the transaction, with pauses, and the transaction reads a limited number. The others are
// counted, and written when the item is sent again.
import type { Turn } from '../../base/turn.ts'
import { cellsOf } from '../../domain/cell.ts'
import { copiesPerBatchMax } from '../../domain/limits.ts'
import type { Row } from '../../domain/row.ts'
import { countWithSource, readHeads, readRow } from '../../store/rows.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'
import { rowsOutside } from '../rows/rows-of-source.ts'

export interface Copies {
  readonly written: number
  readonly refused: number
  /** Rows that the batch's limit or the day's quota left out, or a few more. */
  readonly left: number
}

/** Rows of a source that may take a text, as known before the transaction; removed once read. */
interface Takers {
  /** In file order: as many as a batch may write, and the item's own row. */
  readonly ordinals: number[]
  readonly beyond: number
}

/** Rows by source hash. */
export type CopyTakers = ReadonlyMap<string, Takers>

export async function findTakers(app: App, rows: readonly Row[], turn: Turn): Promise<CopyTakers> {
  const takers = new Map<string, Takers>()
  for (const { sourceHash } of rows) {
    if (!takers.has(sourceHash)) takers.set(sourceHash, await takersOf(app, sourceHash, turn))
  }
  return takers
}

/** Classes of rows with a machine text and no manual one. For rows with a manual text the machine layer is unknown. */
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

type WriteCopy = (rowId: string) => boolean

/** Writes in file order; reads at most `room` rows. */
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
    // The table's key is only a part of the hash.
    if (copy === null || copy.sourceHash !== sourceHash) continue
    if (writeCopy(copy.rowId)) written++
    else refused++
  }
  return { written, refused, left: ordinals.length + beyond, looked: looked.length }
}
