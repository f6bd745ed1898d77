// A row's revisions and proposals in the form that stores exchange (docs/merging.md): people are named, and revisions
// are referred to by index, because ids belong to one store.
import type { Client } from '../row.ts'
import type { Layer, Origin, ProposalStatus, TranslationStatus } from '../vocabulary.ts'

export interface TracedRevision {
  /** Its number in the store where it was written. */
  readonly madeSeq: number
  readonly madeAtMs: number
  readonly text: string
  readonly status: TranslationStatus
  readonly origin: Origin
  readonly provider: string | null
  readonly model: string | null
  readonly sourceHash: string
  readonly isVerified: boolean
  readonly author: string | null
  readonly approver: string | null
  readonly approvedAtMs: number | null
  readonly proposal: number | null
  /** Indexes of the revisions that this one replaced, the current one first; all are earlier in the list. */
  readonly after: readonly number[]
  /** On a revert: the index of the restored revision; null: it emptied the layer. */
  readonly restores?: number | null
  /** On a revert: the name of its person; null: the command line. */
  readonly revertedBy?: string | null
  readonly markedBy?: string
  readonly client?: Client
}

/** Null: the revision emptied the layer. */
export const textOf = ({ text, restores }: Pick<TracedRevision, 'text' | 'restores'>): string | null =>
  restores === null ? null : text

export interface TracedProposal {
  readonly madeId: number
  /** On a proposal that a merge made: the id of the losing revision (`conflictId`). */
  readonly conflict: string | null
  readonly version: number
  readonly status: ProposalStatus
  readonly text: string
  readonly sourceHash: string
  readonly isVerified: boolean
  readonly author: string
  readonly waivers: { readonly glossary: boolean; readonly validation: boolean }
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly reviewer: string | null
  readonly reviewedAtMs: number | null
  readonly reason: string | null
  readonly client?: Client
}

export interface RowHistory extends Readonly<Record<Layer, readonly TracedRevision[]>> {
  readonly rowId: string
  /** In the store that wrote this history. */
  readonly sourceHash: string | null
  readonly proposals: readonly TracedProposal[]
}

/** Unique in a row's layer, in every store. Without names, because people are renamed. */
export const identityOf = (revision: TracedRevision): string =>
  JSON.stringify([
    revision.madeSeq,
    revision.madeAtMs,
    revision.status,
    revision.text,
    revision.sourceHash,
    revision.origin,
    revision.provider,
    revision.model,
  ])

/** Unique in its row, in every store. */
export const proposalIdentityOf = (proposal: Pick<TracedProposal, 'madeId' | 'conflict' | 'createdAtMs'>): string =>
  proposal.conflict ?? `${proposal.madeId} ${proposal.createdAtMs}`
