// Statistics of the site that no filter of work gives. A scan in slices counts them, and volatile keeps them for all
// processes. After changes they are counted again in the background, so the page costs the same for any size of store.
import { CELL_CLASSES, CELL_SOURCES } from '../../domain/cell.ts'
import { glossaryTermsIn } from '../../domain/checks/glossary.ts'
import { viaSample } from '../../domain/revision.ts'
import { NO_HEADS, sourceTextOf } from '../../domain/row.ts'
import {
  calendarBegins,
  countWords,
  dayTally,
  forgetDaysBefore,
  newTally,
  personTally,
  type ReadText,
  type Tally,
  tallyDay,
  tallyRow,
} from '../../domain/tally.ts'
import { termTallier } from '../../domain/checks/word-test.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import { workClassOf } from '../../domain/work/work-filter.ts'
import {
  readBlock,
  readCellsOfChunk,
  readHeads,
  readRevisionsFrom,
  readView,
  ROWS_PER_BLOCK,
  ROWS_PER_CHUNK,
} from '../../store/rows.ts'
import { keepMade, readMade } from '../../store/volatile.ts'
import { latestSamples, readProposalsAfter, sampleVerdicts } from '../../store/records.ts'
import type { Database } from '../../store/store.ts'
import { readGeneration } from '../../store/people.ts'
import { lastTimeGiven } from '../../store/view.ts'
import type { App } from '../app.ts'
import { isMade } from '../caught-up.ts'
import { keepLatest } from '../keep-latest.ts'
import { rowsOfLabel } from '../labels/read-labels.ts'
import { runInSlices, type Step } from '../../base/slices.ts'

interface Counted {
  readonly tally: Tally
  readonly countedAtMs: number
  readonly tookMs: number
  /** Names the state of the store that was counted: in the same state the statistics are the same. */
  readonly state: string
}

interface Statistics {
  readonly counted: Counted | null
  readonly isOlder: boolean
}

/** The pause before the next count is the duration of the last one times this, but at most the time below. */
const restBetweenCounts = 10
const recountAfterMsMax = 60_000
/** How long a visitor waits for a count: the first one, or one that took no longer the last time. */
const waitMsMax = 600
/** How long a request of a program waits for the first count. */
const firstCountMsMax = 60_000
const betweenLooksMs = 50
const rowBlocksPerStep = 1
const revisionsPerStep = 64
const proposalsPerStep = 64

/** The name under which counts are stored. Raise the number when their shape changes, so that older ones are not read. */
const countName = 'tally 8'
let counting: Promise<void> | null = null

/** What is counted: the rows of a label, or, without a label, the whole store; then `among` is null. */
interface Subject {
  readonly label: string | null
  readonly among: RowSet | null
  readonly state: string
}

async function subjectNow(app: App, label: string | null): Promise<Subject> {
  const among = await rowsOfLabel(app, label)
  const { gate } = app.rules.now()
  const ofStore = `${lastTimeGiven(app.store)} ${readGeneration(app.store.main, 'glossary')} ${gate.markup} ${gate.targetLanguage}`
  return { label, among, state: among === null ? ofStore : `${ofStore} ${among.checksum}` }
}

const labelsKept = 8
const ofLabels = new WeakMap<App, Map<string, Counted>>()

const kept = (app: App, label: string | null): Counted | null =>
  label === null ? readMade<Counted>(app.store, countName) : (ofLabels.get(app)?.get(label) ?? null)

function keep(app: App, label: string | null, counted: Counted): void {
  if (label === null) return keepMade(app.store, countName, counted)
  const known = ofLabels.get(app) ?? new Map<string, Counted>()
  ofLabels.set(app, known)
  keepLatest(known, label, counted, labelsKept)
}

/** The statistics that are kept; starts a new count if they are old. `label`: only rows with this label. */
export async function readStatistics(app: App, label: string | null = null): Promise<Statistics> {
  if (label !== null && !isMade(app, true)) return { counted: null, isOlder: true }
  const subject = await subjectNow(app, label)
  const known = kept(app, label)
  const isOlder = known?.state !== subject.state
  const isDue = known === null || (isOlder && isRested(known, app.clock.nowMs()))
  if (isDue) beginCount(app, subject)
  if (isDue && (known?.tookMs ?? 0) < waitMsMax)
    await Promise.race([counting, new Promise((resolve) => setTimeout(resolve, waitMsMax).unref())])
  const counted = kept(app, label)
  return { counted, isOlder: counted?.state !== subject.state }
}

export async function readWhenCounted(app: App, label: string | null): Promise<Counted> {
  for (const endMs = app.clock.monotonicMs() + firstCountMsMax; app.clock.monotonicMs() < endMs; ) {
    const { counted } = await readStatistics(app, label)
    if (counted !== null) return counted
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs))
  }
  throw new Error('the statistics could not be counted in time')
}

const isRested = ({ countedAtMs, tookMs }: Counted, nowMs: number): boolean =>
  Math.abs(nowMs - countedAtMs) >= Math.min(recountAfterMsMax, restBetweenCounts * tookMs)

function beginCount(app: App, subject: Subject): void {
  counting ??= countAll(app, subject)
    .catch((error: unknown) => app.log.error('the statistics could not be counted', { err: error }))
    .finally(() => {
      counting = null
    })
}

async function countAll(app: App, { label, among, state }: Subject): Promise<void> {
  const countedAtMs = app.clock.nowMs()
  const beganMs = app.clock.monotonicMs()
  const tally = newTally()
  for (const step of [rowStep(app, tally, among), revisionStep(app, tally, among), proposalStep(app, tally, among)])
    await runInSlices(step)
  forgetDaysBefore(tally, calendarBegins(countedAtMs))
  const counted: Counted = { tally, countedAtMs, state, tookMs: app.clock.monotonicMs() - beganMs }
  keep(app, label, counted)
}

/** The next row to count, from `ordinal` on; undefined: none is left. */
const nextOf = (among: RowSet | null, ordinal: number): number | undefined =>
  among === null ? ordinal : among.after(ordinal - 1, 1)[0]

function rowStep(app: App, tally: Tally, among: RowSet | null): Step {
  const { main, files } = app.store
  const rules = app.rules.now()
  const { glossary, gate } = rules
  const tallyTerm = termTallier(rules)
  let block = 0
  let chunk = -1
  let cellAt: Int8Array = new Int8Array(0)
  return () => {
    for (let i = 0; i < rowBlocksPerStep; i++) {
      const next = nextOf(among, block * ROWS_PER_BLOCK)
      const read = next === undefined ? null : readBlock(main, files, Math.floor(next / ROWS_PER_BLOCK))
      if (read === null) return false
      block = read.block + 1
      for (const row of read.rows) {
        if (among?.has(row.ordinal) === false) continue
        if (Math.floor(row.ordinal / ROWS_PER_CHUNK) !== chunk) {
          chunk = Math.floor(row.ordinal / ROWS_PER_CHUNK)
          cellAt = readCellsOfChunk(main, row.ordinal)
        }
        const cell = cellAt[row.ordinal % ROWS_PER_CHUNK] ?? -1
        const cellClass = CELL_CLASSES[Math.floor(cell / CELL_SOURCES.length)]
        const source = sourceTextOf(row)
        tally.rows++
        if (row.isServiceRow || source === '') continue
        const heads = cellClass === 'none' ? NO_HEADS : readHeads(main, row.ordinal)
        const workClass = workClassOf(row, heads)
        tally.words[workClass] = (tally.words[workClass] ?? 0) + countWords(source)
        if (glossary.size === 0) continue
        const text = (heads.manual ?? heads.machine)?.text
        for (const entry of new Set(glossaryTermsIn(source, glossary, gate.markup).map((each) => each.entry))) {
          tally.terms[entry.source] = (tally.terms[entry.source] ?? 0) + 1
          if (text !== undefined) tallyTerm(tally.translated, entry, text)
        }
      }
    }
    return true
  }
}

/** What people read for samples, by row. */
const readForSamples = (db: Database): ReadonlyMap<number, readonly ReadText[]> =>
  Map.groupBy(
    latestSamples(db, Number.POSITIVE_INFINITY).flatMap(({ id, drawn }) =>
      Array.from(sampleVerdicts(db, id), ([place, isWrong]) => {
        const { ordinal = 0, seq = 0 } = drawn[place] ?? {}
        return { ordinal, seq, isWrong, via: viaSample(id) }
      }),
    ),
    ({ ordinal }) => ordinal,
  )

function revisionStep(app: App, tally: Tally, among: RowSet | null): Step {
  let ordinal = 0
  const read = readForSamples(app.store.main)
  return () => {
    const next = nextOf(among, ordinal)
    const found = next === undefined ? [] : readRevisionsFrom(app.store.main, next, revisionsPerStep)
    const last = found.at(-1)
    if (last === undefined) return false
    ordinal = last.ordinal + 1
    for (const row of found) if (among?.has(row.ordinal) !== false) tallyRow(tally, row, read.get(row.ordinal))
    return true
  }
}

function proposalStep(app: App, tally: Tally, among: RowSet | null): Step {
  let after = 0
  return () => {
    const found = readProposalsAfter(app.store.main, after, proposalsPerStep)
    for (const proposal of found) {
      after = proposal.id
      if (among?.has(proposal.ordinal) === false) continue
      tally.proposals++
      dayTally(tally, proposal.createdAtMs).proposals++
      // Proposals of rows outside the game do not count, because their list leaves them out, too.
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
