// Decides whether a reviewer may approve or reject a proposal, or mark a current text (docs/rows.md#proposals and
// docs/rows.md#shown-status).
import { hasPermission, isRoleAtLeast } from './access.ts'
import type { User } from './people.ts'
import type { Proposal } from './proposal.ts'
import type { Head, Row } from './row.ts'
import type { ProposalStatus } from './vocabulary.ts'

export type ReviewRefusal =
  | { readonly code: 'may_not_review'; readonly reviewer: string }
  | { readonly code: 'not_pending'; readonly id: number; readonly status: ProposalStatus }
  | { readonly code: 'own_proposal'; readonly id: number; readonly reviewer: string }

/** Why the reviewer may not decide this; null: they may. The caller also runs the text gate. */
export function reviewRefusal(
  reviewer: User,
  proposal: Proposal,
  decision: 'approve' | 'reject',
): ReviewRefusal | null {
  if (reviewer.state !== 'active' || !hasPermission(reviewer.role, 'review_translation')) {
    return { code: 'may_not_review', reviewer: reviewer.name }
  }
  if (proposal.status !== 'pending') return { code: 'not_pending', id: proposal.id, status: proposal.status }
  if (decision === 'approve' && proposal.authorId === reviewer.id && !isRoleAtLeast(reviewer.role, 'admin')) {
    return { code: 'own_proposal', id: proposal.id, reviewer: reviewer.name }
  }
  return null
}

/** True: the proposal was sent with a flag of the legacy API, so the gate skipped some checks. */
export const hasWaivers = ({ waivers }: Proposal): boolean => waivers.glossary || waivers.validation

export const isProposalStale = (proposal: Proposal, row: Row): boolean => proposal.sourceHash !== row.sourceHash

/** Decisions that a moderator may make about the current machine text. */
export const MACHINE_MARKS = ['reviewed', 'approved', 'rejected'] as const
export type MachineMark = (typeof MACHINE_MARKS)[number]

export interface SeenHead {
  readonly seq: number
  readonly sourceHash: string
}

export interface MarkRefusal {
  readonly code: 'may_not_mark' | 'no_machine_text' | 'machine_text_changed' | 'source_changed'
}

export function markRefusal(reviewer: User, head: Head | null, seen: SeenHead, row: Row): MarkRefusal | null {
  if (reviewer.state !== 'active' || !hasPermission(reviewer.role, 'review_translation')) {
    return { code: 'may_not_mark' }
  }
  if (head === null) return { code: 'no_machine_text' }
  if (head.seq !== seen.seq) return { code: 'machine_text_changed' }
  return row.sourceHash === seen.sourceHash ? null : { code: 'source_changed' }
}
