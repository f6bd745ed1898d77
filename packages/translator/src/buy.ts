// Asks the model for one batch, by way of the ledger and within the run's limits, and waits out its passing failures.
import { keptPrompt, type Ledger, type Place } from './ledger.ts'
import { AnsweredTrouble, failuresMax, type ModelAnswer, ModelTrouble, pauseSeconds } from './models/model.ts'
import type { Prompt } from './prompt.ts'
import { notKept, type Plan, Stop } from './run.ts'
import { estimateTokens } from '../../../src/domain/text/earlier-pairs.ts'
import { estimateAnswer, type Tokens } from './spending.ts'
import type { Tally } from './tally.ts'
import type { Task } from './task.ts'

export const waitSecondsMax = 600

export const tokensOf = ({ system, user }: Prompt): number => estimateTokens(system) + estimateTokens(user)

export const expectedOf = (tasks: readonly Task[], prompt: Prompt): Tokens => ({
  input: tokensOf(prompt),
  cached: 0,
  output: estimateAnswer(tasks.map(({ row }) => row.source)),
})

/** Reserves the tokens of a call before it is made; throws Stop where they would exceed a limit. */
export function promise({ spending }: Pick<Plan, 'spending'>, expected: Tokens): void {
  const limit = spending.promise(expected)
  if (limit !== null)
    throw new Stop({ code: limit, message: `the next call would go over --${limit}`, mayComeRight: false })
}

/** A server's count of a prompt below this share of the estimate is not used: it leaves out cached tokens, or all of them. */
const countShareMin = 0.25

/** The answer without the server's count, if that can't be right. `estimate`: the estimated tokens of the prompt. */
export const believed = (answer: ModelAnswer, estimate: number): ModelAnswer =>
  (answer.tokens?.input ?? estimate) < estimate * countShareMin ? { ...answer, tokens: null } : answer

interface Bought {
  readonly place: Place
  readonly answer: ModelAnswer
  /** False: the answer could not be saved in the ledger, and is in memory only. */
  readonly isKept: boolean
}

/** Buys an answer: makes room in the ledger first, and saves the answer there before it is used. Throws Stop where there is no room. */
export async function buyKept(
  plan: Parameters<typeof buy>[0] & Pick<Plan, 'ledger' | 'origin'>,
  tally: Tally,
  tasks: readonly Task[],
  prompt: Prompt,
  mayBeLong = false,
): Promise<Bought | ModelTrouble> {
  const { ledger, origin, spending } = plan
  const head = { origin, prices: spending.prices, prompts: [keptPrompt(tasks, prompt, expectedOf(tasks, prompt))] }
  const { place, answer } = await boughtWith(ledger, head, () => buy(plan, tally, tasks, prompt, mayBeLong))
  if (!(answer instanceof ModelTrouble))
    return { place, answer, isKept: await keepLine(plan, place, { prompt: 0, answer }) }
  await ledger.drop(place)
  return answer
}

/** What `ask` gives, with a place for it that is made beforehand, and removed if it throws. Throws Stop where there is no room. */
export async function boughtWith<T>(
  ledger: Ledger,
  head: Parameters<Ledger['place']>[0],
  ask: () => Promise<T>,
): Promise<{ readonly place: Place; readonly answer: T }> {
  const place = await ledger.place(head).catch((error: unknown) => {
    throw notKept(error)
  })
  try {
    return { place, answer: await ask() }
  } catch (error) {
    await ledger.drop(place)
    throw error
  }
}

/** Adds a line to the ledger. False: it can't be saved, about which the user is told. */
export async function keepLine(
  { ledger, note }: Pick<Plan, 'ledger' | 'note'>,
  place: Place,
  line: Parameters<Ledger['add']>[1],
): Promise<boolean> {
  try {
    await ledger.add(place, line)
    return true
  } catch (error) {
    note(`an answer can't be kept in the ledger, and is lost if it can't be saved now: ${String(error)}`)
    return false
  }
}

/**
 * Asks the model, and again after passing failures that cost nothing, unless the prompt was late or may be too long (`mayBeLong`). What
 * may be paid is never asked for again here: the loop of the run counts how often a row was bought.
 */
export async function buy(
  plan: Pick<Plan, 'spending' | 'model' | 'signal' | 'pause' | 'note'>,
  tally: Tally,
  tasks: readonly Task[],
  prompt: Prompt,
  mayBeLong = false,
): Promise<ModelAnswer | ModelTrouble> {
  const { spending, model, signal } = plan
  const expected = expectedOf(tasks, prompt)
  promise(plan, expected)
  let real: Tokens | null = null
  try {
    const ask = (): Promise<ModelAnswer | ModelTrouble> =>
      model.ask(prompt, signal).catch((error: unknown) => troubleToReturn(error, mayBeLong))
    const given = await waitedOut(plan, tally, ask)
    if (given instanceof ModelTrouble) return given
    const answer = believed(given, expected.input)
    tally.calls++
    spending.isEstimated ||= answer.tokens === null
    real = answer.tokens ?? { input: expected.input, cached: 0, output: estimateTokens(answer.text) }
    return answer
  } finally {
    spending.settle(expected, real)
  }
}

function troubleToReturn(error: unknown, mayBeLong: boolean): ModelTrouble {
  if (!(error instanceof ModelTrouble)) throw error
  const isAnswer = error instanceof AnsweredTrouble
  if (error.size === 'perhaps' && mayBeLong) {
    const long = new ModelTrouble(error.message, true, null, 'long')
    return isAnswer ? new AnsweredTrouble(long, error.inRowMax) : long
  }
  if (error.size === 'late' || error.size === 'long' || (isAnswer && error.isPassing)) return error
  throw error
}

/** Repeats a call until it succeeds. Throws Stop when the failure will not pass, or too many came in a row. */
export async function waitedOut<T>(
  { pause, note }: Pick<Plan, 'pause' | 'note'>,
  tally: Tally,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ModelTrouble)) throw error
      const seconds = pauseSeconds(failures, error.retryAfterSeconds)
      if (!error.isPassing || failures >= failuresMax || seconds > waitSecondsMax)
        throw new Stop({ code: 'model', message: error.message, mayComeRight: error.isPassing })
      tally.waits++
      note(`${error.message}; asking again in ${seconds} s`)
      await pause(seconds)
    }
  }
}
