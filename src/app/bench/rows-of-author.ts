// The rows with a pending proposal of one person, in file order, for reviewers who go through them.
import { readHeads } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { listProposals } from '../rows/list-proposals.ts'
import type { WorkRow } from '../work/list-work.ts'

const rowsMax = 500

/** At most 500 rows, those with the oldest proposals. */
export function rowsOfAuthor(app: App, authorId: number): readonly WorkRow[] {
  const { items } = listProposals(app, {
    status: 'pending',
    authorId,
    stale: null,
    waived: null,
    olderThanMs: null,
    after: null,
    limit: rowsMax,
  })
  return items
    .map(({ row }) => ({ row, heads: readHeads(app.store.main, row.ordinal), pendingProposals: 1 }))
    .toSorted((a, b) => a.row.ordinal - b.row.ordinal)
}
