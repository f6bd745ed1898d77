// One decision for all rows that say the same: fills the rows with the same source, and closes other proposals with the text
// that was approved.
import { Turn } from '../../base/turn.ts'
import { cellsOf } from '../../domain/cell.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { type Heads, isStale, NO_HEADS, type Row } from '../../domain/row.ts'
import { pendingOf } from '../../store/records.ts'
import {
  chunkOf,
  hasBit,
  readHeads,
  readRow,
  readRowById,
  ROWS_PER_CHUNK,
  rowsInCells,
  rowsWithSource,
} from '../../store/rows.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { pendingOfRow } from '../rows/read-proposal.ts'
import { editTranslation } from '../writes/edit-translation.ts'
import { rejectProposal } from '../writes/review-proposal.ts'
import { submitProposal } from '../writes/write-single.ts'

// The rows with the same source, for writing one text to many. A game may have a source ten thousand times, so the rows are read with
// pauses, and rows in unwanted states (cells) are passed without reading them.

/**
 * Ordinals of the rows with this source hash (hex) that are in none of `cells`, in file order. The table's key is only a part of the hash,
 * so whoever writes must compare all of it.
 */
async function* rowsOutside(
  { store: { main } }: App,
  sourceHash: string,
  cells: readonly number[],
  turn: Turn,
): AsyncGenerator<number> {
  let passed = { chunk: -1, bitmap: Buffer.alloc(0) as Uint8Array }
  for (const ordinal of rowsWithSource(main, sourceHash)) {
    if (turn.isOver) {
      await turn.next()
      passed = { chunk: -1, bitmap: passed.bitmap }
    }
    const chunk = chunkOf(ordinal)
    if (chunk !== passed.chunk) passed = { chunk, bitmap: rowsInCells(main, cells, chunk) }
    if (!hasBit(passed.bitmap, ordinal % ROWS_PER_CHUNK)) yield ordinal
  }
}

interface Filled {
  /** How many rows now have the text, or a proposal of it. */
  readonly filled: number
  readonly written: readonly { readonly rowId: string; readonly seq: number }[]
  readonly refused: number
}

const rowsMax = 200

/**
 * "Fill all rows with this source": writes one text to each row that has the source and no settled manual text. A call fills a limited
 * number of rows, and the next call goes on.
 */
export async function fillSameSource(
  app: App,
  actor: Actor,
  row: Row,
  { text, isDirect }: { readonly text: string; readonly isDirect: boolean },
): Promise<Filled> {
  let [filled, refused] = [0, 0]
  const written: { rowId: string; seq: number }[] = []
  for (const rowId of await rowsToFill(app, actor, row)) {
    const request = { rowId, text, sourceHash: row.sourceHash }
    const done = isDirect ? await editTranslation(app, actor, request) : await submitProposal(app, actor, request)
    if (!done.ok) refused++
    else {
      filled++
      const seq = done.value.status === 'written' ? headsOfRow(app, rowId).manual?.seq : undefined
      if (seq !== undefined) written.push({ rowId, seq })
    }
  }
  return { filled, written, refused }
}

function headsOfRow({ store }: App, rowId: string): Heads {
  const row = readRowById(store.main, store.files, rowId)
  return row === null ? NO_HEADS : readHeads(store.main, row.ordinal)
}

/** The states of rows whose manual text is for the present source, and of which neither layer is stale. */
const settledCells = cellsOf('manual', 'all').filter((cell) => !cellsOf('stale', 'all').includes(cell))

/** The rows to fill. A row where this person has a proposal is left out, because it must not be replaced unseen. */
async function rowsToFill(app: App, actor: Actor, { ordinal: own, sourceHash }: Row): Promise<readonly string[]> {
  const { main, files } = app.store
  const ids: string[] = []
  for await (const ordinal of rowsOutside(app, sourceHash, settledCells, new Turn(actor.user.id))) {
    const other = ordinal === own ? null : readRow(main, files, ordinal)
    if (other === null || other.sourceHash !== sourceHash) continue
    const { manual } = readHeads(main, ordinal)
    if (manual !== null && !isStale(manual, sourceHash)) continue
    if (pendingOf(main, actor.user.id, ordinal) !== null) continue
    ids.push(other.rowId)
    if (ids.length === rowsMax) break
  }
  return ids
}

/** After an approval, closes the row's other proposals with the same text (docs/workbench.md#what-is-asked). */
export async function closeRivals(app: App, actor: Actor, row: Row, approved: Proposal, text: string): Promise<number> {
  let closed = 0
  for (const rival of pendingOfRow(app, row)) {
    if (rival.text !== text) continue
    const reason = `Proposal ${approved.id} says the same and was approved.`
    const done = await rejectProposal(app, actor, { id: rival.id, version: rival.version, reason })
    if (done.ok) closed++
  }
  return closed
}
