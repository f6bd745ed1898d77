// Finds rows to give out as a claim, in file order, passing rows that others hold. A search tries a limited number of rows; the
// next one continues where it ended (the `Hand`), so rows that cannot be given out are passed once and not by every claim.
import type { Claimant, RowAtWork } from '../../domain/claim.ts'
import { claimLooksMax } from '../../domain/limits.ts'
import { readHeads, readRow, ROWS_PER_CHUNK } from '../../store/rows.ts'
import { proposalsOfRow } from '../../store/records.ts'
import type { Hand } from '../../store/volatile.ts'
import type { App } from '../app.ts'
import type { Claimable } from './claimable.ts'

export function rowAtWork(app: App, ordinal: number): RowAtWork | null {
  const { main, files } = app.store
  const row = readRow(main, files, ordinal)
  if (row === null) return null
  const pending = proposalsOfRow(main, ordinal).filter(({ status }) => status === 'pending')
  return { row, heads: readHeads(main, ordinal), pendingBy: pending.map(({ authorId }) => authorId) }
}

interface Look {
  readonly claimant: Claimant
  readonly work: Claimable
  readonly isClaimed: (ordinal: number) => boolean
  readonly count: number
  readonly from: Hand
}

export interface Looked {
  readonly ordinals: readonly number[]
  readonly hasMore: boolean
  /** All rows of this kind of work were tried, in this search or in those since the last row was found. */
  readonly cameRound: boolean
  readonly hand: Hand
}

/** Begins after the row where the last search ended and goes around all rows once at most. */
export function findOpenRows(app: App, { claimant, work, isClaimed, count, from }: Look): Looked {
  const found: number[] = []
  let looks = 0
  let { after } = from
  for (const ordinal of roundFrom(work, from)) {
    if (isClaimed(ordinal)) continue
    if (looks >= claimLooksMax) return ended(found, false, false, from, after)
    const at = rowAtWork(app, ordinal)
    if (at !== null && work.isOpen(claimant, at)) {
      if (found.length === count) return ended(found, true, false, from, after)
      found.push(ordinal)
    } else looks++
    after = ordinal
  }
  return ended(found, false, true, from, after)
}

function ended(found: number[], hasMore: boolean, cameRound: boolean, from: Hand, after: number): Looked {
  const since = found.length > 0 ? after : from.since
  const hand = cameRound ? { after: 0, since: 0 } : { after, since }
  return { ordinals: found.sort((a, b) => a - b), hasMore, cameRound, hand }
}

const rowsPerPage = ROWS_PER_CHUNK

/** The ordinals after the last search's end, then those from the beginning to where the round began. */
function* roundFrom(work: Claimable, { after, since }: Hand): Generator<number> {
  if (after >= since) yield* ordinalsBetween(work, after, Number.POSITIVE_INFINITY)
  yield* ordinalsBetween(work, after >= since ? 0 : after, since)
}

function* ordinalsBetween(work: Claimable, first: number, last: number): Generator<number> {
  for (let after = first; ; ) {
    const page = work.after(after, rowsPerPage)
    for (const ordinal of page) {
      if (ordinal > last) return
      yield ordinal
    }
    if (page.length < rowsPerPage) return
    after = page.at(-1) as number
  }
}
