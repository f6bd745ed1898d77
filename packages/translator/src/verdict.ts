// Decides by the text gate's result: write a text, buy it again, give up, or leave it. Also detects a batch whose texts
// are all shifted by a row.
import { textsForMany } from '../../../src/domain/checks/one-for-many.ts'
import type { Agent, AgentRow, AgentText, TextOutcome, TextProblem } from '../../../src/agent/agent.ts'
import { answersMax, type RefusedText, type Task } from './task.ts'

export type Verdict =
  /** `fault`: what a second reader found wrong. */
  | { readonly what: 'write'; readonly text: string; readonly fault?: string }
  | { readonly what: 'again'; readonly task: Task; readonly rule: string }
  | { readonly what: 'give-up'; readonly refused: RefusedText }
  | { readonly what: 'reread' }
  /** The text is no longer needed, or may not be written. `why` is counted in the report. */
  | { readonly what: 'leave'; readonly why: string }

export const NO_TEXT = { rule: 'no_text', message: 'The model gave no whole text for this line.' } as const
export const SLIPPED = { rule: 'slipped', message: 'The texts of its batch were next to the wrong lines.' } as const

export const ONE_FOR_MANY = {
  rule: 'one_for_many',
  message: 'The same text was given for different lines. Translate this one.',
} as const

/** Buys a text again, unless its row was in as many answered prompts as it may be. `isShown`: the model is shown the bad text. */
export function failed(task: Task, refused: RefusedText, isShown: boolean): Verdict {
  return again({ ...task, failures: task.failures + 1, refused: isShown ? refused : null }, refused)
}

/** The same for a row that its answer did not reach, which is no failure of its own. */
export const unreached = (task: Task, why: RefusedText = { ...NO_TEXT, text: '' }): Verdict => again(task, why)

const again = (task: Task, refused: RefusedText): Verdict =>
  task.answers >= answersMax ? { what: 'give-up', refused } : { what: 'again', task, rule: refused.rule }

export function verdictOf(task: Task, text: string, outcome: TextOutcome): Verdict {
  if (outcome.status === 'unchanged') return { what: 'leave', why: whyUnchanged(outcome) }
  if (outcome.status !== 'rejected') return { what: 'write', text }
  const [problem] = outcome.errors
  const ofTheText = outcome.errors.filter(({ rule }) => rule !== null)
  if (problem?.code === 'stale_source') return { what: 'reread' }
  if (ofTheText.length === 0 || problem?.code === 'non_translatable')
    return { what: 'leave', why: problem?.code ?? 'refused' }
  const message = ofTheText.map(({ message }) => message).join(' ')
  return failed(task, { text, rule: ofTheText[0]?.rule ?? '', message }, true)
}

/** Why a text is not needed: a server reports `unchanged` if the row has it already. */
const whyUnchanged = ({ reason }: TextOutcome): string =>
  reason === 'already_filled' ? 'done_by_others' : reason === 'unchanged' ? 'same_text' : (reason ?? 'same_text')

/** Rules that warn of texts which are incomplete. */
const HALVES: readonly (string | null)[] = ['DOUBT_03', 'DOUBT_11', 'LENGTH_01']

/** Doubts a text with such a warning whose answer had a guessed form: it may be incomplete. Null: no doubt. */
export function doubted(task: Task, { what }: Verdict, { warnings }: TextOutcome): Verdict | null {
  const doubt = warnings.find(({ rule }) => HALVES.includes(rule))
  if (what !== 'write' || doubt === undefined || task.answers >= answersMax) return null
  return failed(task, { rule: doubt.rule ?? '', message: doubt.message, text: '' }, false)
}

/**
 * Warnings of these rules are mostly the model's carelessness: letters of two alphabets in a word, dots for a name, an excuse; and what
 * refuses machine texts and only warns of proposals.
 */
const CARELESS = /^(?:DOUBT_01|DOUBT_09|LENGTH_03)$/
const OF_MACHINES = /^(?:CHAT|FORM|LANG)_/

/** The task to buy a text once more that is good enough to keep, with the reason; null: that is not needed. */
export function secondTask(
  task: Task,
  { what }: Verdict,
  text: string,
  { status, warnings }: TextOutcome,
): Task | null {
  const isCareless = (rule: string): boolean => CARELESS.test(rule) || (status === 'proposed' && OF_MACHINES.test(rule))
  const doubt = warnings.find((warning) => isCareless(warning.rule ?? '') && !isOfCode(warning, text))
  if (what !== 'write' || doubt === undefined || task.answers >= answersMax) return null
  return { ...task, refused: { text, rule: doubt.rule ?? '', message: doubt.message } }
}

/** True: the letter belongs to no word, but to a code that the game reads and windrow does not know, as in `#cНаказ`. */
const isOfCode = ({ details: { words } }: TextProblem, text: string): boolean =>
  Array.isArray(words) && words.every((word) => /[#\\%$&@]/.test(text[text.indexOf(String(word)) - 1] ?? ''))

const isGood = ({ status }: TextOutcome): boolean => status === 'written' || status === 'proposed'

export const isBetter = (second: TextOutcome, first: TextOutcome): boolean =>
  isGood(second) && (first.status === 'rejected' || second.warnings.length < first.warnings.length)

/** True: the problem is one of the whole batch. Checking some of its texts again does not show it. */
const isOfBatch = ({ rule }: TextProblem): boolean => rule?.startsWith('ALIGN_') === true

export interface Judged {
  readonly text: string
  readonly outcome: TextOutcome
}

/** Texts with what the gate says of them, for every face: one that it can repair itself becomes that, where there is less against it. */
export async function judgedOf(agent: Pick<Agent, 'check'>, sent: readonly AgentText[]): Promise<readonly Judged[]> {
  const first = await agent.check(sent)
  const repaired = sent.flatMap((each, at) => {
    const { errors = [], warnings = [] } = first[at] ?? {}
    const found = [...errors, ...warnings].map(({ details }) => details['suggestion'])
    const text = found.find((suggestion) => typeof suggestion === 'string')
    return text === undefined ? [] : [{ at, sent: { ...each, text } }]
  })
  const second = repaired.length === 0 ? [] : await agent.check(repaired.map((each) => each.sent))
  const judged = sent.map(({ text }, at): Judged => ({ text, outcome: first[at] as TextOutcome }))
  for (const [i, { at, sent: now }] of repaired.entries()) {
    const { text } = now
    const [before, after] = [first[at] as TextOutcome, second[i] as TextOutcome]
    const warnings = [...after.warnings, ...before.warnings.filter(isOfBatch)]
    if (isBetter(after, before)) judged[at] = { text, outcome: { ...after, warnings } }
  }
  return judged
}

/** A text as it is sent to the agent. `fault`: what a second reader found wrong. */
export const sentText = (
  { rowId, sourceHash, layers: { machine } }: AgentRow,
  text: string,
  fault?: string,
): AgentText => ({
  rowId,
  text,
  sourceHash,
  replaces: machine?.revision ?? null,
  ...(fault !== undefined && { fault }),
})

/** The texts that a batch has for several sources that are unlike. */
export const standForMany = (given: readonly { readonly task: Task; readonly text: string }[]): ReadonlySet<string> =>
  textsForMany(given.map(({ task, text }) => ({ source: task.row.source, text })))

/** True: the text is no translation, because it came for several unlike sources in this batch, or the last time. */
export const isExcuse = ({ refused }: Task, text: string, excuses: ReadonlySet<string>): boolean =>
  excuses.has(text) || (refused?.rule === ONE_FOR_MANY.rule && refused.text === text)

/** The fewest texts with a neighbour's tokens that show a shift. */
const strangersMin = 2

/**
 * True if the gate reports it (ALIGN_01), or if at least two texts lack their row's tokens and have those of the neighbour in the
 * same direction.
 */
export function looksSlipped(
  answered: readonly { readonly task: Task; readonly text: string; readonly outcome: TextOutcome }[],
): boolean {
  if (answered.some(({ outcome }) => [...outcome.errors, ...outcome.warnings].some(({ rule }) => rule === 'ALIGN_01')))
    return true
  return [1, -1].some((step) => {
    const strangers = answered.filter(({ task, text, outcome }, i) => {
      const beside = answered[i + step]?.task.row.keep
      if (outcome.status !== 'rejected' || beside === undefined || Object.keys(beside).length === 0) return false
      return !holds(text, task.row.keep) && holds(text, beside)
    })
    return strangers.length >= strangersMin
  })
}

const holds = (text: string, keep: Readonly<Record<string, number>>): boolean =>
  Object.entries(keep).every(([token, count]) => text.split(token).length > count)

/** What to write: the present text with '' for a fault keeps it. Null: the verdict quotes no word of the text. */
interface Reading {
  readonly text: string
  readonly fault: string
}

const VERDICT = String.raw`(?:(?:the )?(?:verdict|translation)(?: is)?\s*[:=-]?\s*)?`
const OPENED = String.raw`[*_"'\x60«“]*`
const CLOSED = String.raw`[*_"'\x60»”]*`
const KEPT = '(?:keep|kept)(?: (?:it|this|the (?:text|translation)|as (?:it )?is|unchanged))*'
/** `keep`, alone or with a reason behind a sign; "keep it, but …" is none. */
const KEEP = new RegExp(String.raw`^${VERDICT}${OPENED}${KEPT}${CLOSED}(?:\s*$|\s*[.!✓✔]\s*$|\s*[-–—:(;]\s*\S)`, 'iu')
/** Words that mean the same as `keep` if nothing else is there. */
const GOODS = [
  'ok(?:ay)?|good|fine|correct|right|accurate|perfect|lgtm|accept(?:ed)?|approved?|pass(?:ed)?|unchanged',
  'leave(?: it)?|as is|no (?:changes?|issues?|errors?|faults?)(?: (?:needed|found|required))?|[✓✔✅]',
].join('|')
const GOOD = new RegExp(String.raw`^${VERDICT}${OPENED}(?:${GOODS})${CLOSED}[.!]?$`, 'iu')
/** Ways to write `BETTER` (brief.ts), which models change. */
const ARROW = /==>|=>|→|⇒|-->|->|==&gt;|=&gt;/gu
/** The fewest letters and digits that a quoted part of a word must have. A text that is shorter must be quoted whole. */
const partLettersMin = 3
const wordLettersMin = 2
/** A better text must be the whole translation. With a smaller share of its letters, it only replaces the quoted words. */
const betterShareMin = 0.4
/** Quotation marks that models put around what they quote. */
const QUOTED = /^["'`«„“](.+)["'`»“”]$/su

/** Reads the verdict of a second reader: keep, or words of the text that are wrong and a better text. */
export function readingOf({ layers: { machine } }: AgentRow, verdict: string): Reading | null {
  if (machine === null) return null
  const { text: present } = machine
  const said = verdict.trim()
  const keeps = { text: present, fault: '' }
  if (KEEP.test(said) || GOOD.test(said) || said === present.trim()) return keeps
  for (const { 0: arrow, index } of said.matchAll(ARROW)) {
    const words = said.slice(0, index).trim()
    const fault = [words, QUOTED.exec(words)?.[1] ?? ''].find((each) => isEvidence(each, present))
    if (fault === undefined) continue
    const text = said.slice(index + arrow.length).trim()
    const isPart = lettersIn(text) < lettersIn(present) * betterShareMin && lettersIn(fault) * 2 < lettersIn(present)
    return text === present.trim() ? keeps : isPart ? null : { text, fault }
  }
  return null
}

const lettersIn = (text: string): number => [...text.matchAll(/[\p{L}\p{N}]/gu)].length

/** Scripts without spaces between words, where a word may be a single character. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u

function isEvidence(words: string, text: string): boolean {
  const at = text.indexOf(words)
  if (words === '' || at < 0) return false
  const isWhole = !/\p{L}\p{M}*$/u.test(text.slice(0, at)) && !/^[\p{L}\p{M}]/u.test(text.slice(at + words.length))
  const lettersMin = isWhole || UNSPACED.test(words) ? wordLettersMin : partLettersMin
  return lettersIn(words) >= Math.min(lettersMin, lettersIn(text))
}
