// What stood in a layer before a revision, and the revision that brings it back (docs/operations.md#taking-work-back).
// A revision is never changed: what a revert brings back is a copy of the revision that stood before, with its author,
// provenance and source, that says which one it restores and whose doing that is. Where nothing stood, a withdrawal says
// so, and the layer is as if nobody had ever written to it.
import { type NewRevision, newRevision } from '../revision.ts'
import { isWithdrawal, type Revision, type Row } from '../row.ts'

/** Whose revert, and which. */
interface Reverting {
  /** As `viaRevert` makes it. */
  readonly via: string
  /** Null: the command line. */
  readonly byId: number | null
}

/** The revision that brings `stood` back; null when the layer was empty. */
export function restoring(
  stood: Revision | null,
  { sourceHash }: Pick<Row, 'sourceHash'>,
  how: Reverting,
): NewRevision {
  const revert = { via: how.via, revertedById: how.byId }
  if (stood === null || isWithdrawal(stood)) return newRevision({ text: '', sourceHash, ...revert, restores: 0 })
  // It is written here and now, wherever the one that it brings back came from.
  const { seq, createdAtMs: _createdAtMs, mergedSeq: _seq, mergedAtMs: _atMs, mergedAfter: _after, ...said } = stood
  // What was brought back once is the copy of an earlier one: that is who wrote it.
  return { ...said, ...revert, restores: stood.restores ?? seq }
}
