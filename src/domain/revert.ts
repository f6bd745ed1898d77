// Takes work back (docs/taking-back.md): which revisions a filter selects, what a revert does to a layer, and
// the revision that restores an earlier one.
import { isForeignApproval } from './decide-write.ts'
import { donorOf } from './donor.ts'
import { isSampleMark, type NewRevision, newRevision, viaOfText } from './revision.ts'
import { isWithdrawal, type Revision, type Row } from './row.ts'
import type { Layer } from './vocabulary.ts'

// Decides which revisions `windrow log` and `windrow revert` select (docs/taking-back.md). A revision has
// to pass all filters.

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
  /** The piece of work that wrote it, as revision.ts names it. */
  readonly via: string | null
  /** The earliest time. */
  readonly sinceMs: number | null
  /** The first time that is too late. */
  readonly untilMs: number | null
}

/** A revert wrote this revision; its author wrote the text earlier. */
export const isRevert = (revision: Pick<Revision, 'restores'>): boolean => revision.restores !== undefined

/** The author, or the person who reverted; null: the command line, or unknown. */
export const doerOf = (revision: Revision): number | null =>
  isRevert(revision) ? (revision.revertedById ?? null) : revision.authorId

type Test = (filter: RevisionFilter, revision: Revision) => boolean

/** The test of each filter. A revert has no key, provider, model or donor: those filters select the original. */
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

/**
 * Whether the filter selects the revision at a place of its layer, oldest first; the caller tests row numbers and layer. A mark of a
 * sample belongs to the sample and to the work that wrote its text.
 */
export function isSelected(filter: RevisionFilter, revisions: readonly Revision[], at: number): boolean {
  const revision = revisions[at]
  if (revision === undefined) return false
  if (TESTS.every((fits) => fits(filter, revision))) return true
  const via = filter.via === null ? undefined : viaOfText(revisions, at)
  return via !== undefined && via !== revision.via && TESTS.every((fits) => fits(filter, { ...revision, via }))
}

// Decides a revert of one layer of a row (docs/taking-back.md). It takes back the latest revision and
// the selected ones directly before it, and restores the text before them.

export const LEFT_ALONE = ['written_since', 'approved_by_others', 'reverted_already', 'not_in_game'] as const
export type LeftAlone = (typeof LEFT_ALONE)[number]

export interface RevertRules {
  readonly filter: RevisionFilter
  /** Null: the command line. */
  readonly byId: number | null
  readonly takesApproved: boolean
  /** True: the command line or an admin, who takes back what a sample approved together with the sample. */
  readonly isAdmin: boolean
}

type RevertDecision =
  | { readonly kind: 'restore'; readonly head: Revision; readonly stood: Revision | null }
  | { readonly kind: 'left'; readonly head: Revision; readonly reason: LeftAlone }

/**
 * `revisions` are of one layer, oldest first, numbered from 1. Returns null if none is selected. A restored text is selected if
 * its original is.
 */
export function decideRevert(revisions: readonly Revision[], rules: RevertRules): RevertDecision | null {
  const { filter } = rules
  const head = revisions.at(-1)
  const latest = revisions.findLast((_, at) => isSelected(filter, revisions, at))
  if (head === undefined || latest === undefined) return null
  const stood = stoodBefore(revisions, filter)
  if (stood === head) {
    const isLater = (head.restores ?? head.seq) > latest.seq
    return { kind: 'left', head, reason: isLater ? 'written_since' : 'reverted_already' }
  }
  // A selected revert is taken back, even if it restored an approved text.
  const isOnlyBroughtBack = isRevert(head) && isSelected(filter, revisions, revisions.length - 1)
  const isOfOthers = isForeignApproval(head, rules.byId ?? -1) && head.approverId !== filter.personId
  const isOfSample = rules.isAdmin && head.via === filter.via && isSampleMark(revisions.at(-2), head)
  const isTaken = isOnlyBroughtBack || isOfSample || rules.takesApproved
  if (isOfOthers && head.approverId !== null && !isTaken) {
    return { kind: 'left', head, reason: 'approved_by_others' }
  }
  if (isWithdrawal(head) && (stood === null || isWithdrawal(stood))) return null
  // A person's revert of their own work is selected too, but its predecessor is already restored.
  if (stood !== null && isRevert(head) && head.restores === (stood.restores ?? stood.seq)) return null
  return { kind: 'restore', head, stood }
}

/** The text before the selected revisions; before a restored one, that before its original. */
function stoodBefore(revisions: readonly Revision[], filter: RevisionFilter): Revision | null {
  let at = revisions.length
  for (; at > 0; at--) {
    const revision = revisions[at - 1] as Revision
    if (isSelected(filter, revisions, at - 1)) continue
    const restored = (revision.restores ?? 0) - 1
    if (!isSelected(filter, revisions, restored)) return revision
    at = restored + 1
  }
  return null
}

interface Reverting {
  /** The name of this revert, made by `viaRevert`. */
  readonly via: string
  /** Null: the command line. */
  readonly byId: number | null
}

/**
 * Makes the revision that restores an earlier one (docs/taking-back.md): a copy with the original's
 * author, source and number, and the person who reverted. For an empty layer it removes the text. `stood`: the revision
 * to restore; null: the layer was empty.
 */
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
