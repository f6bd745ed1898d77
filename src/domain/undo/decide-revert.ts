// Decides a revert of one layer of a row (docs/operations.md#taking-work-back). It takes back the latest revision and
// the selected ones directly before it, and restores the text before them.
import { isForeignApproval } from '../decide-write.ts'
import { isWithdrawal, type Revision } from '../row.ts'
import { isRevert, isSelected, type RevisionFilter } from './selection.ts'

export const LEFT_ALONE = ['written_since', 'approved_by_others', 'reverted_already', 'not_in_game'] as const
export type LeftAlone = (typeof LEFT_ALONE)[number]

export interface RevertRules {
  readonly filter: RevisionFilter
  /** Null: the command line. */
  readonly byId: number | null
  readonly takesApproved: boolean
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
  const latest = revisions.findLast((revision) => isSelected(filter, revision))
  if (head === undefined || latest === undefined) return null
  const stood = stoodBefore(revisions, filter)
  if (stood === head) {
    const isLater = (head.restores ?? head.seq) > latest.seq
    return { kind: 'left', head, reason: isLater ? 'written_since' : 'reverted_already' }
  }
  // A selected revert is taken back, even if it restored an approved text.
  const isOnlyBroughtBack = isRevert(head) && isSelected(filter, head)
  const isOfOthers = isForeignApproval(head, rules.byId ?? -1) && head.approverId !== filter.personId
  if (isOfOthers && head.approverId !== null && !isOnlyBroughtBack && !rules.takesApproved) {
    return { kind: 'left', head, reason: 'approved_by_others' }
  }
  if (isWithdrawal(head) && (stood === null || isWithdrawal(stood))) return null
  // A person's revert of their own work is selected too, but its predecessor is already restored.
  if (stood !== null && isRevert(head) && head.restores === (stood.restores ?? stood.seq)) return null
  return { kind: 'restore', head, stood }
}

/** The text before the selected ones; for a restored text, before its original. */
function stoodBefore(revisions: readonly Revision[], filter: RevisionFilter): Revision | null {
  let at = revisions.length
  for (; at > 0; at--) {
    const revision = revisions[at - 1] as Revision
    if (isSelected(filter, revision)) continue
    const restored = revisions[(revision.restores ?? 0) - 1]
    if (restored === undefined || !isSelected(filter, restored)) return revision
    at = restored.seq
  }
  return null
}
