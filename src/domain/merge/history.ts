// What goes from store to store (docs/merging.md): a row's revisions and proposals without the numbers that only mean
// something in one store. People go by name, neighbours by their place in the list.
import type { Layer, Origin, ProposalStatus, TranslationStatus } from '../vocabulary.ts'

/** A revision as every store knows it. */
export interface TracedRevision {
  /** Its number and time in the store where it was written. */
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
  /** Place of the proposal it came from. */
  readonly proposal: number | null
  /** Places of the revisions it was written over, first the one that was in force; all lie before it. */
  readonly after: readonly number[]
  /** Of a revert: the place of the revision that it brings back; null when it took the layer's text away. */
  readonly restores?: number | null
  /** Who reverted; null is a command line. */
  readonly revertedBy?: string | null
  /** Of a reviewer's mark: whose it is. */
  readonly markedBy?: string
}

/** The text that a revision gave; null when it took the layer's text away. */
export const textOf = ({ text, restores }: Pick<TracedRevision, 'text' | 'restores'>): string | null =>
  restores === null ? null : text

export interface TracedProposal {
  /** Its number in the store where it was made. */
  readonly madeId: number
  /** Of a proposal that a merge made: the mark of the revision that lost (`markOf`). */
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
}

export interface RowHistory extends Readonly<Record<Layer, readonly TracedRevision[]>> {
  readonly rowId: string
  /** Of its source in the store that wrote this. */
  readonly sourceHash: string | null
  readonly proposals: readonly TracedProposal[]
}

/** What tells a revision of a layer of a row from all others, in every store. Names are left out: people are renamed. */
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

/** The same of a proposal, among those of its row. */
export const proposalIdentityOf = (proposal: Pick<TracedProposal, 'madeId' | 'conflict' | 'createdAtMs'>): string =>
  proposal.conflict ?? `${proposal.madeId} ${proposal.createdAtMs}`
