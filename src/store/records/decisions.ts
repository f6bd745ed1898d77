// The log of decisions about texts, numbered in the order of their commits: what reviewers approved, edited and
// rejected. Entries are appended in the transaction of the decision. Texts are found by the numbers of revisions, which
// never change; a proposal's text and reason are kept here, because a proposal that waits again loses them.
import type { Proposal } from '../../domain/proposal.ts'
import type { Database } from '../file/environment.ts'
import type { Txn } from '../txn.ts'
import { callsItself, nextId, type NumberedKind, putNumbered, recordsAfter, upcomingId } from './kind.ts'
import * as is from './members.ts'
import { proposalsByStatus } from './proposals.ts'

const DECISION = { name: 'decision', number: 55, hasIds: true } as const

/** What was decided: about a proposal, a machine text (`marked_…`), or a manual text that replaced a machine text. */
const DECISION_KINDS = ['approved', 'rejected', 'marked_approved', 'marked_rejected', 'replaced'] as const

const MEMBERS = {
  id: is.id,
  kind: is.oneOf(DECISION_KINDS),
  atMs: is.time,
  /** Who decided; null: not known. */
  userId: is.orNull(is.id),
  ordinal: is.id,
  proposalId: is.orNull(is.id),
  /** The number of the manual revision that was made; 0: none, or not known. */
  manual: is.count,
  /** The number of the machine text that the row had; 0: none, or not known. */
  machine: is.count,
  /** The proposal's text; null: the decision was not about a proposal. */
  text: is.orNull(is.text),
  reason: is.orNull(is.text),
}
export type DecisionRecord = is.RecordOf<typeof MEMBERS>

export const DECISIONS: NumberedKind<DecisionRecord> = {
  table: DECISION,
  ...is.stored<DecisionRecord>(MEMBERS),
  problem: callsItself(''),
  people: ({ userId }) => (userId === null ? [] : [['is by', userId]]),
}

/** The number of the last decision; 0: the log is empty. */
export const lastDecision = (db: Database): number => upcomingId(db, DECISION) - 1

/** Appends a decision. Before the first one, it appends those that are older than the log. */
export function noteDecision(txn: Txn, decision: Omit<DecisionRecord, 'id'>): void {
  noteEarlierDecisions(txn, decision.proposalId)
  append(txn, decision)
}

/** Notes what a reviewer decided. `manual` and `machine`: the numbers of the row's revisions. */
export const noteReview = (
  txn: Txn,
  proposal: Proposal,
  of: { readonly manual: number; readonly machine: number },
): void => noteDecision(txn, { ...reviewOf(proposal), ...of })

const append = (txn: Txn, decision: Omit<DecisionRecord, 'id'>): void =>
  putNumbered(txn.db, DECISIONS, null, { id: nextId(txn, DECISION), ...decision })

const reviewOf = (proposal: Proposal): Omit<DecisionRecord, 'id'> => ({
  kind: proposal.status === 'approved' ? 'approved' : 'rejected',
  atMs: proposal.reviewedAtMs ?? proposal.updatedAtMs,
  userId: proposal.reviewerId,
  ordinal: proposal.ordinal,
  proposalId: proposal.id,
  manual: 0,
  machine: 0,
  text: proposal.text,
  reason: proposal.reason,
})

/** True: the log is empty, but proposals were decided before the store had this log. */
export function lacksEarlierDecisions(db: Database): boolean {
  if (lastDecision(db) > 0) return false
  return (['approved', 'rejected'] as const).some((status) => proposalsByStatus(db, status).next().done !== true)
}

/** Begins the log with the proposals decided so far, sorted by time, without `exceptId`. Does nothing if it has begun. */
export function noteEarlierDecisions(txn: Txn, exceptId: number | null = null): void {
  if (lastDecision(txn.db) > 0) return
  const decided = [...proposalsByStatus(txn.db, 'approved'), ...proposalsByStatus(txn.db, 'rejected')]
  const reviews = decided
    .filter(({ id }) => id !== exceptId)
    .map(reviewOf)
    .toSorted((a, b) => a.atMs - b.atMs)
  for (const each of reviews) append(txn, each)
}

export const readDecisionsAfter = (db: Database, after: number, count: number): DecisionRecord[] =>
  recordsAfter(db, DECISIONS, after, count)
