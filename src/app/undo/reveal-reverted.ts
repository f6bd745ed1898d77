// Makes a revert visible, in its one transaction: marks for revisions and heads that lie aside, cells, counts and times. Rows
// that somebody wrote to since they were decided are decided once more, and written here.
import { cellOf } from '../../domain/cell.ts'
import type { Heads, Revision } from '../../domain/row.ts'
import { decideRevert } from '../../domain/undo/decide-revert.ts'
import { restoring } from '../../domain/undo/restored.ts'
import { LAYERS } from '../../domain/vocabulary.ts'
import { type StagedRow, stagedRows } from '../../store/rows/bulk-heads.ts'
import { appendRevision, readHeads, readRevisions } from '../../store/rows/heads.ts'
import { readRow } from '../../store/rows/rows.ts'
import type { Switch } from '../../store/txn.ts'
import { createRawRows, hexOf } from '../import/raw-row.ts'
import { changeOf, type Pass } from './revert-pass.ts'
import { layersOf } from './rows-with-revisions.ts'

type How = Parameters<typeof restoring>[2]

/** Reveals every staged row. Throws what `breathe` throws. */
export async function revealReverted(pass: Pass, txn: Switch, how: How): Promise<void> {
  const rawRowOf = createRawRows(txn.db)
  for (const rows of stagedRows(txn)) {
    for (const staged of rows) {
      const { ordinal, planned } = staged
      const heads = readHeads(txn.db, ordinal)
      if (!staged.follows(heads)) {
        decideAgain(pass, txn, staged, how)
        continue
      }
      const raw = rawRowOf(ordinal)
      if (raw === null) throw new Error(`row ${ordinal} is gone`)
      staged.reveal(txn)
      txn.chunks.move(ordinal, cellOf(raw.cellRow, heads), cellOf(raw.cellRow, planned))
      txn.chunks.stamp(ordinal)
      const rowId = hexOf(raw.row.id)
      for (const layer of LAYERS)
        if (staged.behind(heads, layer).length > 0)
          pass.tell(changeOf(rowId, layer, heads[layer]?.text ?? '', planned[layer]))
    }
    await txn.breathe()
  }
}

function decideAgain(pass: Pass, txn: Switch, staged: StagedRow, how: How): void {
  const { ordinal } = staged
  const toldBefore = LAYERS.filter((layer) => !staged.brings(how.via, layer))
  staged.drop(txn)
  const row = readRow(txn.db, txn.store.files, ordinal)
  if (row === null) return
  let heads: Heads = readHeads(txn.db, ordinal)
  for (const layer of layersOf(pass.request.filter)) {
    const revisions: readonly Revision[] = readRevisions(txn.db, ordinal, layer)
    const decision = decideRevert(revisions, pass.rules)
    if (decision === null) continue
    const { head } = decision
    if (decision.kind === 'left') {
      // What was left alone before was told then.
      if (toldBefore.includes(layer)) continue
      pass.tell({ rowId: row.rowId, layer, change: decision.reason, before: head.text, after: null })
      continue
    }
    const said = restoring(decision.stood, row, how)
    heads = appendRevision(txn, row, heads, layer, said, pass.isInvalid(row, said.text))
    pass.tell(changeOf(row.rowId, layer, head.text, decision.stood))
  }
}
