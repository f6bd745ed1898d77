// Which revisions are meant: the one predicate behind `windrow log` and `windrow revert`
// (docs/operations.md#taking-work-back). Filters are combined: a revision has to fit them all.
import type { Revision } from '../row.ts'
import type { Layer } from '../vocabulary.ts'

export interface RevisionFilter {
  /** Only of these rows, by their ordinals. */
  readonly ordinals: ReadonlySet<number> | null
  readonly layer: Layer | null
  /** Who wrote it; of a revert, who did that. */
  readonly personId: number | null
  readonly keyId: number | null
  readonly provider: string | null
  readonly model: string | null
  /** The batch, import or revert that wrote it, as via.ts makes it. */
  readonly via: string | null
  /** At or after. */
  readonly sinceMs: number | null
  /** Before. */
  readonly untilMs: number | null
}

/** It came by a revert: its author wrote the text, but another time. */
export const isRevert = (revision: Pick<Revision, 'restores'>): boolean => revision.restores !== undefined

/** Whose doing a revision is; null is the command line, or nobody known. */
export const doerOf = (revision: Revision): number | null =>
  isRevert(revision) ? (revision.revertedById ?? null) : revision.authorId

type Test = (filter: RevisionFilter, revision: Revision) => boolean

/** A revert has no key, provider or model: whoever asks for those means the writing itself. */
const TESTS: readonly Test[] = [
  ({ sinceMs }, { createdAtMs }) => sinceMs === null || createdAtMs >= sinceMs,
  ({ untilMs }, { createdAtMs }) => untilMs === null || createdAtMs < untilMs,
  ({ via }, revision) => via === null || revision.via === via,
  ({ personId }, revision) => personId === null || doerOf(revision) === personId,
  ({ keyId }, revision) => keyId === null || (!isRevert(revision) && revision.keyId === keyId),
  ({ provider }, revision) => provider === null || (!isRevert(revision) && revision.provider === provider),
  ({ model }, revision) => model === null || (!isRevert(revision) && revision.model === model),
]

/** Whether a revision fits; row and layer are the caller's, who reads by them. */
export const isSelected = (filter: RevisionFilter, revision: Revision): boolean =>
  TESTS.every((fits) => fits(filter, revision))
