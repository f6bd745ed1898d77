// Makes all revisions: new texts, and copies of a text with a reviewer's decision.
import type { Head, Revision, Row } from './row.ts'
import type { TranslationStatus } from './vocabulary.ts'

/** Before it gets a number and time. */
export type NewRevision = Omit<Revision, 'seq' | 'createdAtMs'>

/**
 * Fills in defaults: an unverified draft by hand, without author or approver. Hot: once for each text of a batch. (An
 * object spread in first place is copied as a whole, in a later place member by member.)
 */
export const newRevision = (given: Pick<NewRevision, 'text' | 'sourceHash'> & Partial<NewRevision>): NewRevision => ({
  ...given,
  status: given.status ?? 'draft',
  origin: given.origin ?? 'human',
  provider: given.provider ?? null,
  model: given.model ?? null,
  isVerified: given.isVerified ?? false,
  authorId: given.authorId ?? null,
  keyId: given.keyId ?? null,
  approverId: given.approverId ?? null,
  approvedAtMs: given.approvedAtMs ?? null,
  proposalId: given.proposalId ?? null,
})

export const approvedBy = (approverId: number, approvedAtMs: number) =>
  ({ status: 'approved', approverId, approvedAtMs }) as const

/** `source` is the row whose source the text is confirmed for; null: the text keeps its source. */
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

// Names the piece of work that wrote a revision (`Revision.via`): a batch by its idempotency key, an import or a revert
// by number.

export const viaBatch = (name: string): string => `batch:${name}`
export const viaImport = (id: number): string => `import:${id}`
export const viaRevert = (id: number): string => `revert:${id}`
