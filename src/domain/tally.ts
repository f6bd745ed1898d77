// What the statistics count, as plain values that add up: words and rows by class, work by day, person and model, and how
// much of each model's text survives review.
import type { CellClass } from './cell.ts'
import type { Revision } from './row.ts'
import type { Layer } from './vocabulary.ts'

export interface DayTally {
  manual: number
  machine: number
  proposals: number
  reviews: number
}

export interface PersonTally {
  manual: number
  machine: number
  proposed: number
  approved: number
  rejected: number
  reviewed: number
}

export interface ModelTally {
  readonly provider: string | null
  readonly model: string | null
  readonly origin: string
  /** Machine revisions that brought a text (marks of reviewers are not counted). */
  written: number
  /** Texts that are their row's machine head now. */
  current: number
  /** Of the current ones: confirmed by a reviewer, or the very text a person approved. */
  kept: number
  /** A person wrote another text for the row. */
  changed: number
  rejected: number
}

export interface Tally {
  /** Words of the effective sources by class of the row. */
  readonly words: Partial<Record<CellClass, number>>
  /** Rows in which a glossary term stands, by term. */
  readonly terms: Record<string, number>
  /** By UTC day, `YYYY-MM-DD`. */
  readonly days: Record<string, DayTally>
  readonly people: Record<number, PersonTally>
  readonly models: Record<string, ModelTally>
  rows: number
  revisions: number
  proposals: number
}

export const newTally = (): Tally => ({
  words: {},
  terms: {},
  days: {},
  people: {},
  models: {},
  rows: 0,
  revisions: 0,
  proposals: 0,
})

const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)

export function dayTally(tally: Tally, timeMs: number): DayTally {
  return (tally.days[dayOf(timeMs)] ??= { manual: 0, machine: 0, proposals: 0, reviews: 0 })
}

export function personTally(tally: Tally, id: number): PersonTally {
  return (tally.people[id] ??= { manual: 0, machine: 0, proposed: 0, approved: 0, rejected: 0, reviewed: 0 })
}

function modelTally(tally: Tally, { provider, model, origin }: Revision): ModelTally {
  const key = JSON.stringify([provider, model, provider === null && model === null ? origin : ''])
  return (tally.models[key] ??= { provider, model, origin, written: 0, current: 0, kept: 0, changed: 0, rejected: 0 })
}

/** Counts all revisions of one row, each layer oldest first. */
export function tallyRow(tally: Tally, revisions: Readonly<Record<Layer, readonly Revision[]>>): void {
  const manualHead = revisions.manual.at(-1)
  for (const revision of revisions.manual) {
    tally.revisions++
    dayTally(tally, revision.createdAtMs).manual++
    if (revision.authorId !== null) personTally(tally, revision.authorId).manual++
  }
  let before: Revision | undefined
  for (const revision of revisions.machine) {
    tally.revisions++
    if (!isMark(before, revision)) {
      dayTally(tally, revision.createdAtMs).machine++
      modelTally(tally, revision).written++
      if (revision.authorId !== null) personTally(tally, revision.authorId).machine++
    }
    before = revision
  }
  const head = revisions.machine.at(-1)
  if (head === undefined) return
  const model = modelTally(tally, head)
  model.current++
  if (manualHead !== undefined) model[manualHead.text === head.text ? 'kept' : 'changed']++
  else if (head.status === 'approved' || head.status === 'reviewed') model.kept++
  else if (head.status === 'rejected') model.rejected++
}

/** A reviewer's mark is a revision with the same text and a judgement for its status. */
const isMark = (before: Revision | undefined, revision: Revision): boolean =>
  before !== undefined && before.text === revision.text && revision.status !== 'draft'

/** Share of judged texts that stand as the machine wrote them, 0..1; null when none was judged. */
export function survivalOf({ kept, changed, rejected }: ModelTally): number | null {
  const judged = kept + changed + rejected
  return judged === 0 ? null : kept / judged
}

/** Words of a text: runs of letters and digits; each Han, Kana or Hangul character is one. Linear, without tables. */
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
