// Makes a merge that lies aside visible (../import/reveal-staged.ts), with its proposals and their indexes. A row written to
// since it was planned ends the merge with nothing changed.
import { proposalsOfRow, putProposal, removeBeside, takeNotesAside } from '../../store/records/proposals.ts'
import type { Switch } from '../../store/txn.ts'
import { Overtaken } from '../import/reveal-localized.ts'
import { revealStaged } from '../import/reveal-staged.ts'
import { type ProposalNote, seenOf } from './stage-row.ts'

const notesAtOnce = 1_000

/** Reveals every staged row. Throws Overtaken. */
export async function revealMerge(txn: Switch): Promise<void> {
  await revealStaged(txn, {
    onRevealed: () => undefined,
    onOvertaken() {
      throw overtaken()
    },
  })
  await putProposals(txn)
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
