// Pages of a filter's rows, and a row's position among them (docs/filters.md#filters-of-work). Each answer shows one state of
// the store; the next answer may show another.
import type { RowWithHeads } from '../../domain/row.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import type { WorkFilter } from '../../domain/work/work-filter.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { findWorkAtHand } from './find-work.ts'

interface PageOfWork {
  /** The last ordinal of the page before, so that this one follows it; 0: the first page. Ignored if `before` is given. */
  readonly after: number
  /** The first ordinal of the page after, so that this one precedes it. */
  readonly before?: number
  readonly limit: number
}

export interface WorkRow extends RowWithHeads {
  readonly pendingProposals: number
}

export interface WorkPage {
  readonly rows: readonly WorkRow[]
  /** The ordinal after which the next page begins; null: there is none. */
  readonly next: number | null
  /** The ordinal before which the previous page ends; null: there is none. */
  readonly previous: number | null
  readonly total: number
}

export const listWork = async (app: App, filter: WorkFilter, page: PageOfWork): Promise<WorkPage> =>
  pageOf(app, await findWorkAtHand(app, filter), page)

export function pageOf(app: App, work: RowSet, { after, before, limit }: PageOfWork): WorkPage {
  const { main, files } = app.store
  const ordinals = before === undefined ? work.after(after, limit) : work.before(before, limit)
  const pending = app.work.pending.ids(app.store)
  const rows: WorkRow[] = []
  for (const ordinal of ordinals) {
    const row = readRow(main, files, ordinal)
    if (row === null) continue
    rows.push({ row, heads: readHeads(main, ordinal), pendingProposals: pending.get(ordinal)?.length ?? 0 })
  }
  const [first, last] = [ordinals[0], ordinals.at(-1)]
  return {
    rows,
    next: last === undefined || work.after(last, 1).length === 0 ? null : last,
    previous: first === undefined || work.before(first, 1).length === 0 ? null : first,
    total: work.size,
  }
}

interface PlaceInWork {
  /** Which row of the filter it is, counted from 1; null: the filter does not have it. */
  readonly index: number | null
  readonly total: number
}

export const placeIn = (work: RowSet, ordinal: number): PlaceInWork => ({
  index: work.has(ordinal) ? work.countBefore(ordinal) + 1 : null,
  total: work.size,
})
