// `windrow translate --try`, and the same on the site: one prompt of at most ten rows shows what a model and its server do. It claims and
// writes nothing; what it bought goes into the ledger, from which the next run writes it. Whatever goes wrong is told by name, within the
// time of the trial and that of a few look-ups.
import type { Agent, AgentStatus } from '../../../src/agent/agent.ts'
import { present } from '../../../src/base/assert.ts'
import { estimateTokens } from '../../../src/domain/text/earlier-pairs.ts'
import type { ModelTrial } from '../../../src/domain/work/workbench.ts'
import { type ReadAnswer, readAnswer, withoutThoughts } from './answer.ts'
import { believed, boughtWith, keepLine } from './buy.ts'
import { type Estimate, estimateParts } from './estimate.ts'
import { worksOf } from './held-rows.ts'
import { keptPrompt } from './ledger.ts'
import type { Endpoint } from './models/endpoint-model.ts'
import { apiOf, FAMILIES } from './models/families.ts'
import type { Model } from './models/model.ts'
import { NOTHING_TOLD, type Told, toldByServer } from './models/told-by-server.ts'
import { type First, firstPrompt, type Wanted } from './preview.ts'
import type { Plan } from './run.ts'
import { costOf, estimateAnswer, type Prices, type Tokens } from './spending.ts'
import { Leaders, type Task } from './task.ts'
import { callOnce, type TrialFault } from './trial-call.ts'
import { judgedOf, looksSlipped, ONE_FOR_MANY, sentText, SLIPPED, standForMany } from './verdict.ts'

export interface Trial extends Omit<Told, 'prices'>, Judged {
  /** What went wrong. Null: a text came. */
  readonly fault: TrialFault | null
  /** How many texts were asked for; beside it, how many came whole. */
  readonly asked: number
  readonly texts: number
  readonly seconds: number
  /** How many seconds the trial waits at most. */
  readonly limit: number
  /** How the answer ended before its last text; `time`: the trial ended it. */
  readonly end: string | null
  /** How the stream came. Null: none was asked for, because the model is a program. So with the next member. */
  readonly stream: { readonly pieces: number; readonly seconds: number } | null
  readonly schema: 'kept' | 'ignored' | 'refused' | null
  readonly refusal: string | null
  /** Estimated tokens of thoughts, which are part of the answer's tokens. */
  readonly thoughts: number
  readonly tokens: Tokens
  /** The server's count of the prompt's tokens; null: it did not count. */
  readonly counted: number | null
  /** Tokens of the answer in a second. */
  readonly speed: number
  readonly prices: (Prices & { readonly isTold: boolean }) | null
  /** What the call cost. Null: without prices. */
  readonly cost: number | null
  /** The cost for each text that the gate took. */
  readonly rowCost: number | null
  /** The cost and time of all open rows, if they go like this. */
  readonly open: Record<'rows' | 'texts' | 'minutes', number> & {
    readonly tokens: Tokens
    readonly cost: number | null
  }
  readonly keyName: string
  /** True: the next run writes the texts, so that they are not bought again. */
  readonly isKept: boolean
}

interface Judged {
  /** How many texts the gate takes, and how often it warns of these, by rule. */
  readonly taken: number
  readonly doubts: Readonly<Record<string, number>>
  readonly refused: readonly (ModelTrial['refused'][number] & { readonly rowId: string })[]
}

const rowsMax = 10
/** How long all look-ups together may take. */
const lookUpMs = 2_000

/** Chooses texts that are unlike each other, from all over the first prompt. */
function spread(tasks: readonly Task[]): readonly Task[] {
  const unlike = new Leaders().lead(tasks)
  const step = Math.max(1, Math.floor(unlike.length / rowsMax))
  return unlike.filter((_, i) => i % step === 0).slice(0, rowsMax)
}

/** Where what a trial buys is kept. `isForRun`: until the next run writes it; else only what it cost is. */
interface Shelf extends Pick<Plan, 'ledger' | 'origin'> {
  readonly isForRun: boolean
}

/** Keeps an answer of the call in the ledger, in a place that is made beforehand; true: a run will write it. Throws Stop without room. */
async function callKept(
  { ledger, origin, isForRun }: Shelf,
  { tasks, prompt, tokens }: First,
  prices: Prices | null,
  call: () => ReturnType<typeof callOnce>,
): Promise<Awaited<ReturnType<typeof callOnce>> & { readonly isKept: boolean }> {
  const head = { origin, prices, prompts: [keptPrompt(tasks, prompt, tokens)] }
  const { place, answer: called } = await boughtWith(ledger, head, call)
  const isKept =
    called.answer !== null && (await keepLine({ ledger, note: () => {} }, place, { prompt: 0, answer: called.answer }))
  if (!isKept) await ledger.drop(place)
  else if (!isForRun) await ledger.close(place)
  return { ...called, isKept: isKept && isForRun }
}

/** Tries a model. Null: no row is open to try it with. `model`: an endpoint, or a program. */
export async function tryModel(
  agent: Agent,
  status: AgentStatus,
  wanted: Wanted,
  model: Endpoint | Model,
  limit: number,
  signal: AbortSignal,
  shelf: Shelf,
): Promise<Trial | null> {
  const first = await firstPrompt(agent, wanted, spread)
  if (first === null) return null
  const { tasks, prompt, tokens: expected, around } = first
  const [all] = (await estimateParts(agent, status, wanted, [worksOf(wanted.filters)], around)) as [Estimate]
  const call = (): ReturnType<typeof callOnce> => callOnce(model, prompt, limit, signal)
  const { answer, fault, isLate, seconds, seen, isKept } = await callKept(shelf, first, wanted.prices, call)
  const endpoint = 'url' in model ? model : null
  const told =
    endpoint !== null && seen.status !== null
      ? await toldByServer(endpoint, AbortSignal.any([signal, AbortSignal.timeout(lookUpMs)]))
      : NOTHING_TOLD
  const { text, isCut, tokens: counts } = answer ?? { text: '', isCut: true, tokens: null }
  const asked = tasks.map(({ row }) => row.source)
  const read = readAnswer(text, tasks.length, isCut, asked)
  const said = withoutThoughts(text)
  const thoughts = estimateTokens(seen.thoughts) + estimateTokens(text) - estimateTokens(said)
  const tokens = (answer && believed(answer, expected.input).tokens) ?? {
    input: answer !== null || isLate ? expected.input : 0,
    cached: 0,
    output: estimateTokens(said) + thoughts,
  }
  const prices = wanted.prices ?? (told.prices && { ...told.prices, cached: told.prices.input })
  const costed = (each: Tokens): number | null => prices && rounded(costOf(each, prices))
  const judged = await judge(agent, tasks, read)
  const cost = costed(tokens)
  // What came tells how long the rest will be, thoughts included.
  const sources = [...read.texts.keys()].flatMap((number) => tasks[number - 1]?.row.source ?? [])
  const rest: Tokens = {
    input: Math.round((all.tokens.input * tokens.input) / expected.input),
    cached: 0,
    output: Math.round((all.tokens.output * tokens.output) / Math.max(1, estimateAnswer(sources, all.growth))),
  }
  return {
    ...told,
    ...judged,
    fault: read.texts.size > 0 ? null : (fault ?? textless(said, thoughts, isLate, answer?.end)),
    asked: tasks.length,
    texts: read.texts.size,
    seconds: tenths(seconds),
    limit,
    end: isLate ? 'time' : answer?.isCut === true ? (answer.end ?? 'length') : null,
    stream: endpoint && { pieces: seen.pieces, seconds: tenths(seen.seconds) },
    schema: endpoint && (seen.refusal !== null ? 'refused' : /^\s*\{/.test(said) ? 'kept' : 'ignored'),
    refusal: seen.refusal,
    thoughts,
    tokens,
    counted: counts?.input ?? null,
    speed: Math.round(tokens.output / Math.max(seconds, 0.1)),
    prices: prices && { ...prices, isTold: wanted.prices === null },
    cost,
    rowCost: cost && rounded(cost / Math.max(1, judged.taken)),
    open: {
      rows: all.rows,
      texts: all.texts,
      minutes: Math.ceil((seconds * rest.output) / Math.max(1, tokens.output) / 60),
      tokens: rest,
      cost: costed(rest),
    },
    isKept: isKept && read.texts.size > 0,
    keyName: endpoint === null ? '' : FAMILIES[endpoint.api ?? apiOf(endpoint.url)].keyName,
  }
}

const tenths = (seconds: number): number => Number(seconds.toFixed(1))
/** A cost, rounded to three digits. */
const rounded = (cost: number): number => Number(cost.toPrecision(3))

const headShown = 200

/** Names the fault of an answer that has no text. */
function textless(said: string, thoughts: number, isLate: boolean, end = 'no word for its end'): TrialFault {
  const message = said.trim().slice(0, headShown)
  if (message === '' && thoughts > 0) return { code: 'thinks_only', message }
  if (isLate) return { code: 'endless', message }
  return message === '' ? { code: 'empty', message: end } : { code: 'unreadable', message }
}

async function judge(agent: Agent, tasks: readonly Task[], { texts, looksRenumbered }: ReadAnswer): Promise<Judged> {
  const given = [...texts].map(([number, text]) => ({ task: tasks[number - 1] as Task, text }))
  const judged = await judgedOf(
    agent,
    given.map(({ task: { row }, text }) => sentText(row, text)),
  )
  const answered = given.map((each, i) => ({ ...each, ...present(judged[i], 'a check') }))
  const isSlipped = looksRenumbered || looksSlipped(answered)
  const excuses = standForMany(given)
  const doubts: Record<string, number> = {}
  const refused = answered.flatMap(({ task: { row }, text, outcome: { status, errors, warnings } }) => {
    const own = isSlipped ? SLIPPED : excuses.has(text) ? ONE_FOR_MANY : null
    const isTaken = own === null && status !== 'rejected'
    for (const { rule, code } of isTaken ? warnings : []) doubts[rule ?? code] = (doubts[rule ?? code] ?? 0) + 1
    const rule = own?.rule ?? errors[0]?.rule ?? errors[0]?.code ?? ''
    const message = own?.message ?? errors.map((each) => each.message).join(' ')
    const details = own === null ? (errors[0]?.details ?? {}) : {}
    return isTaken ? [] : [{ rowId: row.rowId, source: row.source, text, rule, message, details }]
  })
  return { taken: answered.length - refused.length, doubts, refused }
}
