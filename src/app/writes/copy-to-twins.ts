// Copies of a batch's texts in rows with the same source (`copies: true`), from memory (docs/memory.md#memory). A source may stand in
// ten thousand rows, so they are found before the transaction, with pauses, and the transaction reads a limited number.
import type { Turn } from '../../base/turn.ts'
import { copiesPerBatchMax } from '../../domain/limits.ts'
import { isOpenToMemory, Witnesses } from '../../domain/memory/recall.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { countWithSource, readHeads, readRow, rowsWithSource } from '../../store/rows.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'
import type { Rules } from '../rules.ts'
import { recallWithGate, witnessAt } from '../terms/recall-rows.ts'
import { fillRow, type RememberedBy } from './fill-row.ts'

export interface Copies {
  readonly written: number
  /** Rows for which memory has no text: the gate refuses it, or people approved different ones. */
  readonly refused: number
  /** Rows that the batch's limit or the day's quota left out, or a few more. */
  readonly left: number
}

/** Rows of a source, as known before the transaction. */
interface Takers {
  /** Rows that may take a text, in file order: as many as a batch may write. Removed once read. */
  readonly ordinals: number[]
  readonly beyond: number
  /** All rows with the source but the batch's own. */
  readonly witnesses: Witnesses
}

/** Rows by source hash. */
export type CopyTakers = ReadonlyMap<string, Takers>

export async function findTakers(app: App, rows: readonly Row[], turn: Turn): Promise<CopyTakers> {
  const takers = new Map<string, Takers>()
  const own = new Set(rows.map(({ ordinal }) => ordinal))
  for (const row of rows) {
    if (!takers.has(row.sourceHash)) takers.set(row.sourceHash, await takersOf(app, row, own, turn))
  }
  return takers
}

async function takersOf({ store: { main } }: App, row: Row, own: ReadonlySet<number>, turn: Turn): Promise<Takers> {
  const { sourceHash } = row
  const ordinals: number[] = []
  const witnesses = witnessesFor(row)
  let beyond = 0
  for (const ordinal of rowsWithSource(main, sourceHash)) {
    if (turn.isOver) await turn.next()
    if (ordinal === row.ordinal) continue
    const witness = own.has(ordinal) ? null : witnessAt(main, ordinal, sourceHash)
    if (witness !== null) witnesses.add(witness)
    if (!isOpenToMemory({ sourceHash, isServiceRow: false }, readHeads(main, ordinal))) continue
    if (ordinals.length < copiesPerBatchMax) ordinals.push(ordinal)
    else beyond++
  }
  return { ordinals, beyond, witnesses }
}

/**
 * Fills the rows with the same source, in file order, once the text of `row` is written; reads at most `room` rows. The
 * others are counted, and written when the item is sent again.
 */
export function writeCopies(
  app: App,
  txn: Txn,
  rules: Rules,
  row: Row,
  takers: CopyTakers,
  room: number,
  by: RememberedBy,
  onWrite: (rowId: string) => void,
): Copies & { readonly looked: number } {
  const { sourceHash } = row
  const { ordinals, beyond, witnesses } = takers.get(sourceHash) ?? unknown(txn, row)
  const own = witnessAt(txn.db, row.ordinal, sourceHash)
  if (own !== null) witnesses.add(own)
  const looked = ordinals.splice(0, room)
  const left = ordinals.length + beyond
  const recalled = recallWithGate(rules, row, witnesses)
  if (recalled.kind !== 'text') return { written: 0, refused: looked.length, left, looked: looked.length }
  const { remembered } = recalled
  let written = 0
  for (const ordinal of looked) {
    const taker = readRow(txn.db, app.store.files, ordinal)
    if (taker === null || taker.sourceHash !== sourceHash) continue
    if (!fillRow(app, txn, rules, { row: taker, remembered, rules }, by)) continue
    onWrite(taker.rowId)
    written++
  }
  return { written, refused: 0, left, looked: looked.length }
}

/** The source of the row changed after it was looked at. */
const unknown = (txn: Txn, row: Row): Takers => ({
  ordinals: [],
  beyond: countWithSource(txn.db, row.sourceHash),
  witnesses: witnessesFor(row),
})

const witnessesFor = (row: Row): Witnesses => new Witnesses({ text: sourceTextOf(row), hash: row.sourceHash })
