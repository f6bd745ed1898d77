// "Fill all rows with this source": writes one text to every row with the same source and no settled manual text. A
// call fills a limited number of rows, the next one continues.
import { Turn } from '../../base/turn.ts'
import { hasPermission } from '../../domain/access.ts'
import { cellsOf } from '../../domain/cell.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { type Heads, isStale, NO_HEADS, type Row } from '../../domain/row.ts'
import { readHeads, readRow, readRowById } from '../../store/rows.ts'
import { pendingOf } from '../../store/records.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { personWaitMsMax } from '../change.ts'
import { editTranslation } from '../writes/edit-translation.ts'
import { rowsOutside } from '../rows/rows-of-source.ts'
import { submitProposal } from '../writes/submit-proposal.ts'

interface Filled {
  /** Rows that now have the text or a proposal of it. */
  readonly filled: number
  readonly written: readonly { readonly rowId: string; readonly seq: number }[]
  readonly refused: number
}

const rowsMax = 200

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
    const done = isDirect
      ? await editTranslation(app, actor, request)
      : await submitProposal(app, actor, {
          ...request,
          waivers: NO_WAIVERS,
          waitMsMax: personWaitMsMax,
          takes: (role) => hasPermission(role, 'propose_translation'),
        })
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

/** Cells with a fresh manual text, in which neither layer can be stale. */
const settledCells = cellsOf('manual', 'all').filter((cell) => !cellsOf('stale', 'all').includes(cell))

/** Leaves out rows where this person has a proposal, which must not be replaced unseen. */
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
