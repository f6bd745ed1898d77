// Reads a row for the legacy API's `show_info` (docs/legacy-api.md#mode-3-read-a-row), from one snapshot.
import { effectiveSlot, type Heads, type Row, type RowWithHeads } from '../../domain/row.ts'
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

export interface RowInfo extends RowWithHeads {
  /** The name of the file that has the effective source: the diff if it has the row, else the main file. */
  readonly fileName: string
  readonly number: number
  readonly sourceText: string
  /** The row's reference text, from the reference diff if it has one; null: there is none. */
  readonly referenceText: string | null
  /** The proposal that was approved last. */
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

/** Reads a row; null: the game has no such row. `rowId` may be any text. */
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

/** The proposal that was approved last. It is found by the revision that names it, because times may be equal. */
function approvedLast(app: App, row: Row, heads: Heads): Proposal | undefined {
  const { main } = app.store
  for (let seq = heads.manual?.seq ?? 0; seq > 0; seq--) {
    const id = readRevision(main, row.ordinal, 'manual', seq)?.proposalId ?? null
    const proposal = id === null ? undefined : readProposal(main, id)
    // A proposal that is not approved any more does not count: its approval was taken back.
    if (proposal?.status === 'approved') return proposal
  }
  return undefined
}
