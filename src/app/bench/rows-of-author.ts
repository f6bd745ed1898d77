// The rows with a pending proposal of one person, for reviewers who go through them.
import { type RowSet, rowSetOf } from '../../domain/work/row-set.ts'
import type { App } from '../app.ts'
import { listProposals } from '../rows/list-proposals.ts'

const rowsMax = 500

/** At most 500 rows, those with the oldest proposals. */
export function rowsOfAuthor(app: App, authorId: number): RowSet {
  const { items } = listProposals(app, {
    status: 'pending',
    authorId,
    stale: null,
    waived: null,
    olderThanMs: null,
    after: null,
    limit: rowsMax,
  })
  return rowSetOf(items.map(({ row }) => row.ordinal))
}
