// The rows of a row's family (docs/decisions.md#likeness) in a list of work. A row that the search index has not seen is in none.
import { familyLooksMax } from '../../domain/limits.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { skeletonOf } from '../../domain/text/skeleton.ts'
import type { WorkFilter } from '../../domain/work/work-filter.ts'
import { rowsOfSkeleton } from '../../search/same-skeleton.ts'
import { readRow } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { findWorkAtHand } from '../work/find-work.ts'

export const isOfFamily = (one: Row, other: Row): boolean =>
  skeletonOf(sourceTextOf(one)) === skeletonOf(sourceTextOf(other))

/** The nearest other rows of its family, before it only those from `first` on. */
export async function familyAround(app: App, filter: WorkFilter, row: Row, first: number) {
  const work = await findWorkAtHand(app, filter)
  const { store, searchIndex } = app
  searchIndex.look()
  let before: Row | null = null
  let looks = 0
  for (const ordinal of rowsOfSkeleton(searchIndex, skeletonOf(sourceTextOf(row)), first)) {
    if (ordinal === row.ordinal || !work.has(ordinal)) continue
    const found = readRow(store.main, store.files, ordinal)
    if (found !== null && isOfFamily(found, row)) {
      if (ordinal > row.ordinal) return { before, after: found }
      before = found
    }
    if (++looks === familyLooksMax) break
  }
  return { before, after: null }
}
