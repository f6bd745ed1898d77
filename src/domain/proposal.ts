// Proposals for the manual layer (docs/rows.md#proposals): pending → approved or rejected, both final.
import { newRevision } from './revision.ts'
import type { Client, Head } from './row.ts'
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

/** The number under which a pending proposal stands among the heads that its author sees; revisions count from 1. */
const pendingSeq = 0
export const isPendingHead = (head: Pick<Head, 'seq'> | null): boolean => head?.seq === pendingSeq

/** A pending proposal as a draft by hand: so its author's own memory and offers know it. */
export const pendingHead = ({ text, sourceHash, isVerified, authorId, client, updatedAtMs }: Proposal): Head => ({
  ...newRevision({ text, sourceHash, isVerified, authorId, ...(client !== undefined && { client }) }),
  seq: pendingSeq,
  createdAtMs: updatedAtMs,
  isInvalid: false,
})
