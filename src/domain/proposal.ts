// Proposals for the manual layer (docs/rows.md#proposals): pending → approved or rejected, both final.
import type { Client } from './row.ts'
import type { ProposalStatus } from './vocabulary.ts'

export interface Proposal {
  readonly id: number
  /** The number of the author's present text, counted from 1. */
  readonly version: number
  readonly status: ProposalStatus
  readonly ordinal: number
  readonly rowId: string
  readonly text: string
  /** The source for which the text was written or last confirmed. */
  readonly sourceHash: string
  readonly isVerified: boolean
  readonly authorId: number
  readonly keyId: number | null
  /** Checks skipped by flags of the legacy API; they are skipped at the approval too. */
  readonly waivers: { readonly glossary: boolean; readonly validation: boolean }
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly reviewerId: number | null
  readonly reviewedAtMs: number | null
  readonly reason: string | null
  /** On a proposal from another store: its number there (docs/merging.md). */
  readonly mergedId?: number
  /** On a proposal that a merge made: the id of the losing revision (`conflictId`). */
  readonly conflict?: string
  /** On a proposal from another store: it waits beside its author's pending proposal, without replacing it. */
  readonly isBeside?: true
  /** The program that wrote the text; absent: it named none. */
  readonly client?: Client
}

/** A mark of the proposal's present text, `12.3`; it changes with each text of the author. '' without a proposal. */
export const pendingMark = (pending: Proposal | null): string =>
  pending === null ? '' : `${pending.id}.${pending.version}`
