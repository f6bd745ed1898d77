// What becomes of an answered task, from what the gate said of its text: write it, buy it again, give it up, leave it. And
// whether a whole batch seems to have slipped by a row. Pure.
import type { TextOutcome, TextProblem } from '../agent/agent.ts'
import { answersMax, type RefusedText, type Task } from './task.ts'

export type Verdict =
  | { readonly what: 'write'; readonly text: string }
  /** Ask the model again, with this task. */
  | { readonly what: 'again'; readonly task: Task; readonly rule: string }
  | { readonly what: 'give-up'; readonly refused: RefusedText }
  /** Its source changed meanwhile: read the row anew. */
  | { readonly what: 'reread' }
  /** Nobody needs this text any more, or nobody here may write it. */
  | { readonly what: 'leave'; readonly problem: TextProblem | null }

/** What is wrong with a task that the answer left out, or whose text may not be whole. */
export const NO_TEXT = { rule: 'no_text', message: 'The model gave no whole text for this line.' } as const
/** What is wrong with every text of a batch that slipped. */
export const SLIPPED = { rule: 'slipped', message: 'The texts of its batch stood beside the wrong lines.' } as const

/** A bad answer: the task once more, or the end of it. */
export function failed(task: Task, refused: RefusedText, isShown: boolean): Verdict {
  const failures = task.failures + 1
  if (failures >= answersMax) return { what: 'give-up', refused }
  return { what: 'again', task: { ...task, failures, refused: isShown ? refused : null }, rule: refused.rule }
}

/** What becomes of a text that the gate has looked at. */
export function verdictOf(task: Task, text: string, outcome: TextOutcome): Verdict {
  if (outcome.status === 'unchanged') return { what: 'leave', problem: null }
  if (outcome.status !== 'rejected') return { what: 'write', text }
  const [problem] = outcome.errors
  const ofTheText = outcome.errors.filter(({ rule }) => rule !== null)
  if (problem?.code === 'stale_source') return { what: 'reread' }
  if (ofTheText.length === 0 || problem?.code === 'non_translatable') return { what: 'leave', problem: problem ?? null }
  const message = ofTheText.map(({ message }) => message).join(' ')
  return failed(task, { text, rule: ofTheText[0]?.rule ?? '', message }, true)
}

/** What the gate says of half a text, without refusing it. */
const HALVES: readonly (string | null)[] = ['DOUBT_03', 'DOUBT_11', 'LENGTH_01']

/** A text that may be half of one, where the answer had to be guessed at: asked for once more. Null: it is none. */
export function doubted(task: Task, { what }: Verdict, { warnings }: TextOutcome): Verdict | null {
  const doubt = warnings.find(({ rule }) => HALVES.includes(rule))
  if (what !== 'write' || doubt === undefined || task.failures > 0) return null
  return failed(task, { rule: doubt.rule ?? '', message: doubt.message, text: '' }, false)
}

/** Fewer tokens in common say too little. */
const strangersMin = 2

/**
 * Has a batch slipped? The gate may say so (ALIGN_01); else texts that lack the tokens of their own row and have those of the
 * row beside it, at least two of them in the same direction.
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
