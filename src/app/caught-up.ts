// Keeps the index of work in line with main. Pages look for some milliseconds, at what changed last first, and then answer with what
// the index tells; the rest is done behind them in slices, and stored. Who must have every row waits until nothing is left.
import type { App } from './app.ts'
import { runAlone, runInSlices } from '../base/slices.ts'

const patienceMs = 5
const sliceMs = 2
/** Single writes are stored together, and an import makes what it changed itself meanwhile. */
const restMs = 500

/**
 * True: the index answers for main as it is seen now, so read both before waiting for anything else. False: its environment
 * can't be opened; look into main.
 */
export const isCaughtUp = (app: App): Promise<boolean> =>
  orFalse(app, async () => {
    const { index } = app.work
    while (!index.look(patienceMs)) await runInSlices(() => !index.look(sliceMs))
    mendSoon(app)
  })

/**
 * The same for a page that must not wait: of rows that changed a moment ago the index may tell what they were. Only while it is
 * made for the first time there is nothing to tell. `lookMs`: how long to look.
 */
export const isAtHand = (app: App, lookMs = patienceMs): Promise<boolean> =>
  orFalse(app, async () => {
    const { index } = app.work
    index.look(lookMs)
    mendSoon(app)
    if (!index.isWhole) await runInSlices(() => !index.look(sliceMs))
  })

/** Whether there is an index that tells of all rows, were it of a while ago; it is brought in line behind the caller. */
export function isMade(app: App): boolean {
  try {
    app.work.index.look(patienceMs)
    mendSoon(app)
    return app.work.index.isWhole
  } catch (error) {
    logTrouble(app, error)
    return false
  }
}

/** Brings the index in line and stores it, in a process that has nothing else to do. False: it can't be stored. */
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
    // The process is about to end, and the store with it.
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
