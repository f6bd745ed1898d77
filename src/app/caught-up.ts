// Keeps the index of work in line with main. A page waits a few milliseconds while the latest changes are indexed, and answers
// from that; the rest follows in slices behind it. Other callers wait until all is indexed.
import type { App } from './app.ts'
import { runAlone, runInSlices } from '../base/slices.ts'

const patienceMs = 5
const sliceMs = 2
/** Collects single writes to store them together; an import brings the index in line itself. */
const restMs = 500

/** True: the index is in line with main in this view, so read both before the next await. False: it can't be opened; read main. */
export const isCaughtUp = (app: App): Promise<boolean> =>
  orFalse(app, async () => {
    const { index } = app.work
    while (!index.look(patienceMs)) await runInSlices(() => !index.look(sliceMs))
    mendSoon(app)
  })

/**
 * The same for a page, which waits at most `lookMs`, except while the index is first made. Rows changed a moment ago may be
 * indexed in an earlier state.
 */
export const isAtHand = (app: App, lookMs = patienceMs): Promise<boolean> =>
  orFalse(app, async () => {
    const { index } = app.work
    index.look(lookMs)
    mendSoon(app)
    if (!index.isWhole) await runInSlices(() => !index.look(sliceMs))
  })

/** Whether the index has every row, even in an earlier state. The caller does not wait for the rest. */
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

/** Brings the index in line and stores it, in a process without other work. False: it can't be stored. */
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
    // The process and its store are about to end.
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
