// Proposals for the manual layer (docs/decisions.md#5-proposals): pending → approved or rejected, and nothing leaves
// those two.
import type { ProposalStatus } from './vocabulary.ts'

export interface Proposal {
  readonly id: number
  /** Counts the texts its author gave it, from 1. */
  readonly version: number
  readonly status: ProposalStatus
  readonly ordinal: number
  readonly rowId: string
  readonly text: string
  /** The source it was made against, or last confirmed against. */
  readonly sourceHash: string
  readonly isVerified: boolean
  readonly authorId: number
  readonly keyId: number | null
  /** Waivers of the legacy API; they hold at the approval too. */
  readonly waivers: { readonly glossary: boolean; readonly validation: boolean }
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly reviewerId: number | null
  readonly reviewedAtMs: number | null
  readonly reason: string | null
  /** On proposals that a merge brought: the number in the store where it was made (docs/merging.md). */
  readonly mergedId?: number
  /** On proposals that a merge made: the mark of the revision whose text it is. */
  readonly conflict?: string
  /** It came by a merge and waits beside its author's one pending proposal for the row, which it does not replace. */
  readonly isBeside?: true
}
