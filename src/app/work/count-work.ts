// How many rows are in filters of work, for numbers on pages: each is remembered until the next write. Pages that must not
// wait get nothing while the index is being made.
import { Turn, type Whose } from '../../base/turn.ts'
import { cellsOf } from '../../domain/cell.ts'
import { writeWorkFilter } from '../../domain/work/work-address.ts'
import type { WorkFilter } from '../../domain/work/work-filter.ts'
import { countMatching } from '../../store/list/page.ts'
import type { App } from '../app.ts'
import { isCaughtUp } from '../caught-up.ts'
import { findWork } from './find-work.ts'

const patienceMs = 5

/** All rows of the game, those too that nobody can work on. */
export const countRows = (app: App): number => countMatching(app.store.main, cellsOf('all', 'all'), null)

/** How many rows are in the filter. */
export async function countWork(app: App, filter: WorkFilter): Promise<number> {
  const address = writeWorkFilter(filter).toString()
  const known = app.work.sizes.get(app.store, address, () => undefined)
  if (known !== undefined) return known
  const { size } = await findWork(app, filter)
  // What was found in a state of the store that is over by now must not be remembered for the next one.
  if (app.work.found.ofNow(app.store, address)?.size === size) {
    app.work.sizes.get(app.store, address, () => size)
  }
  return size
}

/** The rows of each filter, for somebody; null: the index is being made, so nothing is known yet. Begins to make it. */
export async function countsAtOnce(
  app: App,
  whose: Whose,
  filters: readonly WorkFilter[],
): Promise<readonly number[] | null> {
  try {
    if (!app.work.index.settle(patienceMs)) {
      // Nobody waits for it; whoever asks next goes on from there.
      void isCaughtUp(app, app.work.index)
      return null
    }
  } catch (error) {
    app.log.error('what is derived from the store could not be saved', { err: error })
    return null
  }
  const counts: number[] = []
  const turn = new Turn(whose)
  for (const filter of filters) {
    if (turn.isOver) await turn.next()
    counts.push(await countWork(app, filter))
  }
  return counts
}
