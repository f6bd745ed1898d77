// Makes the texts of a revert visible (../import/reveal-staged.ts). Rows written to since their decision are decided again.
import type { Heads, Revision } from '../../domain/row.ts'
import { decideRevert } from '../../domain/undo/decide-revert.ts'
import { restoring } from '../../domain/undo/restored.ts'
import { LAYERS } from '../../domain/vocabulary.ts'
import { appendRevision, type StagedRow } from '../../store/change-rows.ts'
import { readHeads, readRevisions, readRow } from '../../store/rows.ts'
import type { Switch } from '../../store/txn.ts'
import { hexOf } from '../import/raw-row.ts'
import { revealStaged } from '../import/reveal-staged.ts'
import { changeOf, type Pass } from './revert-pass.ts'
import { layersOf } from './rows-with-revisions.ts'

type How = Parameters<typeof restoring>[2]

export const revealReverted = (pass: Pass, txn: Switch, how: How): Promise<void> =>
  revealStaged(txn, {
    onRevealed(staged, heads, { id }) {
      for (const layer of LAYERS)
        if (staged.behind(heads, layer).length > 0)
          pass.tell(changeOf(hexOf(id), layer, heads[layer]?.text ?? '', staged.planned[layer]))
    },
    onOvertaken: (staged) => decideAgain(pass, txn, staged, how),
  })

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
      // The layer was reported before, as left alone.
      if (toldBefore.includes(layer)) continue
      pass.tell({ rowId: row.rowId, layer, change: decision.reason, before: head.text, after: null })
      continue
    }
    const said = restoring(decision.stood, row, how)
    heads = appendRevision(txn, row, heads, layer, said, pass.isInvalid(row, said.text))
    pass.tell(changeOf(row.rowId, layer, head.text, decision.stood))
  }
}
