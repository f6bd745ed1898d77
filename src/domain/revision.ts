// The one maker of revisions: what somebody writes, and the same text once more with what a reviewer decided about it.
import type { Head, Revision, Row } from './row.ts'
import type { TranslationStatus } from './vocabulary.ts'

/** What a revision says, without the number and time that a write gives it. */
export type NewRevision = Omit<Revision, 'seq' | 'createdAtMs'>

/**
 * A revision that says this; what is not named is nobody's: a draft by hand, unverified, approved by no one. Hot: one for each
 * text of a batch. (A spread that stands first is copied as a whole, one behind other members member by member.)
 */
export const newRevision = (said: Pick<NewRevision, 'text' | 'sourceHash'> & Partial<NewRevision>): NewRevision => ({
  ...said,
  status: said.status ?? 'draft',
  origin: said.origin ?? 'human',
  provider: said.provider ?? null,
  model: said.model ?? null,
  isVerified: said.isVerified ?? false,
  authorId: said.authorId ?? null,
  keyId: said.keyId ?? null,
  approverId: said.approverId ?? null,
  approvedAtMs: said.approvedAtMs ?? null,
  proposalId: said.proposalId ?? null,
})

/** The members of a text that somebody answers for. */
export const approvedBy = (approverId: number, approvedAtMs: number) =>
  ({ status: 'approved', approverId, approvedAtMs }) as const

/** A head's text once more, as a reviewer decided; `source` is the row whose source they stand by, null: the head's own. */
export function decidedRevision(
  { seq: _seq, createdAtMs: _createdAtMs, isInvalid: _isInvalid, ...kept }: Head,
  decided: { readonly status: TranslationStatus; readonly byId: number; readonly atMs: number },
  source: Pick<Row, 'sourceHash'> | null,
): NewRevision {
  const isApproved = decided.status === 'approved'
  return {
    ...kept,
    status: decided.status,
    sourceHash: source?.sourceHash ?? kept.sourceHash,
    isVerified: source !== null || kept.isVerified,
    approverId: isApproved ? decided.byId : null,
    approvedAtMs: isApproved ? decided.atMs : null,
  }
}
