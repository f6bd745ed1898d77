// Translates one batch of texts: prompt, answer, check, write. Returns the tasks to buy again.
import type { AgentRow, AgentText, TextOutcome } from '../../../src/agent/agent.ts'
import { counted } from '../../../src/base/numeral.ts'
import { estimateTokens } from '../../../src/domain/text/earlier-pairs.ts'
import { plainText, type ReadAnswer, readAnswer } from './answer.ts'
import { believed, buy, buyKept, expectedOf, keepLine, tokensOf } from './buy.ts'
import type { HeldRows } from './held-rows.ts'
import type { Open, Place, Second } from './ledger.ts'
import { FILTERS } from './manners.ts'
import { AnsweredTrouble, failuresMax, type ModelAnswer, ModelTrouble } from './models/model.ts'
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
  unreached,
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
  /** How many rows the quota still allows; null: nothing was written. */
  readonly quotaLeft: number | null
  /** Good texts that could not be written to their row. `task` of each is the task's number from 0. */
  readonly open?: readonly Open[]
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

/** Makes of a model's words about a row what is checked: a text, or a second reader's verdict. */
const SAYS: Readonly<Record<Plan['brief']['role'], (row: AgentRow, answer: string) => Omit<Given, 'task'> | Verdict>> =
  {
    translate: ({ source }, text) => ({ text: plainText(source, text) }),
    review: (row, answer) => {
      const reading = readingOf(row, answer)
      if (reading === null) return { what: 'leave', why: 'unquoted' }
      return reading.fault === '' ? { what: 'write', ...reading } : reading
    },
  }

/** A cut answer with this many times the tokens of its texts shows that the model was looping. */
const runawayFactor = 4
const headShown = 200
/** A whole answer that has a smaller share of its texts was to a prompt too long for the model; the missing texts did not fail. */
const fullShareMin = 0.5
const fewTexts = 4

/** Buys a batch and writes its texts. At a limit, or if the model is gone, it throws Stop before anything is bought. */
export async function doBatch(desk: Desk, tasks: readonly Task[]): Promise<BatchDone> {
  const { plan, tally, size } = desk
  const prompt = promptOf(tasks, plan.brief, await earlierFor(plan.agent, tasks))
  const estimate = tokensOf(prompt)
  const bought = await buyKept(plan, tally, tasks, prompt, tasks.length > 1 && size.mayBeTooLong(estimate))
  if (bought instanceof ModelTrouble) {
    size.doubted()
    return await troubled(desk, tasks, bought)
  }
  size.answered(estimate)
  const { place, answer, isKept } = bought
  const done = await settle(desk, tasks, estimate, answer, { place }).catch(async (error: unknown) => {
    if (!isKept) await keepLine(plan, place, { prompt: 0, answer })
    throw error
  })
  await endPrompts(plan, place, new Map([[0, done.open ?? []]]))
  if (done.ended) throw done.ended
  return done
}

/** Marks prompts as written in the ledger, except for texts that could not be written to their row. */
export async function endPrompts(
  { ledger, note }: Plan,
  place: Place,
  open: ReadonlyMap<number, readonly Open[]>,
): Promise<void> {
  if ([...open.values()].flat().length === 0) return await ledger.close(place)
  const lines = [...open].map(([done, left]) => ({ done, open: left }))
  // Where that can't be kept, the next run finds it out again.
  await ledger.add(place, ...lines).catch(() => {})
  const gone = await ledger.trim()
  if (gone !== null) note(`the ledger is full, so its oldest purchases were given up: ${counted(gone.texts, 'text')}`)
}

/** Where second texts for doubtful ones come from: they are bought now, or an earlier run kept them. Null: none are wanted. */
type Seconds =
  | { readonly place: Place }
  /** `only`: the tasks whose text is not written yet, by their number from 0. */
  | { readonly kept: Second | null; readonly only: ReadonlySet<number> }
  | null
/** Writes the good texts of an answer. `estimate`: the estimated tokens of its prompt. */
export async function settle(
  desk: Desk,
  asked: readonly Task[],
  estimate: number,
  given: ModelAnswer | ModelTrouble,
  seconds: Seconds = null,
): Promise<BatchDone> {
  const { plan, tally, size } = desk
  if (given instanceof ModelTrouble) return await troubled(desk, asked, given)
  const tasks = asked.map(onceMore)
  const isResumed = seconds !== null && 'only' in seconds
  const without = async (went: Went): Promise<BatchDone> =>
    isResumed ? { again: [], quotaLeft: null, went } : await unanswered(desk, tasks, went, given.text)
  const answer = believed(given, estimate)
  const read = readAnswer(
    answer.text,
    tasks.length,
    answer.isCut,
    tasks.map(({ row }) => row.source),
  )
  if (read.texts.size === tasks.length) size.answeredInFull(estimate, answer.tokens?.input ?? null)
  else {
    const short = shortened(desk, estimate, answer)
    if (short !== null) return await without(short)
  }
  let went = wentOf(answer, read, tasks.length)
  if (answer.isCut && answer.end !== undefined)
    plan.note(`an answer ended with "${answer.end}" after ${read.texts.size} of ${counted(tasks.length, 'text')}`)
  if (went.what === 'unreadable' || went.what === 'empty') return await without(went)
  if (answer.isCut) tally.cutAnswers++
  // A cut answer ends within a text; the model did not reach those after it.
  const reached = answer.isCut ? tasks.slice(0, Math.max(0, ...read.texts.keys()) + 1) : tasks
  const { verdicts, doubtful, hasSlipped } = read.looksRenumbered
    ? slipped(tally, reached)
    : await judge(desk, reached, { ...read, isSure: read.isSure && answer.isUnsure !== true })
  if (hasSlipped) went = { what: 'slipped' }
  for (const [i, task] of tasks.entries())
    if (i >= reached.length || (went.what === 'cut' && !answer.isCut && !read.texts.has(i + 1)))
      verdicts.set(task, unreached(task))
  const numbers = new Map(tasks.map((task, i) => [task, i]))
  for (const [task, number] of numbers) {
    const other = verdicts.get(task)?.what === 'reread' ? ofTwins(task) : null
    const text = read.texts.get(number + 1)
    if (other === null || text === undefined) continue
    numbers.set(other, number)
    const judged = await judge(desk, [other], { ...read, texts: new Map([[1, text]]) })
    for (const each of judged.verdicts) verdicts.set(...each)
  }
  const ended = doubtful.length > 0 ? await improve(desk, verdicts, doubtful, seconds) : null
  if (isResumed) for (const [task, i] of numbers) if (!seconds.only.has(i)) verdicts.delete(task)
  const { again, open, quotaLeft } = await carryOut(desk, verdicts, answer.text, isResumed)
  const placeless = open.map(({ task, why }) => ({ task: numbers.get(task) ?? 0, why }))
  return { again, open: placeless, quotaLeft, went, ended }
}

/** The task in one more answered prompt. */
const onceMore = (task: Task): Task => ({ ...task, answers: task.answers + 1 })

/** A task for the twins alone, when its own row has another source by now; null: it has no twins. */
function ofTwins({ twins: [row, ...twins], ...task }: Task): Task | null {
  return row === undefined ? null : { ...task, row, twins }
}

interface Doubtful {
  readonly task: Task
  /** The text's number in its prompt, from 1. */
  readonly number: number
  /** The task that shows the model its text, with the doubt about it. */
  readonly second: Task
  readonly outcome: TextOutcome
}

/**
 * Takes the better ones of second texts, before any is written, so that none is lost. A second text counts only if the gate has less
 * against it. Returns what ended the run meanwhile: the first texts stand.
 */
async function improve(
  { plan, tally }: Desk,
  verdicts: Map<Task, Verdict>,
  doubtful: readonly Doubtful[],
  seconds: Seconds,
): Promise<Error | null> {
  try {
    const second =
      seconds === null ? null : 'place' in seconds ? await askAgain(plan, tally, doubtful, seconds.place) : seconds.kept
    if (second === null) return null
    const { numbers, answer } = second
    const { texts } = readAnswer(answer.text, numbers.length, answer.isCut)
    const given = doubtful.flatMap((each) => {
      const text = texts.get(numbers.indexOf(each.number) + 1)
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

/** Buys doubtful texts once more; null: the model gave no answer. */
async function askAgain(plan: Plan, tally: Tally, doubtful: readonly Doubtful[], place: Place): Promise<Second | null> {
  const tasks = doubtful.map(({ second }) => second)
  const prompt = promptOf(tasks, plan.brief, [])
  await plan.ledger.reserve(place, expectedOf(tasks, prompt)).catch((error: unknown) => {
    throw notKept(error)
  })
  const answer = await buy(plan, tally, tasks, prompt)
  tally.secondTexts += tasks.length
  if (answer instanceof ModelTrouble) return null
  const second = { numbers: doubtful.map(({ number }) => number), answer }
  await keepLine(plan, place, { prompt: 0, second })
  return second
}

function wentOfTrouble({ size, message, retryAfterSeconds: seconds }: ModelTrouble, inRowMax: number): Went {
  if (size === 'long') return { what: 'long', message, read: null }
  return { what: size === 'late' ? 'late' : 'fault', message, inRowMax, seconds }
}

/** Not null: the endpoint read only a part of the prompt, so its answer is worth nothing. */
function shortened({ size, plan }: Desk, estimate: number, { tokens }: ModelAnswer): Went | null {
  if (tokens === null || !size.isShortened(estimate, tokens.input)) return null
  const { model } = plan.origin
  const message =
    `${model} read ${tokens.input} tokens of a prompt of about ${estimate}: its context is shorter ` +
    `(tell windrow its length with --context)`
  return { what: 'long', message, read: tokens.input }
}

/** The beginning of an answer as it is shown; of one without text, how it ended. */
export const headOf = ({ text, end }: ModelAnswer): string =>
  text.trim().replaceAll(/\s+/g, ' ').slice(0, headShown) ||
  (end === undefined ? '(no text)' : `(no text, ended with "${end}")`)

function wentOf(given: ModelAnswer, { texts, isUnreadable }: ReadAnswer, asked: number): Went {
  const { text, isCut, end, tokens } = given
  if (isUnreadable && isCut) return { what: 'empty', end: end ?? null }
  if (isUnreadable) return { what: 'unreadable', head: headOf(given) }
  const fits = Math.max(1, texts.size) / asked
  if (!isCut) return asked > fewTexts && fits < fullShareMin ? { what: 'cut', fits, tokens: null } : { what: 'whole' }
  const isRunaway = estimateTokens(text) > runawayFactor * estimateAnswer([...texts.values()])
  // Only an end for its length shows how long the context is.
  const counts = end === undefined ? tokens : null
  return isRunaway ? { what: 'runaway' } : { what: 'cut', fits, tokens: counts }
}

/** Handles a failure in place of an answer. A refusal costs nothing, but a row that is alone in its prompt fails by it, too. */
async function troubled(desk: Desk, tasks: readonly Task[], trouble: ModelTrouble): Promise<BatchDone> {
  const isPaid = trouble instanceof AnsweredTrouble
  const went = wentOfTrouble(trouble, isPaid ? trouble.inRowMax : failuresMax)
  if (!isPaid && tasks.length > 1) return { again: tasks, quotaLeft: null, went }
  return await unanswered(desk, tasks.map(onceMore), went, trouble.message)
}

/** The most texts of a prompt that is bought again because nothing in its answer could be read: one of them may be to blame. */
const unreadableTextsMax = 4

/** Handles an answer without a text: a failure of the model, not of its rows, unless the batch had only one. */
async function unanswered(desk: Desk, tasks: readonly Task[], went: Went, answer: string): Promise<BatchDone> {
  const end = went.what === 'empty' ? (went.end ?? '') : ''
  const isFiltered = FILTERS.test(end)
  const ended = isFiltered ? `The answer about this line ended with "${end}".` : NO_TEXT.message
  const refused = { ...NO_TEXT, message: 'message' in went ? went.message : ended, text: '' }
  const textsMax = isFiltered ? 1 : went.what === 'unreadable' ? unreadableTextsMax : undefined
  const verdicts = tasks.map((task): readonly [Task, Verdict] => {
    if (tasks.length > 1) return [task, unreached(textsMax === undefined ? task : { ...task, textsMax }, refused)]
    return [task, isFiltered ? { what: 'give-up', refused } : failed(task, refused, false)]
  })
  const { again, quotaLeft } = await carryOut(desk, new Map(verdicts), answer)
  return { again, quotaLeft, went }
}

const withoutText = (task: Task): Verdict => failed(task, { ...NO_TEXT, text: '' }, false)

interface Judgement {
  readonly verdicts: Map<Task, Verdict>
  readonly doubtful: readonly Doubtful[]
  readonly hasSlipped: boolean
}

function slipped(tally: Tally, tasks: readonly Task[]): Judgement {
  tally.slippedBatches++
  const verdicts = new Map(tasks.map((task) => [task, failed(task, { ...SLIPPED, text: '' }, false)]))
  return { verdicts, doubtful: [], hasSlipped: true }
}

async function judge({ plan, tally }: Desk, tasks: readonly Task[], { texts, isSure }: ReadAnswer): Promise<Judgement> {
  const verdicts = new Map(tasks.map((task) => [task, withoutText(task)]))
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
  if (looksSlipped(answered)) return slipped(tally, tasks)
  const excuses = plan.brief.role === 'translate' ? standForMany(answered) : new Set<string>()
  for (const { task, text, fault, outcome } of answered) {
    const verdict = isExcuse(task, text, excuses)
      ? failed(task, { ...ONE_FOR_MANY, text }, true)
      : verdictOf(task, text, outcome)
    const judged = (isSure ? null : doubted(task, verdict, outcome)) ?? verdict
    verdicts.set(task, judged.what === 'write' && fault !== undefined ? { ...judged, fault } : judged)
    const second = plan.brief.role === 'translate' ? secondTask(task, judged, text, outcome) : null
    if (second !== null) doubtful.push({ task, number: tasks.indexOf(task) + 1, second, outcome })
  }
  return { verdicts, doubtful, hasSlipped: false }
}

const sentOf = (given: readonly Given[]): readonly AgentText[] =>
  given.map(({ task, text }) => sentText(task.row, text))

interface CarriedOut extends Omit<BatchDone, 'went' | 'open'> {
  readonly open: readonly { readonly task: Task; readonly why: string }[]
}

/** `isResumed`: an earlier run bought them, whose claims have ended; what has no place is left as it is. */
async function carryOut(
  { plan, held, tally }: Desk,
  verdicts: ReadonlyMap<Task, Verdict>,
  answer: string,
  isResumed = false,
): Promise<CarriedOut> {
  const good = [...verdicts].flatMap(([task, verdict]) => (verdict.what === 'write' ? [{ task, ...verdict }] : []))
  const { refused, quotaLeft } = await write(plan, tally, good)
  const again: Task[] = []
  const open: { task: Task; why: string }[] = []
  for (const [task, early] of verdicts) {
    const late = refused.get(task)
    const verdict = late ?? early
    const why = placeless(verdict, isResumed || late !== undefined)
    if (why !== null) open.push({ task, why })
    if (isResumed && verdict.what !== 'write' && verdict.what !== 'leave') continue
    const next = await follow(held, tally, task, verdict, answer)
    if (next !== null) {
      again.push(next)
      continue
    }
    tally.ended += rowsOf(task).length
    await held.end(task)
  }
  return { again, open, quotaLeft }
}

/** Why a good text can't be written now; null: it can, or it is no good text. `wasGood`: the gate took it before, or may have. */
function placeless(verdict: Verdict, wasGood: boolean): string | null {
  if (verdict.what === 'reread') return 'source_changed'
  if (verdict.what === 'leave') return verdict.why === NO_ROW ? 'row_gone' : null
  const refused = verdict.what === 'again' ? verdict.task.refused : verdict.what === 'give-up' ? verdict.refused : null
  // A text of an earlier prompt may be shown where this one had none.
  const isOfNow = verdict.what !== 'again' || verdict.rule === refused?.rule
  const isText = isOfNow && refused !== null && refused.text !== '' && refused.rule !== ONE_FOR_MANY.rule
  return wasGood && isText ? refused.rule : null
}

/** The API's code for a row id that does not exist. */
const NO_ROW = 'entry_not_found'

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
      tally.changed++
      const row = await held.reread(task)
      if (row === null) tally.leave('row_gone')
      return row === null ? null : { ...task, row, twins: [], answers: 0, refused: null }
    }
    default:
      return verdict satisfies never
  }
}

/** Writes texts, and returns those that were refused although the check had found them good. */
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
