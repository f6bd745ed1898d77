// Statistics that can be added up: words and rows by class, work by day, person and model, revisions by origin, and the calendar
// of a person’s year.
import { dayOf } from '../base/time.ts'
import { isRevert } from './revert.ts'
import { isReadersMark, isSampleMark } from './revision.ts'
import { isWithdrawal, type Revision } from './row.ts'
import { type Layer, LAYERS, type Origin } from './vocabulary.ts'
import type { WorkClass } from './work/work-filter.ts'

// Statistics that can be added up: words and rows by class, work by day, person and model, and the texts of each model
// that survive review.

export interface DayTally {
  manual: number
  machine: number
  /** Texts from translated game files, which are not counted as work. */
  imported: number
  proposals: number
  reviews: number
}

export interface PersonTally {
  manual: number
  machine: number
  imported: number
  proposed: number
  approved: number
  rejected: number
  reviewed: number
  /** The words in changed texts. */
  words: number
  /** What was done each day, without imported texts. */
  days: Record<string, number>
}

export interface ModelTally {
  readonly provider: string | null
  readonly model: string | null
  readonly origin: string
  /** The texts that the model wrote, without copies that reviewers made. */
  written: number
  /** Those that a reviewer confirmed, or that a person repeated as manual text. */
  kept: number
  /** Those that another manual text replaced while they were the latest machine text. */
  changed: number
  rejected: number
}

/** Counts a second reader's verdicts, and what people decided about the same texts later. */
interface VerdictTally {
  given: number
  /** How often people kept the text that the reader kept or wrote. */
  right: number
  wrong: number
}

interface ReaderTally {
  readonly keep: VerdictTally
  readonly better: VerdictTally
}

export interface TermTally {
  /** The number of texts whose source has the term; of each row the leading text counts. */
  texts: number
  /** The number of texts without any of the forms. */
  without: number
  /** The number of texts with each form, in the order of the forms. A text may have several. */
  readonly forms: number[]
}

export interface Tally {
  /** The words of sources, by class of the row. */
  readonly words: Partial<Record<WorkClass, number>>
  readonly terms: Record<string, number>
  /** How texts translate the terms, by term. */
  readonly translated: Record<string, TermTally>
  /** What was done on each UTC day, `YYYY-MM-DD`. */
  readonly days: Record<string, DayTally>
  readonly people: Record<number, PersonTally>
  readonly models: Record<string, ModelTally>
  /** The verdicts of second readers, by the reader's model. */
  readonly readers: Record<string, ReaderTally>
  rows: number
  revisions: number
  proposals: number
}

/** Safe for every name, `constructor` too. */
const byName = <T>(): Record<string, T> => Object.create(null) as Record<string, T>

export const newTally = (): Tally => ({
  words: {},
  terms: byName(),
  translated: byName(),
  days: {},
  people: {},
  models: byName(),
  readers: byName(),
  rows: 0,
  revisions: 0,
  proposals: 0,
})

export function dayTally(tally: Tally, timeMs: number): DayTally {
  return (tally.days[dayOf(timeMs)] ??= { manual: 0, machine: 0, imported: 0, proposals: 0, reviews: 0 })
}

export function personTally(tally: Tally, id: number): PersonTally {
  return (tally.people[id] ??= {
    manual: 0,
    machine: 0,
    imported: 0,
    proposed: 0,
    approved: 0,
    rejected: 0,
    reviewed: 0,
    words: 0,
    days: {},
  })
}

export function tallyDay(person: PersonTally, timeMs: number): void {
  const day = dayOf(timeMs)
  person.days[day] = (person.days[day] ?? 0) + 1
}

/** Removes people's days before `first`, which is written `YYYY-MM-DD`. */
export function forgetDaysBefore({ people }: Tally, first: string): void {
  for (const person of Object.values(people)) {
    person.days = Object.fromEntries(Object.entries(person.days).filter(([day]) => day >= first))
  }
}

function tallyText(tally: Tally, what: 'manual' | 'machine' | 'imported', text: Revision, isNew: boolean): void {
  dayTally(tally, text.createdAtMs)[what]++
  if (text.authorId === null) return
  const person = personTally(tally, text.authorId)
  person[what]++
  if (what === 'imported') return
  tallyDay(person, text.createdAtMs)
  if (isNew) person.words += countWords(text.text)
}

function modelTally(tally: Tally, { provider, model, origin }: Revision): ModelTally {
  const key = JSON.stringify([provider, model, provider === null && model === null ? origin : ''])
  return (tally.models[key] ??= { provider, model, origin, written: 0, kept: 0, changed: 0, rejected: 0 })
}

/** A machine text that somebody read for a sample. */
export interface ReadText {
  /** The sample, as `Revision.via` names it. */
  readonly via: string
  readonly seq: number
  readonly isWrong: boolean
}

/**
 * Adds a row to the statistics. The revisions of each layer are oldest first. `read`: what was read of the row for samples; the mark
 * of another sample is nobody's judgement.
 */
export function tallyRow(
  tally: Tally,
  revisions: Readonly<Record<Layer, readonly Revision[]>>,
  read: readonly ReadText[] = [],
): void {
  for (const [i, revision] of revisions.manual.entries()) {
    tally.revisions++
    if (!isRevert(revision)) tallyText(tally, 'manual', revision, revision.text !== revisions.manual[i - 1]?.text)
  }
  tally.revisions += revisions.machine.length
  const texts = machineTexts(revisions.machine, read)
  for (const [i, machineText] of texts.entries()) {
    const { text, marks } = machineText
    const what = text.origin === 'localized_file_import' ? 'imported' : 'machine'
    tallyText(tally, what, text, true)
    const model = modelTally(tally, text)
    model.written++
    const untilMs = texts[i + 1]?.text.createdAtMs ?? Number.POSITIVE_INFINITY
    const judgement = judgementOf(machineText, revisions.manual, untilMs)
    if (judgement !== null) model[judgement]++
    tallyVerdict(tally, 'better', text.client?.reader, judgement)
    tallyVerdict(tally, 'keep', machineText.keptBy, judgement)
    for (const mark of marks) tallyMark(tally, mark)
  }
}

function tallyVerdict(tally: Tally, verdict: keyof ReaderTally, reader: string | undefined, said: Judgement): void {
  if (reader === undefined) return
  const none = (): VerdictTally => ({ given: 0, right: 0, wrong: 0 })
  const counts = (tally.readers[reader] ??= { keep: none(), better: none() })[verdict]
  counts.given++
  if (said !== null) counts[said === 'kept' ? 'right' : 'wrong']++
}

interface MachineText {
  readonly text: Revision
  /** Copies of the text with a reviewer's decision, oldest first. */
  readonly marks: Revision[]
  /** The latest mark that was not reverted. */
  mark: Revision | null
  /** The model of the latest second reader that kept the text. */
  keptBy?: string
  /** True: a revert replaced the text, and no later one brought it back. */
  isThrownOut: boolean
  /** True: the reader of a sample found it wrong. */
  isSaidWrong: boolean
}

/** The machine texts of a row. Reverts decide which one is current, but are not listed. */
function machineTexts(revisions: readonly Revision[], read: readonly ReadText[]): readonly MachineText[] {
  const texts: MachineText[] = []
  const bySeq = new Map<number, MachineText>()
  let [before, standing]: [Revision?, MachineText?] = []
  for (const revision of revisions) {
    if (isRevert(revision)) {
      const brought = bySeq.get(revision.restores ?? 0)
      if (standing !== undefined && standing !== brought) standing.isThrownOut = true
      standing = brought
      if (standing !== undefined) {
        standing.isThrownOut = false
        standing.mark = standing.marks.findLast(({ seq }) => seq === revision.restores) ?? null
      }
    } else if (standing !== undefined && isMark(before, revision)) {
      if (isReadersMark(revision)) standing.keptBy = revision.client?.reader ?? ''
      else if (!isSampleMark(before, revision) || read.some(({ via }) => via === revision.via)) {
        standing.marks.push(revision)
        standing.mark = revision
      }
    } else {
      standing = { text: revision, marks: [], mark: null, isThrownOut: false, isSaidWrong: false }
      texts.push(standing)
    }
    if (standing !== undefined) bySeq.set(revision.seq, standing)
    before = revision
  }
  for (const { seq, isWrong } of read) {
    const text = bySeq.get(seq)
    if (isWrong && text !== undefined) text.isSaidWrong = true
  }
  return texts
}

function tallyMark(tally: Tally, { createdAtMs, markedById, approverId }: Revision): void {
  dayTally(tally, createdAtMs).reviews++
  const by = markedById ?? approverId
  if (by === null) return
  const person = personTally(tally, by)
  person.reviewed++
  tallyDay(person, createdAtMs)
}

type Judgement = 'kept' | 'changed' | 'rejected' | null

/**
 * What people decided about a machine text while it was the row's latest, so later repairs change nothing. A text is rejected by its
 * last mark or a revert, kept or changed by the manual text of that time, kept by a confirming mark, or rejected by a sample's reader.
 */
function judgementOf(
  { text, mark, isThrownOut, isSaidWrong }: MachineText,
  manual: readonly Revision[],
  untilMs: number,
): Judgement {
  if (isThrownOut || mark?.status === 'rejected') return 'rejected'
  const written = manual.findLast(
    ({ createdAtMs, restores }) => restores === undefined && createdAtMs >= text.createdAtMs && createdAtMs <= untilMs,
  )
  if (written !== undefined) return written.text === text.text ? 'kept' : 'changed'
  if (mark?.status === 'approved' || mark?.status === 'reviewed') return 'kept'
  return isSaidWrong ? 'rejected' : null
}

/** A mark repeats the text before it, with a reviewer's decision as its status. */
const isMark = (before: Revision | undefined, revision: Revision): boolean =>
  before !== undefined && before.text === revision.text && revision.status !== 'draft'

/** The share of judged texts that were kept, from 0 to 1; null: no text was judged. */
export function survivalOf({ kept, changed, rejected }: ModelTally): number | null {
  const judged = kept + changed + rejected
  return judged === 0 ? null : kept / judged
}

/** The share of decided proposals that were approved, from 0 to 1; null: no proposal was decided. */
export function approvalOf({ approved, rejected }: PersonTally): number | null {
  const decided = approved + rejected
  return decided === 0 ? null : approved / decided
}

/** The number of words: runs of letters and digits, and single Han, Kana or Hangul characters. Linear. */
export function countWords(text: string): number {
  let words = 0
  let isInWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isWide = (code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af)
    const isLetter =
      (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code >= 0xc0
    if (isWide || (isLetter && !isInWord && !(code >= 0x2000 && code <= 0x303f))) words++
    isInWord = !isWide && (isLetter || (isInWord && (code === 0x27 || code === 0x2019)))
  }
  return words
}

// Counts revisions and heads by layer, origin, provider and model, for `windrow stats`. Reviewers' marks and reverts
// count too, but not in tally.ts, which counts work.

export interface RevisionCount {
  readonly layer: Layer
  readonly origin: Origin
  readonly provider: string | null
  readonly model: string | null
  revisions: number
  /** Rows whose current text is one of these revisions. */
  heads: number
}

export type RevisionCounts = Map<string, RevisionCount>

/** Adds a row to the counts. The revisions of each layer are oldest first. */
export function countRevisions(counts: RevisionCounts, row: Readonly<Record<Layer, readonly Revision[]>>): void {
  for (const layer of LAYERS) {
    const head = row[layer].at(-1)
    for (const revision of row[layer]) {
      if (isWithdrawal(revision)) continue
      const { origin, provider, model } = revision
      const name = JSON.stringify([layer, origin, provider, model])
      let count = counts.get(name)
      if (count === undefined) counts.set(name, (count = { layer, origin, provider, model, revisions: 0, heads: 0 }))
      count.revisions++
      if (revision === head) count.heads++
    }
  }
}

export const headsOf = (counts: RevisionCounts, layer: Layer): number =>
  [...counts.values()].reduce((sum, count) => sum + (count.layer === layer ? count.heads : 0), 0)

// The activity calendar of a person's year: 53 columns of seven days, the last with today in it. Levels are relative to
// the busiest day.

export interface CalendarDay {
  /** The day, `YYYY-MM-DD` in UTC. */
  readonly day: string
  readonly count: number
  /** How much was done: 0 for nothing; 1 to 4 are quarters of the busiest day's count. */
  readonly level: number
}

const weeks = 53
const levels = 4
const dayMs = 24 * 60 * 60 * 1000
/** The day of the week, 0 for Monday: 1970-01-01, day 0, was a Thursday. */
const weekday = (day: number): number => (day + 3) % 7

/** The first day of the calendar. Days are counted from 1970. */
const firstDay = (today: number): number => today - weekday(today) - 7 * (weeks - 1)

const nameOf = (day: number): string => dayOf(day * dayMs)

/** The first day of the calendar, as `YYYY-MM-DD`. */
export const calendarBegins = (nowMs: number): string => nameOf(firstDay(Math.floor(nowMs / dayMs)))

/** The weeks of a year, the oldest first; the last contains today. */
export function calendarOf(
  counts: Readonly<Record<string, number>>,
  nowMs: number,
): readonly (readonly CalendarDay[])[] {
  const today = Math.floor(nowMs / dayMs)
  const days: { day: string; count: number }[] = []
  for (let day = firstDay(today); day <= today; day++) days.push({ day: nameOf(day), count: counts[nameOf(day)] ?? 0 })
  const most = Math.max(1, ...days.map(({ count }) => count))
  const shown = days.map(({ day, count }) => ({ day, count, level: Math.ceil((levels * count) / most) }))
  return Array.from({ length: weeks }, (_, week) => shown.slice(7 * week, 7 * week + 7))
}
