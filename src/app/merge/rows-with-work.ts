// Every row with work on it, with all its revisions and proposals: both tables, read in parallel, each once.
import type { Proposal } from '../../domain/proposal.ts'
import type { Revision } from '../../domain/row.ts'
import type { Database } from '../../store/store.ts'
import { readProposal, rowsOfProposals } from '../../store/records.ts'
import { allRevisions } from '../../store/rows.ts'

interface RowWithWork {
  readonly ordinal: number
  /** Oldest first. */
  readonly manual: readonly Revision[]
  readonly machine: readonly Revision[]
  /** Ascending by id. */
  readonly proposals: readonly Proposal[]
}

/** Ascending by ordinal, with rows that are no longer in the game. */
export function* rowsWithWork(db: Database): Generator<RowWithWork> {
  const revisions = allRevisions(db)
  const proposals = rowsOfProposals(db)
  let revision = revisions.next()
  let proposal = proposals.next()
  while (revision.done !== true || proposal.done !== true) {
    const ordinal = Math.min(
      revision.done === true ? Infinity : revision.value.ordinal,
      proposal.done === true ? Infinity : proposal.value.ordinal,
    )
    const row = { ordinal, manual: [] as Revision[], machine: [] as Revision[], proposals: [] as Proposal[] }
    if (revision.done !== true && revision.value.ordinal === ordinal) {
      row.manual.push(...revision.value.manual)
      row.machine.push(...revision.value.machine)
      revision = revisions.next()
    }
    while (proposal.done !== true && proposal.value.ordinal === ordinal) {
      const stored = readProposal(db, proposal.value.id)
      if (stored !== undefined) row.proposals.push(stored)
      proposal = proposals.next()
    }
    yield row
  }
}
