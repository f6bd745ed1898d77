// Makes revisions and heads that were written aside visible, in the last transaction of their work: sets their
// pointers, and the cells, counts and times of their rows.
import { cellOf } from '../../domain/cell.ts'
import type { Heads } from '../../domain/row.ts'
import { type StagedRow, stagedRows } from '../../store/change-rows.ts'
import { type RawRow, readHeads } from '../../store/rows.ts'
import type { Switch } from '../../store/txn.ts'
import { createRawRows } from './raw-row.ts'

interface Revealing {
  /** Called for each revealed row. `heads`: the row's heads before. */
  readonly onRevealed: (staged: StagedRow, heads: Heads, row: RawRow) => void
  /** Called instead if the row was written to since it was staged, or is gone: nothing of it was revealed. */
  readonly onOvertaken: (staged: StagedRow) => void
}

/** Reveals the rows in ascending order. Throws what `breathe`, the pause between slices, throws. */
export async function revealStaged(txn: Switch, { onRevealed, onOvertaken }: Revealing): Promise<void> {
  const rawRowOf = createRawRows(txn.db)
  for (const rows of stagedRows(txn)) {
    for (const staged of rows) {
      const { ordinal, planned } = staged
      const heads = readHeads(txn.db, ordinal)
      const raw = rawRowOf(ordinal)
      if (raw === null || !staged.follows(heads)) {
        onOvertaken(staged)
        continue
      }
      staged.reveal(txn)
      txn.chunks.move(ordinal, cellOf(raw.cellRow, heads), cellOf(raw.cellRow, planned))
      txn.chunks.stamp(ordinal)
      onRevealed(staged, heads, raw.row)
    }
    await txn.breathe()
  }
}
