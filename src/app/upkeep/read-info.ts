// Reads a row for the legacy API's `show_info` (docs/legacy-api.md#mode-3-read-a-row), from one snapshot.
import { effectiveSlot, type Heads, type Row } from '../../domain/row.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { readHeads, readReference, readRevision, readRowById } from '../../store/rows.ts'
import { readUser } from '../../store/people.ts'
import { proposalsOfRow, readProposal } from '../../store/records.ts'
import type { App } from '../app.ts'

export interface NamedProposal {
  readonly proposal: Proposal
  readonly author: string
  readonly reviewer: string | null
}

export interface RowInfo {
  readonly row: Row
  /** The file with the effective source. */
  readonly fileName: string
  readonly number: number
  readonly sourceText: string
  /** The reference diff's, else the reference's; null: neither has one. */
  readonly referenceText: string | null
  readonly heads: Heads
  /** The latest. */
  readonly approved: NamedProposal | null
  readonly proposals: readonly NamedProposal[]
}

export function namedProposal(app: App, proposal: Proposal): NamedProposal {
  const nameOf = (id: number): string => readUser(app.store.main, id)?.name ?? `person ${id}`
  return {
    proposal,
    author: nameOf(proposal.authorId),
    reviewer: proposal.reviewerId === null ? null : nameOf(proposal.reviewerId),
  }
}

/** Null: the game has no such row. `rowId` may be any text. */
export function readInfo(app: App, rowId: string): RowInfo | null {
  const { main, files } = app.store
  const row = readRowById(main, files, rowId)
  if (row === null) return null
  const heads = readHeads(main, row.ordinal)
  const reference = readReference(main, row.ordinal)
  const slot = effectiveSlot(row)
  const approved = approvedLast(app, row, heads)
  return {
    row,
    fileName: slot.fileName,
    number: slot.number,
    sourceText: slot.text,
    referenceText: reference?.diff ?? reference?.main ?? null,
    heads,
    approved: approved === undefined ? null : namedProposal(app, approved),
    proposals: proposalsOfRow(main, row.ordinal).map((proposal) => namedProposal(app, proposal)),
  }
}

/** Found by the revision that names the proposal, because times may be equal. */
function approvedLast(app: App, row: Row, heads: Heads): Proposal | undefined {
  const { main } = app.store
  for (let seq = heads.manual?.seq ?? 0; seq > 0; seq--) {
    const id = readRevision(main, row.ordinal, 'manual', seq)?.proposalId ?? null
    const proposal = id === null ? undefined : readProposal(main, id)
    // An approval that was taken back does not count.
    if (proposal?.status === 'approved') return proposal
  }
  return undefined
}
