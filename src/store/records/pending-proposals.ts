// Finds the rows with pending proposals, for filters: one pass over the queue of pending ones.
import type { Database } from '../file/environment.ts'
import { hasWaivers } from '../../domain/decide-review.ts'
import { proposalsByStatus } from './proposals.ts'

export interface PendingOfRow {
  readonly count: number
  readonly hasWaived: boolean
}

export function readPendingByRow(db: Database): ReadonlyMap<number, PendingOfRow> {
  const rows = new Map<number, PendingOfRow>()
  for (const proposal of proposalsByStatus(db, 'pending')) {
    const known = rows.get(proposal.ordinal)
    rows.set(proposal.ordinal, {
      count: (known?.count ?? 0) + 1,
      hasWaived: (known?.hasWaived ?? false) || hasWaivers(proposal),
    })
  }
  return rows
}
