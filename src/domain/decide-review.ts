// May this reviewer end this proposal, and may this head be marked (decisions §5 and §4)?
import { hasPermission, isRoleAtLeast } from './access.ts'
import type { User } from './people.ts'
import type { Proposal } from './proposal.ts'
import type { Head, Row } from './row.ts'

export type ReviewRefusal =
  | { readonly code: 'not_allowed'; readonly message: string }
  | { readonly code: 'not_pending'; readonly message: string }
  | { readonly code: 'own_proposal'; readonly message: string }
  | { readonly code: 'stale_source'; readonly message: string; readonly currentSourceHash: string }

/** Everything but the text gate, which the use case runs. Null: go on. */
export function reviewRefusal(
  reviewer: User,
  proposal: Proposal,
  decision: 'approve' | 'reject',
): ReviewRefusal | null {
  if (reviewer.state !== 'active' || !hasPermission(reviewer.role, 'review_translation')) {
    return {
      code: 'not_allowed',
      message: `${reviewer.name} may not review: that takes an active moderator, admin or super admin`,
    }
  }
  if (proposal.status !== 'pending') {
    return {
      code: 'not_pending',
      message: `proposal ${proposal.id} was ${proposal.status} already; nothing was changed`,
    }
  }
  if (decision === 'approve' && proposal.authorId === reviewer.id && !isRoleAtLeast(reviewer.role, 'admin')) {
    return {
      code: 'own_proposal',
      message: `proposal ${proposal.id} is ${reviewer.name}'s own: another reviewer, an admin or a super admin has to approve it`,
    }
  }
  return null
}

/** The source has changed since the proposal was made or last confirmed. */
export const isProposalStale = (proposal: Proposal, row: Row): boolean => proposal.sourceHash !== row.sourceHash

/** Marks that a moderator may give a machine head. */
export const MACHINE_MARKS = ['reviewed', 'approved', 'rejected'] as const
export type MachineMark = (typeof MACHINE_MARKS)[number]

/** Approving is about the source that the moderator saw, and about the very head they saw. */
export function markRefusal(
  reviewer: User,
  head: Head | null,
  seen: { readonly seq: number; readonly sourceHash: string },
  row: Row,
): { readonly code: 'not_allowed' | 'no_head' | 'head_changed' | 'stale_source'; readonly message: string } | null {
  if (reviewer.state !== 'active' || !hasPermission(reviewer.role, 'review_translation')) {
    return { code: 'not_allowed', message: 'marking machine texts takes an active moderator, admin or super admin' }
  }
  if (head === null) return { code: 'no_head', message: 'this row has no machine text' }
  if (head.seq !== seen.seq) {
    return {
      code: 'head_changed',
      message: 'the machine text was changed meanwhile; look at the new one and decide again',
    }
  }
  if (row.sourceHash !== seen.sourceHash) {
    return { code: 'stale_source', message: 'the source was changed meanwhile; look at the new one and decide again' }
  }
  return null
}
