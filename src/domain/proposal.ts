// Proposals for the manual layer (docs/decisions.md#5-proposals): pending → approved or rejected, both final.
import type { ProposalStatus } from './vocabulary.ts'

export interface Proposal {
  readonly id: number
  /** Counts the author's texts, from 1. */
  readonly version: number
  readonly status: ProposalStatus
  readonly ordinal: number
  readonly rowId: string
  readonly text: string
  /** Source of the text, or of its last confirmation. */
  readonly sourceHash: string
  readonly isVerified: boolean
  readonly authorId: number
  readonly keyId: number | null
  /** Waivers of the legacy API; they also hold at the approval. */
  readonly waivers: { readonly glossary: boolean; readonly validation: boolean }
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly reviewerId: number | null
  readonly reviewedAtMs: number | null
  readonly reason: string | null
  /** On a merged proposal: its number in the store where it was made (docs/merging.md). */
  readonly mergedId?: number
  /** On a proposal that a merge made: the id of the losing revision (`conflictId`). */
  readonly conflict?: string
  /** Merged: waits beside its author's one pending proposal for the row, without replacing it. */
  readonly isBeside?: true
}
