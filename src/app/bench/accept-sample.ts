// Accepts the machine texts of a list by a sample of them (docs/workbench.md#accept-by-sample): draws the rows to read, keeps what people
// say of them, and marks the rest in pieces of 200 rows, between which others write. A text written after the list was read is left alone.
import type { Turn } from '../../base/turn.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { MEMORY } from '../../domain/donor.ts'
import { sampleListMax } from '../../domain/limits.ts'
import { viaSample } from '../../domain/revision.ts'
import { type Head, type Heads, isStale, type Revision, type Row, shownStatus, sourceTextOf } from '../../domain/row.ts'
import { skeletonOf } from '../../domain/text/skeleton.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import {
  type AcceptedAs,
  draw,
  oftenCopies,
  packSteps,
  type ReadStratum,
  type Risk,
  RISKS,
  riskOf,
  type Stratum,
  unpackSteps,
  wrongLeftAtMost,
} from '../../domain/work/sampling.ts'
import {
  addSample,
  latestSamples,
  putAudit,
  putSample,
  putSampleVerdict,
  readSample,
  readSampleVerdict,
  type SampleRecord,
  sampleVerdicts,
} from '../../store/records.ts'
import { countWithSource, readHeads, readRevision, readRow } from '../../store/rows.ts'
import type { Txn } from '../../store/txn.ts'
import { freshen } from '../../store/view.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { fitsGlossary, pairOf } from '../terms/find-like.ts'
import { type HeadRefusal, markHead } from '../writes/decide-head.ts'

interface Open {
  readonly row: Row
  readonly head: Head
}

/** The machine draft that a sample is about; null: the row has none, a person's text, or a draft written after `atMs`. */
function openAt({ store: { main, files } }: App, ordinal: number, atMs: number): Open | null {
  const row = readRow(main, files, ordinal)
  const { manual, machine }: Heads = readHeads(main, ordinal)
  if (row === null || row.isServiceRow || manual !== null || machine === null) return null
  const isOpen = shownStatus(machine) === 'draft' && !isStale(machine, row.sourceHash) && machine.createdAtMs <= atMs
  return isOpen ? { row, head: machine } : null
}

/** The machine drafts of a list by risk, without strata that have none. Null: the list has more rows than a sample is drawn from. */
export async function strataOf(app: App, rows: RowSet, atMs: number, turn: Turn): Promise<readonly Stratum[] | null> {
  freshen(app.store)
  if (rows.size > sampleListMax) return null
  const byRisk = new Map<Risk, number[]>(RISKS.map((risk) => [risk, []]))
  for (const ordinal of rows.after(0, rows.size)) {
    if (turn.isOver) await turn.next()
    const open = openAt(app, ordinal, atMs)
    if (open !== null) byRisk.get(riskAt(app, open))?.push(ordinal)
  }
  return [...byRisk].map(([risk, own]) => ({ risk, rows: own })).filter(({ rows: own }) => own.length > 0)
}

function riskAt(app: App, { row, head }: Open): Risk {
  const { main } = app.store
  const source = sourceTextOf(row)
  const before = head.seq === 1 ? undefined : readRevision(main, row.ordinal, 'machine', head.seq - 1)
  return riskOf({
    isDoubted: head.isDoubted === true,
    hasOtherModel: before !== undefined && isOtherOpinion(before, head),
    lacksTerm: !fitsGlossary(pairOf(app, source, head.text)),
    copies: countWithSource(main, row.sourceHash, oftenCopies),
    sourceLength: source.length,
  })
}

const isOtherOpinion = (before: Revision, { text, model, sourceHash }: Head): boolean =>
  before.text !== '' &&
  before.text !== text &&
  before.model !== model &&
  before.model !== MEMORY.model &&
  before.sourceHash === sourceHash

interface Drawing {
  /** The filter of the list, as an address has it. */
  readonly filter: string
  readonly strata: readonly Stratum[]
  /** When the list was read. */
  readonly atMs: number
  readonly size: number
}

/** Draws a sample by a random seed, and returns its number. */
export async function drawSample(
  app: App,
  actor: Actor,
  { filter, strata, atMs, size }: Drawing,
): Promise<Result<number, NotWritten>> {
  const seed = app.random.bytes(8).toString('hex')
  const seqOf = (ordinal: number): number => readHeads(app.store.main, ordinal).machine?.seq ?? 1
  const drawn = draw(strata, size, seed).map((each) => ({ ...each, seq: seqOf(each.ordinal) }))
  const packed = strata.map(({ risk, rows }) => ({ risk, rows: packSteps(rows) }))
  return await change<Actor, number>(app, actor, (txn, { user }) =>
    ok(addSample(txn, { atMs, userId: user.id, filter, seed, strata: packed, drawn })),
  )
}

export interface Reading {
  readonly sample: SampleRecord
  readonly strata: readonly ReadStratum[]
  /** By place: whether the text was wrong. */
  readonly verdicts: ReadonlyMap<number, boolean>
  /** The place of the next row to read; null: all were read. */
  readonly next: number | null
}

/** A sample and what was said of its rows; null: there is no such sample. */
export function readReading(app: App, id: number): Reading | null {
  freshen(app.store)
  const sample = readSample(app.store.main, id)
  return sample === undefined ? null : readingOf(app, sample)
}

const samplesShown = 20
export const listReadings = (app: App): readonly Reading[] => {
  freshen(app.store)
  return latestSamples(app.store.main, samplesShown).map((sample) => readingOf(app, sample))
}

function readingOf(app: App, sample: SampleRecord): Reading {
  const verdicts = sampleVerdicts(app.store.main, sample.id)
  const said = sample.drawn.map((each, place) => ({ ...each, isWrong: verdicts.get(place) }))
  const strata = sample.strata.map(({ risk, rows }): ReadStratum => {
    const read = said.filter((each) => each.risk === risk && each.isWrong !== undefined)
    const even = read.filter(({ isEven }) => isEven)
    const wrongOf = (some: typeof read): number => some.filter(({ isWrong }) => isWrong === true).length
    const counts = { wrong: wrongOf(read), even: even.length, evenWrong: wrongOf(even) }
    return { risk, rows: unpackSteps(rows).length, read: read.length, ...counts }
  })
  const next = said.findIndex(({ isWrong }) => isWrong === undefined)
  return { sample, strata, verdicts, next: next === -1 ? null : next }
}

/** How many samples with rows of this one were read, without others that were accepted: whoever draws again may take the luckiest. */
export function countDrawings({ store: { main } }: App, { sample: { id, strata } }: Reading): number {
  const rows = new Set(strata.flatMap(({ rows: packed }) => unpackSteps(packed)))
  const isRival = (other: SampleRecord): boolean =>
    other.id !== id &&
    other.accepted === null &&
    sampleVerdicts(main, other.id).size > 0 &&
    other.strata.some(({ rows: packed }) => unpackSteps(packed).some((row) => rows.has(row)))
  return 1 + latestSamples(main, Number.POSITIVE_INFINITY).filter(isRival).length
}

/** A row drawn, with the text to judge. `row` null: it is in the game no more. */
export function drawnRow({ store: { main, files } }: App, { sample: { drawn } }: Reading, place: number) {
  const { ordinal = 0, seq = 0, risk = 'plain' } = drawn[place] ?? {}
  const { machine } = readHeads(main, ordinal)
  const text = machine?.seq === seq ? machine.text : readRevision(main, ordinal, 'machine', seq)?.text
  return { risk, row: readRow(main, files, ordinal), text: text ?? '' }
}

export interface SampleRefusal {
  readonly code: 'sample_accepted' | 'sample_moved'
}

/**
 * Keeps what a person says of a row drawn. Wrong stays until whoever said it says otherwise, and nothing changes once rows were
 * accepted. False: there is no such row.
 */
export const judgeDrawn = (
  app: App,
  actor: Actor,
  { id, place, isWrong }: { readonly id: number; readonly place: number; readonly isWrong: boolean },
): Promise<Result<boolean, NotWritten | SampleRefusal>> =>
  change<Actor, boolean, SampleRefusal>(app, actor, (txn, { user }) => {
    const sample = readSample(txn.db, id)
    if (sample?.drawn[place] === undefined) return ok(false)
    if (sample.accepted !== null) return refuse({ code: 'sample_accepted' })
    const before = readSampleVerdict(txn.db, id, place)
    const isOfOther = before?.isWrong === true && before.userId !== user.id
    if (!isOfOther) putSampleVerdict(txn, { sampleId: id, place, userId: user.id, isWrong })
    return ok(true)
  })

/**
 * The rows that the reader lets pass: those read and found right, and of the strata in `risks` all others that are no twins of a wrong one.
 */
export async function restOf(
  app: App,
  { sample, verdicts }: Reading,
  risks: readonly Risk[],
  turn: Turn,
): Promise<readonly Open[]> {
  const { drawn, strata, atMs } = sample
  const said = new Map(drawn.map(({ ordinal }, place) => [ordinal, verdicts.get(place)]))
  const familyOf = (row: Row): string => skeletonOf(sourceTextOf(row))
  const bad = new Set<string>()
  for (const [ordinal, isWrong] of said) {
    const row = isWrong === true ? readRow(app.store.main, app.store.files, ordinal) : null
    if (row !== null) bad.add(familyOf(row))
  }
  const rest: Open[] = []
  for (const { risk, rows } of strata) {
    for (const ordinal of unpackSteps(rows)) {
      if (turn.isOver) await turn.next()
      const isWrong = said.get(ordinal)
      if (isWrong === true || (isWrong === undefined && !risks.includes(risk))) continue
      const open = openAt(app, ordinal, atMs)
      if (open !== null && (isWrong === false || !bad.has(familyOf(open.row)))) rest.push(open)
    }
  }
  return rest
}

const rowsPerWrite = 200

interface Accepting {
  readonly risks: readonly Risk[]
  readonly mark: AcceptedAs
}

interface Accepted {
  readonly rows: number
  /** Why rows stay as they are. */
  readonly left: readonly HeadRefusal[]
}

/** Marks the rest. Each piece is counted and audited as it is written, so an interrupted call keeps both; the next one marks the others. */
export async function acceptRest(
  app: App,
  actor: Actor,
  reading: Reading,
  { risks, mark }: Accepting,
  turn: Turn,
): Promise<Result<Accepted, NotWritten | SampleRefusal>> {
  const { id } = reading.sample
  const rest = await restOf(app, reading, risks, turn)
  const wrongMax = wrongLeftAtMost(reading.strata, countDrawings(app, reading))
  const left: HeadRefusal[] = []
  for (let at = 0; at < rest.length; at += rowsPerWrite) {
    const some = rest.slice(at, at + rowsPerWrite)
    const marked = await change<Actor, readonly HeadRefusal[], SampleRefusal>(app, actor, (txn, { user }) => {
      if (hasMoved(txn, reading)) return refuse({ code: 'sample_moved' })
      txn.changesOnly(new Set(some.map(({ row }) => row.rowId)))
      const refused = some.flatMap(({ row, head }) => {
        const seen = { seq: head.seq, sourceHash: row.sourceHash }
        const done = markHead(app, txn, user, { rowId: row.rowId, mark, seen }, viaSample(id))
        return done.ok ? [] : [done.refusal]
      })
      noteAccepted(txn, user.id, reading, { mark, rows: some.length - refused.length, wrongMax })
      return ok(refused)
    })
    if (!marked.ok) return marked
    left.push(...marked.value)
    if (turn.isOver) await turn.next()
  }
  return ok({ rows: rest.length - left.length, left })
}

/** Whether somebody judged a row after the reading. */
const hasMoved = ({ db }: Txn, { sample, verdicts }: Reading): boolean =>
  [...sampleVerdicts(db, sample.id)].some(([place, isWrong]) => verdicts.get(place) !== isWrong)

/** Adds marked rows to those that the sample has accepted, with an entry of the audit. */
function noteAccepted(
  txn: Txn,
  userId: number,
  { sample }: Reading,
  { mark, rows, wrongMax }: Pick<NonNullable<SampleRecord['accepted']>, 'mark' | 'rows' | 'wrongMax'>,
): void {
  const before = readSample(txn.db, sample.id) ?? sample
  const all = rows + (before.accepted?.rows ?? 0)
  const wrong = Math.min(all, wrongMax)
  putSample(txn, before, { ...before, accepted: { atMs: txn.timeMs, userId, mark, rows: all, wrongMax: wrong } })
  const details = { mark, rows, wrongMax: wrong }
  putAudit(txn, { userId, action: 'text.sample', subject: viaSample(sample.id), details })
}
