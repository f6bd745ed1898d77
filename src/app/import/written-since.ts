// Finds rows written to since long work looked at the store: those with a time of then or later, and those with a newer
// proposal. A few too many do no harm: the caller looks at them again.
import type { Database } from '../../store/store.ts'
import { PROPOSAL, readProposalsAfter, upcomingId } from '../../store/records.ts'
import { readGeneration } from '../../store/people.ts'
import { rowsChangedSince } from '../../store/rows.ts'
import { lastTimeIn, writesSoFar } from '../../store/view.ts'
import { Refused } from '../refused.ts'

export interface Moment {
  readonly writes: number
  readonly lastMs: number
  readonly nextProposal: number
  /** A counter: it rises when heads or rows change without a new time. */
  readonly unstamped: number
}

export const momentOf = (db: Database): Moment => ({
  writes: writesSoFar(db),
  lastMs: lastTimeIn(db),
  nextProposal: upcomingId(db, PROPOSAL),
  unstamped: readGeneration(db, 'unstamped'),
})

const proposalsAtOnce = 1_000

/** A test for ordinals below `next`: was the row written to since `moment`? Call it inside the next write. Throws Refused. */
export function writtenSince(db: Database, moment: Moment, next: number): (ordinal: number) => boolean {
  if (readGeneration(db, 'unstamped') !== moment.unstamped) throw new Refused({ code: 'rows_overtaken' })
  // Only this write came after `moment`, and it is already counted.
  if (writesSoFar(db) === moment.writes + 1) return () => false
  const written = new Uint8Array(next)
  for (const ordinal of rowsChangedSince(db, moment.lastMs)) written[ordinal] = 1
  for (let after = moment.nextProposal - 1; ; ) {
    const proposals = readProposalsAfter(db, after, proposalsAtOnce)
    for (const { ordinal } of proposals) written[ordinal] = 1
    const last = proposals.at(-1)
    if (last === undefined || proposals.length < proposalsAtOnce) break
    after = last.id
  }
  return (ordinal) => written[ordinal] === 1
}
