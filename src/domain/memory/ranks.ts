// Ranks of translations, for memory (recall.ts) and for examples.
import { type Head, type Heads, isStale, shownStatus } from '../row.ts'
import type { Layer } from '../vocabulary.ts'
import { ALL_WORK, type WorkFilter } from '../work/work-filter.ts'

export interface Rank {
  readonly layer: Layer
  readonly status: 'approved' | 'reviewed' | 'draft'
}

/** Best first. Rejected and invalid texts, and those made from another source, have no rank. */
export const RANKS: readonly Rank[] = [
  { layer: 'manual', status: 'approved' },
  { layer: 'manual', status: 'reviewed' },
  { layer: 'manual', status: 'draft' },
  { layer: 'machine', status: 'approved' },
  { layer: 'machine', status: 'reviewed' },
  { layer: 'machine', status: 'draft' },
]

/** Texts of these ranks may be examples. */
export const APPROVED: readonly Rank[] = RANKS.filter(({ status }) => status === 'approved')

export const headOfRank = (heads: Heads, { layer, status }: Rank, sourceHash: string): Heads[Layer] => {
  const head = heads[layer]
  return head !== null && shownStatus(head) === status && !isStale(head, sourceHash) ? head : null
}

/** The best text of a row; null: it has none with a rank. */
export function bestOf(heads: Heads, sourceHash: string): { readonly rank: number; readonly head: Head } | null {
  for (const [rank, each] of RANKS.entries()) {
    const head = headOfRank(heads, each, sourceHash)
    if (head !== null) return { rank, head }
  }
  return null
}

export const filterOfRank = ({ layer, status }: Rank): WorkFilter => ({
  ...ALL_WORK,
  layer,
  status,
  freshness: 'current',
  findings: 'valid',
})
