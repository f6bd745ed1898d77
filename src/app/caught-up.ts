// Keeps the index of work up to date with main. A page waits a few milliseconds for the latest changes and answers from
// the index; the rest is indexed later, in slices.
import type { App } from './app.ts'
import { runAlone, runInSlices } from '../base/slices.ts'

const patienceMs = 5
const sliceMs = 2
/** How long the index waits to be stored, so that several writes are stored at once. An import updates the index itself. */
const restMs = 500

/** True: the index has every change of this view; use it before the next await. False: it can't be opened, so read main. */
export const isCaughtUp = (app: App): Promise<boolean> =>
  orFalse(app, async () => {
    const { index } = app.work
    while (!index.look(patienceMs)) await runInSlices(() => !index.look(sliceMs))
    mendSoon(app)
  })

/**
 * Like `isCaughtUp`, but waits at most `lookMs` (only for the very first index as long as it takes), so rows changed a moment ago may be
 * indexed in an earlier state. `isOfLabels`: also waits while a new rule finds its rows.
 */
export const isAtHand = (app: App, lookMs = patienceMs, isOfLabels = false): Promise<boolean> =>
  orFalse(app, async () => {
    const { index } = app.work
    index.look(lookMs, 'latest')
    mendSoon(app)
    if (!index.isWhole || (isOfLabels && !index.hasLabels)) await runInSlices(() => !index.look(sliceMs))
  })

/** True: every row is in the index, perhaps in an earlier state. `isOfLabels`: asks the same for labels, too. */
export function isMade(app: App, isOfLabels = false): boolean {
  try {
    app.work.index.look(patienceMs, 'latest')
    mendSoon(app)
    return isOfLabels ? app.work.index.hasLabels : app.work.index.isWhole
  } catch (error) {
    logTrouble(app, error)
    return false
  }
}

/** Updates the index and stores it, in a process without other work. Returns false if it can't be stored. */
export async function catchUp(app: App): Promise<boolean> {
  try {
    await runAlone(() => !app.work.index.look(sliceMs))
    await app.work.index.keep('at once')
    return true
  } catch {
    return false
  }
}

const mending = new WeakSet<App>()

function mendSoon(app: App): void {
  if (mending.has(app) || app.work.index.isStored) return
  mending.add(app)
  const mend = async (): Promise<void> => {
    if (app.store.writes.isGivenUp) return
    await orFalse(app, async () => {
      await runInSlices(() => !app.work.index.look(sliceMs))
      await app.work.index.keep('in turn')
    })
    mending.delete(app)
  }
  setTimeout(() => void mend(), restMs).unref()
}

async function orFalse(app: App, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    logTrouble(app, error)
    return false
  }
}

const logTrouble = ({ log }: App, error: unknown): void =>
  log.error('what is derived from the store could not be opened or saved', { err: error })
