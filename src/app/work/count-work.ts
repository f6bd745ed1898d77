// Counts rows for the numbers on pages, remembered until the next write. Pages that must not wait show no number while
// the index is first made.
import { Turn, type Whose } from '../../base/turn.ts'
import { type WorkFilter, writeWorkFilter } from '../../domain/work/work-filter.ts'
import type { App } from '../app.ts'
import { isMade } from '../caught-up.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import { findWork, findWorkAtHand } from './find-work.ts'

export const countWork = (app: App, filter: WorkFilter): Promise<number> =>
  countOf(app, filter, () => findWork(app, filter))

async function countOf(app: App, filter: WorkFilter, find: () => Promise<RowSet>): Promise<number> {
  const address = writeWorkFilter(filter).toString()
  const keyNow = (): string => `${app.work.index.version} ${address}`
  const known = app.work.sizes.get(app.store, keyNow(), () => undefined)
  if (known !== undefined) return known
  const { size } = await find()
  // A count is remembered only if it is of the present state of the store.
  if (app.work.index.isInLine && app.work.found.ofNow(app.store, address)?.size === size)
    app.work.sizes.get(app.store, keyNow(), () => size)
  return size
}

/** The counts, if they can be had at once; null: the index is still being made for the first time. */
export async function countsAtOnce(
  app: App,
  whose: Whose,
  filters: readonly WorkFilter[],
): Promise<readonly number[] | null> {
  const isOfLabels = filters.some(({ label }) => label !== null)
  if (!isMade(app, isOfLabels)) return null
  const counts: number[] = []
  const turn = new Turn(whose)
  for (const filter of filters) {
    if (turn.isOver) await turn.next()
    counts.push(await countOf(app, filter, () => findWorkAtHand(app, filter, 0)))
  }
  return counts
}
