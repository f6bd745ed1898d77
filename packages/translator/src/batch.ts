// Translates one batch of texts: prompt, answer, check, write. Returns the tasks to buy again.
import type { AgentRow, AgentText, TextOutcome } from '../../../src/agent/agent.ts'
import { counted } from '../../../src/base/numeral.ts'
import { estimateTokens } from '../../../src/domain/text/earlier-pairs.ts'
import { plainText, type ReadAnswer, readAnswer } from './answer.ts'
import { believed, buy, expectedOf, tokensOf } from './buy.ts'
import type { HeldRows } from './held-rows.ts'
import { waitingOf } from './kept-answers.ts'
import { FILTERS } from './manners.ts'
import { type ModelAnswer, ModelTrouble } from './models/model.ts'
import type { PromptSize, Went } from './prompt-size.ts'
import { earlierFor, promptOf } from './prompt.ts'
import { notKept, type Plan } from './run.ts'
import { estimateAnswer } from './spending.ts'
import type { Tally } from './tally.ts'
import { rowsOf, type Task } from './task.ts'
import {
  doubted,
  failed,
  isBetter,
  isExcuse,
  type Judged,
  judgedOf,
  standForMany,
  looksSlipped,
  NO_TEXT,
  ONE_FOR_MANY,
  readingOf,
  secondTask,
  SLIPPED,
  sentText,
  type Verdict,
  verdictOf,
} from './verdict.ts'

export interface Desk {
  readonly plan: Plan
  readonly held: HeldRows
  readonly tally: Tally
  readonly size: PromptSize
}

export interface BatchDone {
  readonly again: readonly Task[]
  readonly went: Went
  /** Rows that the quota still allows; null: nothing was written. */
  readonly quotaLeft: number | null
  /** What kept doubtful texts from being bought a second time. */
  readonly ended?: Error | null
}

interface Given {
  readonly task: Task
  readonly text: string
  readonly fault?: string
}

interface Answered extends Given {
  readonly outcome: TextOutcome
}

/** What a model says of a row: a text to check, or, where it is a reader, at once a verdict. */
const SAYS: Readonly<Record<Plan['brief']['role'], (row: AgentRow, answer: string) => Omit<Given, 'task'> | Verdict>> =
  {
    translate: ({ source }, text) => ({ text: plainText(source, text) }),
    review: (row, answer) => {
      const reading = readingOf(row, answer)
      if (reading === null) return { what: 'leave', why: 'unquoted' }
      return reading.fault === '' ? { what: 'write', ...reading } : reading
    },
  }

/** A cut answer with this many times the tokens of its texts was a loop. */
const runawayFactor = 4
const headShown = 200
/** A whole answer with a smaller share of so many texts was to a prompt too long for the model: that is no failure of the others. */
const fullShareMin = 0.5
const fewTexts = 4

/** Throws Stop at a limit or a lost model, before anything was bought. The answer is kept until its texts are written. */
export async function doBatch(desk: Desk, tasks: readonly Task[]): Promise<BatchDone> {
  const { plan, tally, size } = desk
  const { kept, origin } = plan
  const prompt = promptOf(tasks, plan.brief, await earlierFor(plan.agent, tasks))
  const estimate = tokensOf(prompt)
  const place = await kept.place({ origin, tasks, expected: expectedOf(tasks, prompt) }).catch((error: unknown) => {
    throw notKept(error)
  })
  let isOwed = false
  try {
    const answer = await buy(plan, tally, tasks, prompt, tasks.length > 1 && size.mayBeTooLong(estimate))
    if (answer instanceof ModelTrouble) size.doubted()
    else {
      size.answered(estimate)
      const why = await kept.fill(place, answer)
      if (why !== null) plan.note(`an answer can't be kept, and is lost if it can't be written now: ${why}`)
      isOwed = why === null
    }
    const done = await settle(desk, tasks, estimate, answer, true)
    isOwed = false
    if (done.ended) throw done.ended
    return done
  } finally {
    if (!isOwed) await kept.drop(place)
  }
}

/** Writes the good texts of an answer. `estimate`: tokens of the prompt; `asksAgain`: buys doubtful ones a second time. */
export async function settle(
  desk: Desk,
  tasks: readonly Task[],
  estimate: number,
  given: ModelAnswer | ModelTrouble,
  asksAgain = false,
): Promise<BatchDone> {
  const { plan, tally, size } = desk
  if (given instanceof ModelTrouble) return await unanswered(desk, tasks, wentOfTrouble(given), given.message)
  const answer = believed(given, estimate)
  const read = readAnswer(answer.text, tasks.length, answer.isCut)
  if (read.texts.size === tasks.length) size.answeredInFull(estimate, answer.tokens?.input ?? null)
  else {
    const short = shortened(desk, estimate, answer)
    if (short !== null) return await unanswered(desk, tasks, short, answer.text)
  }
  const went = wentOf(answer, read, tasks.length)
  if (answer.isCut && answer.end !== undefined)
    plan.note(`an answer ended with "${answer.end}" after ${read.texts.size} of ${counted(tasks.length, 'text')}`)
  if (went.what === 'unreadable' || went.what === 'empty') return await unanswered(desk, tasks, went, answer.text)
  if (answer.isCut) tally.cutAnswers++
  // A cut answer ends within a text; the model did not reach those after it.
  const reached = answer.isCut ? tasks.slice(0, Math.max(0, ...read.texts.keys()) + 1) : tasks
  const { verdicts, doubtful } = read.looksRenumbered
    ? { verdicts: slipped(tally, reached), doubtful: [] }
    : await judge(desk, reached, { ...read, isSure: read.isSure && answer.isUnsure !== true })
  if (went.what === 'cut' && !answer.isCut)
    for (const [i, task] of tasks.entries())
      if (!read.texts.has(i + 1)) verdicts.set(task, { what: 'again', task, rule: NO_TEXT.rule })
  const ended = asksAgain && doubtful.length > 0 ? await askAgain(desk, verdicts, doubtful) : null
  const { again, quotaLeft } = await carryOut(desk, verdicts, answer.text)
  return { again: [...again, ...tasks.slice(reached.length)], quotaLeft, went, ended }
}

interface Doubtful {
  readonly task: Task
  /** Shows the text and its doubt. */
  readonly second: Task
  readonly outcome: TextOutcome
}

/**
 * Buys doubtful texts once more, before any is written, so that none is lost. A second text counts only if the gate has less against
 * it. Returns what ended the run meanwhile: the first texts stand.
 */
async function askAgain(
  { plan, tally }: Desk,
  verdicts: Map<Task, Verdict>,
  doubtful: readonly Doubtful[],
): Promise<Error | null> {
  const seconds = doubtful.map(({ second }) => second)
  const prompt = promptOf(seconds, plan.brief, [])
  try {
    const answer = await buy(plan, tally, seconds, prompt)
    tally.secondTexts += seconds.length
    if (answer instanceof ModelTrouble) return null
    const { texts } = readAnswer(answer.text, seconds.length, answer.isCut)
    const given = doubtful.flatMap((each, i) => {
      const text = texts.get(i + 1)
      return text === undefined ? [] : [{ ...each, text: plainText(each.task.row.source, text) }]
    })
    const excuses = standForMany(given)
    for (const [i, { text, outcome }] of (await judgedOf(plan.agent, sentOf(given))).entries()) {
      const { task, outcome: first } = given[i] as (typeof given)[number]
      if (excuses.has(text) || !isBetter(outcome, first)) continue
      tally.betterTexts++
      verdicts.set(task, { what: 'write', text })
    }
    return null
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

const wentOfTrouble = ({ size, message }: ModelTrouble): Went =>
  size === 'long' ? { what: 'long', message, read: null } : { what: 'late', message }

/** Not null: the endpoint read only a part of the prompt, so the answer is worth nothing. */
function shortened({ size, plan }: Desk, estimate: number, { tokens }: ModelAnswer): Went | null {
  if (tokens === null || !size.isShortened(estimate, tokens.input)) return null
  const { model } = plan.origin
  const message =
    `${model} read ${tokens.input} tokens of a prompt of about ${estimate}: its context is shorter ` +
    `(--context tells windrow how long it is)`
  return { what: 'long', message, read: tokens.input }
}

function wentOf({ text, isCut, end, tokens }: ModelAnswer, { texts, isUnreadable }: ReadAnswer, asked: number): Went {
  if (isUnreadable && isCut) return { what: 'empty', end: end ?? null }
  const head = text.trim().replaceAll(/\s+/g, ' ').slice(0, headShown)
  if (isUnreadable)
    return { what: 'unreadable', head: head || (end === undefined ? '(no text)' : `(no text, ended with "${end}")`) }
  const fits = Math.max(1, texts.size) / asked
  if (!isCut) return asked > fewTexts && fits < fullShareMin ? { what: 'cut', fits, tokens: null } : { what: 'whole' }
  const isRunaway = estimateTokens(text) > runawayFactor * estimateAnswer([...texts.values()])
  // Only an end for its length shows how long the context is.
  const counts = end === undefined ? tokens : null
  return isRunaway ? { what: 'runaway' } : { what: 'cut', fits, tokens: counts }
}

/** Handles a missing answer: a failure of the model, not of its rows, unless the batch had only one. */
async function unanswered(desk: Desk, tasks: readonly Task[], went: Went, answer: string): Promise<BatchDone> {
  if (tasks.length > 1) return { again: tasks, quotaLeft: null, went }
  const end = went.what === 'empty' ? (went.end ?? '') : ''
  const verdicts = FILTERS.test(end)
    ? new Map(tasks.map((task) => [task, { what: 'give-up', refused: filteredBy(end) } as const]))
    : withoutText(tasks)
  return { ...(await carryOut(desk, verdicts, answer)), went }
}

const filteredBy = (end: string) => ({
  ...NO_TEXT,
  message: `The answer about this line ended with "${end}".`,
  text: '',
})

const withoutText = (tasks: readonly Task[]): Map<Task, Verdict> =>
  new Map(tasks.map((task) => [task, failed(task, { ...NO_TEXT, text: '' }, false)]))

function slipped(tally: Tally, tasks: readonly Task[]): Map<Task, Verdict> {
  tally.slippedBatches++
  return new Map(tasks.map((task) => [task, failed(task, { ...SLIPPED, text: '' }, false)]))
}

async function judge(
  { plan, tally }: Desk,
  tasks: readonly Task[],
  { texts, isSure }: ReadAnswer,
): Promise<{ readonly verdicts: Map<Task, Verdict>; readonly doubtful: readonly Doubtful[] }> {
  const verdicts = withoutText(tasks)
  const doubtful: Doubtful[] = []
  const given: Given[] = []
  for (const [i, task] of tasks.entries()) {
    const answer = texts.get(i + 1)
    if (answer === undefined) continue
    const said = SAYS[plan.brief.role](task.row, answer)
    if ('what' in said) verdicts.set(task, said)
    else given.push({ task, ...said })
  }
  const judged = await judgedOf(plan.agent, sentOf(given))
  const answered = given.map((each, i): Answered => ({ ...each, ...(judged[i] as Judged) }))
  if (looksSlipped(answered)) return { verdicts: slipped(tally, tasks), doubtful }
  const excuses = plan.brief.role === 'translate' ? standForMany(answered) : new Set<string>()
  for (const { task, text, fault, outcome } of answered) {
    const verdict = isExcuse(task, text, excuses)
      ? failed(task, { ...ONE_FOR_MANY, text }, true)
      : verdictOf(task, text, outcome)
    const judged = (isSure ? null : doubted(task, verdict, outcome)) ?? verdict
    verdicts.set(task, judged.what === 'write' && fault !== undefined ? { ...judged, fault } : judged)
    const second = plan.brief.role === 'translate' ? secondTask(task, judged, text, outcome) : null
    if (second !== null) doubtful.push({ task, second, outcome })
  }
  return { verdicts, doubtful }
}

const sentOf = (given: readonly Given[]): readonly AgentText[] =>
  given.map(({ task, text }) => sentText(task.row, text))

async function carryOut(
  { plan, held, tally }: Desk,
  verdicts: ReadonlyMap<Task, Verdict>,
  answer: string,
): Promise<Omit<BatchDone, 'went'>> {
  const good = [...verdicts].flatMap(([task, verdict]) => (verdict.what === 'write' ? [{ task, ...verdict }] : []))
  const { refused, quotaLeft } = await write(plan, tally, good)
  const again: Task[] = []
  for (const [task, early] of verdicts) {
    const verdict = refused.get(task) ?? early
    const next = await follow(held, tally, task, verdict, answer)
    if (next !== null) {
      again.push(next)
      continue
    }
    tally.ended += rowsOf(task).length
    await held.end(task)
  }
  return { again, quotaLeft }
}

/** Carries out the decision about a text; returns the task to buy again, or null. */
async function follow(
  held: HeldRows,
  tally: Tally,
  task: Task,
  verdict: Verdict,
  answer: string,
): Promise<Task | null> {
  switch (verdict.what) {
    case 'write':
      return null
    case 'again':
      tally.refuse(verdict.rule)
      return verdict.task
    case 'give-up':
      tally.refuse(verdict.refused.rule)
      tally.giveUp(task, verdict.refused, answer)
      return null
    case 'leave':
      tally.leave(verdict.why)
      return null
    case 'reread': {
      const row = await held.reread(task)
      if (row === null) tally.leave('row_gone')
      return row === null ? null : { ...task, row, twins: [], refused: null }
    }
    default:
      return verdict satisfies never
  }
}

/** Writes texts; returns those refused in spite of a good check. */
async function write(
  { agent, origin, brief }: Plan,
  tally: Tally,
  good: readonly Given[],
): Promise<{ readonly refused: ReadonlyMap<Task, Verdict>; readonly quotaLeft: number | null }> {
  const items = good.flatMap((each) => rowsOf(each.task).map((row) => ({ ...each, row })))
  const refused = new Map<Task, Verdict>()
  if (items.length === 0) return { refused, quotaLeft: null }
  let quotaLeft: number | null = null
  for (let rest = items; rest.length > 0; ) {
    const texts = rest.map(({ row, text, fault }) => sentText(row, text, fault))
    const { outcomes, quota, stopped } = await agent.write(texts, { ...origin, copies: brief.role === 'translate' })
    for (const [i, outcome] of outcomes.entries()) {
      const { task, row, text, fault } = rest[i] as (typeof items)[number]
      tally.write(outcome, fault === '')
      if (outcome.status === 'rejected' && row === task.row) refused.set(task, verdictOf(task, text, outcome))
      else if (outcome.status === 'rejected') tally.leave(outcome.errors[0]?.code ?? 'refused')
    }
    if (stopped !== null) throw stopped
    quotaLeft = quota?.remaining ?? null
    // A batch fills a limited number of copies; sending it again continues.
    rest = rest.filter((_, i) => hasMoreCopies(outcomes[i]) && quotaLeft !== 0)
  }
  return { refused, quotaLeft }
}

const hasMoreCopies = (outcome: TextOutcome | undefined): boolean =>
  (outcome?.copies?.left ?? 0) > 0 && (outcome?.copies?.written ?? 0) > 0

/**
 * Writes what earlier runs bought and could not write, before anything else is bought. Returns the rows that the quota
 * still allows; null: nothing was written. Texts that are refused have their rows taken like others.
 */
export async function writeKept(desk: Desk): Promise<number | null> {
  const { kept, note, signal } = desk.plan
  const { own, others, damaged } = await kept.read()
  for (const path of damaged) note(`${path} can't be read and is left alone; delete it to be rid of it`)
  if (others > 0) note(`${counted(others, 'answer')} of another person, server, language or work wait for that command`)
  if (own.length > 0) note(`writing ${counted(waitingOf(own).texts, 'text')} that an earlier run bought`)
  let left: number | null = null
  for (const { path, origin, tasks, expected, answer } of own) {
    signal.throwIfAborted()
    const { quotaLeft } = await settle({ ...desk, plan: { ...desk.plan, origin } }, tasks, expected.input, answer)
    left = quotaLeft ?? left
    await kept.drop({ path })
  }
  return left
}
