// Restores an earlier revision (docs/operations.md#taking-work-back). Revisions never change, so a revert writes a copy with the
// author, provenance and source of the original, its number, and who reverted. For an empty layer it writes a withdrawal.
import { type NewRevision, newRevision } from '../revision.ts'
import { isWithdrawal, type Revision, type Row } from '../row.ts'

interface Reverting {
  /** As `viaRevert` makes it. */
  readonly via: string
  /** Null: the command line. */
  readonly byId: number | null
}

/** `stood`: the revision to restore; null: the layer was empty. */
export function restoring(
  stood: Revision | null,
  { sourceHash }: Pick<Row, 'sourceHash'>,
  how: Reverting,
): NewRevision {
  const revert = { via: how.via, revertedById: how.byId }
  if (stood === null || isWithdrawal(stood)) return newRevision({ text: '', sourceHash, ...revert, restores: 0 })
  const { seq, createdAtMs: _createdAtMs, mergedSeq: _seq, mergedAtMs: _atMs, mergedAfter: _after, ...kept } = stood
  // If `stood` is itself a copy, name the original, which has the same author.
  return { ...kept, ...revert, restores: stood.restores ?? seq }
}
