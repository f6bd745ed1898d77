// Decides the task of the workbench for a row: decide a proposal, confirm a stale manual text, judge a machine text, or
// write a text (docs/workbench.md#what-is-asked).
import type { Heads, Row } from '../row.ts'
import { isStale } from '../row.ts'

export type Matter = 'proposal' | 'manual' | 'machine' | 'write'

interface Situation {
  readonly row: Pick<Row, 'sourceHash'>
  readonly heads: Heads
  /** The person may review. */
  readonly canReview: boolean
  /** The filter is about pending proposals, or the request asks for one. */
  readonly wantsProposals: boolean
  readonly hasPending: boolean
  readonly wantsToWrite: boolean
}

export function matterOf(situation: Situation): Matter {
  const { row, heads, canReview, hasPending, wantsProposals, wantsToWrite } = situation
  if (wantsToWrite) return 'write'
  if (wantsProposals && hasPending) return 'proposal'
  if (!canReview) return 'write'
  if (heads.manual !== null) return isStale(heads.manual, row.sourceHash) ? 'manual' : 'write'
  return heads.machine === null ? 'write' : 'machine'
}
