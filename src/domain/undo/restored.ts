// Makes the revision that restores an earlier one (docs/operations.md#taking-work-back): a copy with the original's
// author, source and number, and the person who reverted. For an empty layer it removes the text.
import { type NewRevision, newRevision } from '../revision.ts'
import { isWithdrawal, type Revision, type Row } from '../row.ts'

interface Reverting {
  /** Made by `viaRevert`. */
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
  // A copy has its original's author, so the result names the original.
  return { ...kept, ...revert, restores: stood.restores ?? seq }
}
