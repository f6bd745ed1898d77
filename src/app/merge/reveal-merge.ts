// Makes a merge visible (../import/reveal-staged.ts), with its proposals. A row written to since it was planned ends
// the merge with nothing changed.
import { noteReview, proposalsOfRow, putProposal, removeBeside, takeNotesAside } from '../../store/records.ts'
import type { Switch } from '../../store/txn.ts'
import { Refused } from '../refused.ts'
import { revealStaged } from '../import/reveal-staged.ts'
import { type ProposalNote, seenOf } from './stage-row.ts'

const notesAtOnce = 1_000

export async function revealMerge(txn: Switch): Promise<void> {
  await revealStaged(txn, {
    onRevealed: () => undefined,
    onOvertaken() {
      throw overtaken()
    },
  })
  await putProposals(txn)
}

const overtaken = (): Refused => new Refused({ code: 'merge_overtaken' })

async function putProposals(txn: Switch): Promise<void> {
  for (;;) {
    const notes = takeNotesAside<ProposalNote>(txn, notesAtOnce)
    for (const { ordinal, note } of notes) {
      if (seenOf(proposalsOfRow(txn.db, ordinal)) !== note.seen) throw overtaken()
      for (const { before, after } of note.put) {
        putProposal(txn, before, after)
        if (after.status !== 'pending' && after.status !== before?.status)
          noteReview(txn, after, { manual: 0, machine: 0 })
      }
      for (const each of note.remove) removeBeside(txn, each)
    }
    await txn.breathe()
    if (notes.length < notesAtOnce) return
  }
}
