// Statistics of the site that no filter of work gives. A scan in slices counts them, and the volatile database keeps them for all
// processes. After changes they are counted again in the background, so the page costs the same for any size of store.
import { CELL_CLASSES, CELL_SOURCES } from '../../domain/cell.ts'
import { glossaryTermsIn } from '../../domain/checks/glossary/glossary.ts'
import { NO_HEADS, sourceTextOf } from '../../domain/row.ts'
import {
  countWords,
  dayTally,
  forgetDaysBefore,
  newTally,
  personTally,
  type Tally,
  tallyDay,
  tallyRow,
} from '../../domain/reports/tally.ts'
import { calendarBegins } from '../../domain/team/calendar.ts'
import { workClassOf } from '../../domain/work/work-filter.ts'
import {
  readBlock,
  readCellsOfChunk,
  readHeads,
  readRevisionsFrom,
  readView,
  ROWS_PER_CHUNK,
} from '../../store/rows.ts'
import { keepMade, readMade } from '../../store/volatile.ts'
import { readProposalsAfter } from '../../store/records.ts'
import { readGeneration } from '../../store/people.ts'
import { lastTimeGiven } from '../../store/view.ts'
import type { App } from '../app.ts'
import { runInSlices, type Step } from '../../base/slices.ts'

interface Counted {
  readonly tally: Tally
  readonly countedAtMs: number
  readonly tookMs: number
  /** The store's state: the same state gives the same statistics. */
  readonly state: string
}

export interface Statistics {
  readonly counted: Counted | null
  readonly isOlder: boolean
}

/** The next count waits this many times the duration of the last one, at most the time below. */
const restBetweenCounts = 10
const recountAfterMsMax = 60_000
/** A visitor waits this long for the first count, and for one that was not slower the last time. */
const waitMsMax = 600
const rowBlocksPerStep = 1
const revisionsPerStep = 64
const proposalsPerStep = 64

/** The name of the stored count; raise its number when the shape changes. */
const countName = 'tally 7'
let counting: Promise<void> | null = null

const storeState = (app: App): string =>
  `${lastTimeGiven(app.store)} ${readGeneration(app.store.main, 'glossary')} ${app.rules.now().gate.captionPolicy}`

const stored = (app: App): Counted | null => readMade<Counted>(app.store, countName)

/** Starts a new count when the statistics are old. */
export async function readStatistics(app: App): Promise<Statistics> {
  const state = storeState(app)
  const known = stored(app)
  const isOlder = known?.state !== state
  const isDue = known === null || (isOlder && isRested(known, app.clock.nowMs()))
  if (isDue) beginCount(app)
  if (isDue && (known?.tookMs ?? 0) < waitMsMax) await waitAtMost(waitMsMax)
  const counted = stored(app)
  return { counted, isOlder: counted?.state !== state }
}

const isRested = ({ countedAtMs, tookMs }: Counted, nowMs: number): boolean =>
  Math.abs(nowMs - countedAtMs) >= Math.min(recountAfterMsMax, restBetweenCounts * tookMs)

function beginCount(app: App): void {
  counting ??= countAll(app)
    .catch((error: unknown) => app.log.error('the statistics could not be counted', { err: error }))
    .finally(() => {
      counting = null
    })
}

async function waitAtMost(ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([counting, patience])
  clearTimeout(timer)
}

async function countAll(app: App): Promise<void> {
  const state = storeState(app)
  const countedAtMs = app.clock.nowMs()
  const beganMs = app.clock.monotonicMs()
  const tally = newTally()
  for (const step of [rowStep(app, tally), revisionStep(app, tally), proposalStep(app, tally)]) await runInSlices(step)
  forgetDaysBefore(tally, calendarBegins(countedAtMs))
  const counted: Counted = { tally, countedAtMs, state, tookMs: app.clock.monotonicMs() - beganMs }
  keepMade(app.store, countName, counted)
}

function rowStep(app: App, tally: Tally): Step {
  const { main, files } = app.store
  const { glossary, gate } = app.rules.now()
  let block = 0
  let chunk = -1
  let cellAt: Int8Array = new Int8Array(0)
  return () => {
    for (let i = 0; i < rowBlocksPerStep; i++) {
      const read = readBlock(main, files, block)
      if (read === null) return false
      block = read.block + 1
      for (const row of read.rows) {
        if (Math.floor(row.ordinal / ROWS_PER_CHUNK) !== chunk) {
          chunk = Math.floor(row.ordinal / ROWS_PER_CHUNK)
          cellAt = readCellsOfChunk(main, row.ordinal)
        }
        const cell = cellAt[row.ordinal % ROWS_PER_CHUNK] ?? -1
        const cellClass = CELL_CLASSES[Math.floor(cell / CELL_SOURCES.length)]
        const source = sourceTextOf(row)
        tally.rows++
        if (!row.isServiceRow && source !== '') {
          const workClass = workClassOf(row, cellClass === 'none' ? NO_HEADS : readHeads(main, row.ordinal))
          tally.words[workClass] = (tally.words[workClass] ?? 0) + countWords(source)
        }
        if (glossary.size === 0) continue
        const terms = new Set(glossaryTermsIn(source, glossary, gate.captionPolicy).map(({ entry }) => entry.source))
        for (const term of terms) tally.terms[term] = (tally.terms[term] ?? 0) + 1
      }
    }
    return true
  }
}

function revisionStep(app: App, tally: Tally): Step {
  let ordinal = 0
  return () => {
    const found = readRevisionsFrom(app.store.main, ordinal, revisionsPerStep)
    const last = found.at(-1)
    if (last === undefined) return false
    ordinal = last.ordinal + 1
    for (const row of found) tallyRow(tally, row)
    return true
  }
}

function proposalStep(app: App, tally: Tally): Step {
  let after = 0
  return () => {
    const found = readProposalsAfter(app.store.main, after, proposalsPerStep)
    for (const proposal of found) {
      after = proposal.id
      tally.proposals++
      dayTally(tally, proposal.createdAtMs).proposals++
      // Proposals of rows outside the game are left out, as in their list.
      if (readView(app.store.main, proposal.ordinal) !== null) {
        const author = personTally(tally, proposal.authorId)
        author.proposed++
        tallyDay(author, proposal.createdAtMs)
        if (proposal.status !== 'pending') author[proposal.status]++
      }
      if (proposal.reviewerId === null || proposal.reviewedAtMs === null) continue
      const reviewer = personTally(tally, proposal.reviewerId)
      reviewer.reviewed++
      tallyDay(reviewer, proposal.reviewedAtMs)
      dayTally(tally, proposal.reviewedAtMs).reviews++
    }
    return found.length === proposalsPerStep
  }
}
