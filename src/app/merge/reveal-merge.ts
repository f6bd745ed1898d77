// Makes a merge that lies aside visible, all in one transaction: marks for revisions and heads, cells, counts and times,
// proposals with their indexes. A row that somebody wrote to since it was planned ends the merge with nothing changed.
import { cellOf } from '../../domain/cell.ts'
import { proposalsOfRow, putProposal, removeBeside, takeNotesAside } from '../../store/records/proposals.ts'
import { stagedRows } from '../../store/rows/bulk-heads.ts'
import { ChunkWriter } from '../../store/rows/chunk-writer.ts'
import { readHeads } from '../../store/rows/heads.ts'
import type { Switch } from '../../store/txn.ts'
import { createRawRows } from '../import/raw-row.ts'
import { Overtaken } from '../import/reveal-localized.ts'
import { type ProposalNote, seenOf } from './stage-row.ts'

const notesAtOnce = 1_000

/** Reveals every staged row. Throws Overtaken. */
export async function revealMerge(txn: Switch): Promise<void> {
  await revealRevisions(txn)
  await putProposals(txn)
}

async function revealRevisions(txn: Switch): Promise<void> {
  const chunks = new ChunkWriter(txn.db, txn.timeMs)
  const rawRowOf = createRawRows(txn.db)
  for (const rows of stagedRows(txn)) {
    for (const staged of rows) {
      const { ordinal, planned } = staged
      const heads = readHeads(txn.db, ordinal)
      const raw = rawRowOf(ordinal)
      if (raw === null || !staged.follows(heads)) throw overtaken()
      staged.reveal(txn)
      chunks.move(ordinal, cellOf(raw.cellRow, heads), cellOf(raw.cellRow, planned))
      chunks.stamp(ordinal)
    }
    await txn.breathe()
  }
  chunks.finish()
}

const overtaken = (): Overtaken =>
  new Overtaken('somebody wrote to a row during the merge; nothing was changed, run it again')

async function putProposals(txn: Switch): Promise<void> {
  for (;;) {
    const notes = takeNotesAside<ProposalNote>(txn, notesAtOnce)
    for (const { ordinal, note } of notes) {
      if (seenOf(proposalsOfRow(txn.db, ordinal)) !== note.seen) throw overtaken()
      for (const { before, after } of note.put) putProposal(txn, before, after)
      for (const each of note.remove) removeBeside(txn, each)
    }
    await txn.breathe()
    if (notes.length < notesAtOnce) return
  }
}
