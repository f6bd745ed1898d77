// What somebody has in front of them when a row comes up on the workbench: a proposal to judge, a stale manual text to
// confirm, a machine text to judge, or a text to write. One rule for all filters (docs/workbench.md#what-is-asked).
import type { Heads, Row } from '../row.ts'
import { isStale } from '../row.ts'

export type Matter = 'proposal' | 'manual' | 'machine' | 'write'

interface Situation {
  readonly row: Pick<Row, 'sourceHash'>
  readonly heads: Heads
  /** The reader may review. */
  readonly canReview: boolean
  /** Pending proposals are what this filter is about, or one was asked for. */
  readonly wantsProposals: boolean
  readonly hasPending: boolean
  /** Somebody asked to write. */
  readonly wantsToWrite: boolean
}

/** What the row asks of its reader. */
export function matterOf(situation: Situation): Matter {
  const { row, heads, canReview, hasPending, wantsProposals, wantsToWrite } = situation
  if (wantsToWrite) return 'write'
  if (wantsProposals && hasPending) return 'proposal'
  if (!canReview) return 'write'
  if (heads.manual !== null) return isStale(heads.manual, row.sourceHash) ? 'manual' : 'write'
  return heads.machine === null ? 'write' : 'machine'
}
