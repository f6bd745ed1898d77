// Limits a person's requests to the site a minute, over all sessions and processes; reads and writes count separately.
import type { User } from '../../domain/people.ts'
import { admitVisit, type VisitKind } from '../../store/volatile.ts'
import type { App } from '../app.ts'

const CEILINGS = { read: 'site_reads_per_minute', write: 'site_writes_per_minute' } as const

/** Counts the visit, and returns how many milliseconds the person has to wait: 0 also when the counter can't be used. */
export function waitOfVisit(app: App, user: User, kind: VisitKind): number {
  try {
    const ceiling = app.rules.now().settings[CEILINGS[kind]]
    const { isAdmitted, windowEndsAtMs } = admitVisit(app.store, user.id, kind, ceiling)
    return isAdmitted ? 0 : Math.max(1, windowEndsAtMs - app.clock.nowMs())
  } catch (error) {
    app.log.error('the counter of visits cannot be used', { err: error })
    return 0
  }
}
