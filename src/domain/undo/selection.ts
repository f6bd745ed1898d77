// Decides which revisions `windrow log` and `windrow revert` select (docs/operations.md#taking-work-back). A revision has
// to pass all filters.
import { donorOf } from '../donor.ts'
import type { Revision } from '../row.ts'
import type { Layer } from '../vocabulary.ts'

export interface RevisionFilter {
  readonly ordinals: ReadonlySet<number> | null
  readonly layer: Layer | null
  /** The author, or on a revert the person who reverted. */
  readonly personId: number | null
  readonly keyId: number | null
  readonly provider: string | null
  readonly model: string | null
  /** Texts that memory took from this row (its id). */
  readonly donorRowId: string | null
  /** As revision.ts names it. */
  readonly via: string | null
  /** Inclusive. */
  readonly sinceMs: number | null
  /** Exclusive. */
  readonly untilMs: number | null
}

/** A revert wrote this revision; its author wrote the text earlier. */
export const isRevert = (revision: Pick<Revision, 'restores'>): boolean => revision.restores !== undefined

/** The author, or the person who reverted; null: the command line, or unknown. */
export const doerOf = (revision: Revision): number | null =>
  isRevert(revision) ? (revision.revertedById ?? null) : revision.authorId

type Test = (filter: RevisionFilter, revision: Revision) => boolean

/** Tests by filter. A revert has no key, provider, model or donor: those filters select the original. */
const TESTS: readonly Test[] = [
  ({ sinceMs }, { createdAtMs }) => sinceMs === null || createdAtMs >= sinceMs,
  ({ untilMs }, { createdAtMs }) => untilMs === null || createdAtMs < untilMs,
  ({ via }, revision) => via === null || revision.via === via,
  ({ personId }, revision) => personId === null || doerOf(revision) === personId,
  ({ keyId }, revision) => keyId === null || (!isRevert(revision) && revision.keyId === keyId),
  ({ provider }, revision) => provider === null || (!isRevert(revision) && revision.provider === provider),
  ({ donorRowId }, revision) => donorRowId === null || (!isRevert(revision) && donorOf(revision)?.rowId === donorRowId),
  ({ model }, revision) => model === null || (!isRevert(revision) && revision.model === model),
]

/** The caller tests row numbers and layer. */
export const isSelected = (filter: RevisionFilter, revision: Revision): boolean =>
  TESTS.every((fits) => fits(filter, revision))
