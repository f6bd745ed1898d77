// `windrow compare`: two models translate the same rows, each once. Nothing is written: the texts are compared with the
// gate's rules. The sample depends on the seed and the store alone.
import type { Agent, AgentRow, TextOutcome } from '../../../src/agent/agent.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { counted, numeral } from '../../../src/base/numeral.ts'
import type { BlindPair } from '../../../src/domain/blind-comparison.ts'
import { batchItemsMax, rowsLimitMax } from '../../../src/domain/limits.ts'
import { paidFor } from './account.ts'
import { plainText, readAnswer } from './answer.ts'
import type { Brief } from './brief.ts'
import { headOf } from './batch.ts'
import { buyKept, waitSecondsMax } from './buy.ts'
import { digestOf, type Ledger, type Place, type Purchase } from './ledger.ts'
import {
  AnsweredTrouble,
  failuresMax,
  type Model,
  type ModelAnswer,
  ModelTrouble,
  pauseSeconds,
} from './models/model.ts'
import { PromptSize, type Went } from './prompt-size.ts'
import { fitting, fixedTokens, promptOf, taskTokens } from './prompt.ts'
import { empty, type Plan, Stop, unreadable, unreadableMax } from './run.ts'
import { NONE, type Spending, type Tokens } from './spending.ts'
import { Tally } from './tally.ts'
import { answersMax, type Task, tasksOf } from './task.ts'
import { type Judged, judgedOf } from './verdict.ts'

interface Attempt {
  readonly model: string
  /** The model's texts, by row. */
  readonly texts: ReadonlyMap<string, string>
  readonly outcomes: readonly TextOutcome[]
  readonly tokens: Tokens
  readonly cost: number | null
}

interface Side {
  readonly model: string
  readonly accepted: number
  readonly without_text: number
  /** How many texts were refused, by the first rule that refused each. */
  readonly refused: Readonly<Record<string, number>>
  readonly tokens: Tokens
  readonly cost: number | null
}

interface Comparison {
  readonly rows: number
  readonly approved: number
  readonly models: readonly [Side, Side]
}

function sideOf(rows: number, { model, texts, outcomes, tokens, cost }: Attempt): Side {
  const refused: Record<string, number> = {}
  for (const { status, errors } of outcomes) {
    const name = errors[0]?.rule ?? errors[0]?.code ?? ''
    if (status === 'rejected') refused[name] = (refused[name] ?? 0) + 1
  }
  const accepted = outcomes.filter(({ status }) => status !== 'rejected').length
  return { model, accepted, without_text: rows - texts.size, refused, tokens, cost }
}

/** The rows for which the gate takes the texts of both models: those whose texts differ, and how many have the same. */
function blindPairs(
  rows: readonly AgentRow[],
  [first, second]: readonly [Attempt, Attempt],
): { readonly pairs: readonly BlindPair[]; readonly same: number } {
  const refused = new Set(
    [first, second]
      .flatMap(({ outcomes }) => outcomes.filter(({ status }) => status === 'rejected'))
      .map(({ rowId }) => rowId),
  )
  let same = 0
  const pairs = rows.flatMap(({ rowId, source }): BlindPair[] => {
    const [a, b] = [first.texts.get(rowId), second.texts.get(rowId)]
    if (a === undefined || b === undefined || refused.has(rowId)) return []
    if (a === b) same++
    return a === b ? [] : [{ rowId, source, texts: [a, b] }]
  })
  return { pairs, same }
}

export const comparisonLines = ({ rows, approved, models }: Comparison): string[] => [
  `${counted(rows, 'row')}, ${numeral(approved)} of them with an approved text`,
  ...models.flatMap((side) => sideLines(side, rows)),
]

function sideLines({ model, accepted, refused, without_text: without, tokens, cost }: Side, rows: number): string[] {
  const percent = (count: number): string => `${((100 * count) / Math.max(1, rows)).toFixed(1)} %`
  const rules = Object.entries(refused).sort(([, a], [, b]) => b - a)
  const each = Math.max(1, accepted)
  const perRow = `${numeral(Math.round((tokens.input + tokens.output) / each))} tokens`
  return [
    `${model}: accepted at first try ${numeral(accepted)} (${percent(accepted)})`,
    ...(rules.length === 0
      ? []
      : [`  refused: ${rules.map(([rule, count]) => `${rule} ${count} (${percent(count)})`).join(', ')}`]),
    ...(without === 0 ? [] : [`  without a text: ${numeral(without)} (${percent(without)})`]),
    `  per accepted row: ${perRow}${cost === null ? '' : `, ${(cost / each).toFixed(6)} by the prices`}`,
  ]
}

export interface Contestant {
  readonly name: string
  readonly model: Model
  readonly spending: Spending
}

interface Work extends Pick<Plan, 'agent' | 'rowsPerCall' | 'context' | 'signal' | 'pause' | 'note'> {
  readonly brief: Brief
  readonly ledger: Ledger
}

/** Rows with an approved text for their present source; if there are none, rows without a translation. */
export async function sampleRows(agent: Agent, count: number, seed: number): Promise<readonly AgentRow[]> {
  const isApproved = ({ layers: { manual } }: AgentRow): boolean =>
    manual?.status === 'approved' && manual.freshness === 'fresh'
  const approved = await drawn(agent, 'manual', isApproved, count, seed)
  return approved.length > 0 ? approved : await drawn(agent, 'none', () => true, count, seed)
}

/** The rows whose ids, hashed with the seed, come first. All rows of the state are read for it. */
async function drawn(
  agent: Agent,
  state: 'manual' | 'none',
  isWanted: (row: AgentRow) => boolean,
  count: number,
  seed: number,
): Promise<readonly AgentRow[]> {
  let chosen: { readonly row: AgentRow; readonly lot: string }[] = []
  for (let after: number | null = 0; after !== null; ) {
    const page = await agent.listRows({ state, source: 'all', after, limit: rowsLimitMax })
    const found = page.rows.filter((row) => !row.isServiceRow && isWanted(row))
    chosen.push(...found.map((row) => ({ row, lot: sha256Hex(`${seed} ${row.rowId}`) })))
    chosen = chosen.sort((a, b) => (a.lot < b.lot ? -1 : 1)).slice(0, count)
    after = page.next
  }
  return chosen.map(({ row }) => row).sort((a, b) => a.ordinal - b.ordinal)
}

export async function compare(
  work: Work,
  contestants: readonly [Contestant, Contestant],
  rows: readonly AgentRow[],
): Promise<{ readonly comparison: Comparison; readonly bought: readonly Place[] } & ReturnType<typeof blindPairs>> {
  const [first, second] = contestants
  const till = new Till((await work.ledger.read()).own)
  const sides = [await attempt(work, till, first, rows), await attempt(work, till, second, rows)] as const
  const models = [sideOf(rows.length, sides[0]), sideOf(rows.length, sides[1])] as const
  const approved = rows.filter(({ layers }) => layers.manual !== null).length
  return { comparison: { rows: rows.length, approved, models }, bought: till.used, ...blindPairs(rows, sides) }
}

/** What a comparison that broke off has bought, by model and prompt, so that the same command goes on with it. */
class Till {
  /** Purchases to be closed once the user has seen the comparison. */
  readonly used: Place[] = []
  readonly #kept: ReadonlyMap<string, Purchase>

  constructor(kept: readonly Purchase[]) {
    this.#kept = new Map(kept.map((each) => [`${each.origin.model} ${each.prompts[0]?.digest}`, each]))
  }

  async buy(
    work: Work,
    { name, model, spending }: Contestant,
    tasks: readonly Task[],
  ): Promise<ModelAnswer | ModelTrouble> {
    const prompt = promptOf(tasks, work.brief, [])
    const kept = this.#kept.get(`${name} ${digestOf(prompt)}`)
    const had = kept?.answers.get(0)
    if (kept !== undefined && had !== undefined) {
      this.used.push(kept)
      spending.settle(NONE, paidFor(kept).tokens)
      return had
    }
    const plan = { ...work, model, spending, origin: { provider: '', model: name } }
    const bought = await buyKept(plan, new Tally(), tasks, prompt)
    if (bought instanceof ModelTrouble) return bought
    this.used.push(bought.place)
    return bought.answer
  }
}

/** Asks a model for these rows, without showing their earlier translations, because one may be the approved text. */
async function attempt(work: Work, till: Till, contestant: Contestant, rows: readonly AgentRow[]): Promise<Attempt> {
  const tasks = rows.flatMap((row) => tasksOf([{ ...row, previous: null }], '', work.brief))
  const texts = await translateOnce(work, till, contestant, tasks)
  const given = rows.flatMap(({ rowId, sourceHash }) => {
    const text = texts.get(rowId)
    return text === undefined ? [] : [{ rowId, text, sourceHash, replaces: 'any' as const }]
  })
  const judged: Judged[] = []
  for (let at = 0; at < given.length; at += batchItemsMax)
    judged.push(...(await judgedOf(work.agent, given.slice(at, at + batchItemsMax))))
  const outcomes = judged.map(({ outcome }) => outcome)
  const taken = new Map(judged.map(({ text }, i) => [given[i]?.rowId ?? '', text]))
  const { name, spending } = contestant
  return { model: name, texts: taken, outcomes, tokens: spending.spent, cost: spending.cost }
}

/** Translates each row once; rows that a cut answer did not reach are asked for once more. Throws Stop after too many useless answers. */
async function translateOnce(
  work: Work,
  till: Till,
  contestant: Contestant,
  tasks: readonly Task[],
): Promise<ReadonlyMap<string, string>> {
  const { brief, rowsPerCall, context } = work
  const size = new PromptSize(context)
  const texts = new Map<string, string>()
  let [failures, textless] = [0, 0]
  for (let left = tasks; left.length > 0; ) {
    const tokens = left[0]?.answers === 0 ? size.next : size.safe
    const asked = left.slice(0, fitting(left, brief, tokens, rowsPerCall))
    const later = left.slice(asked.length)
    const again = asked.map((task) => ({ ...task, answers: task.answers + 1 }))
    const answer = await till.buy(work, contestant, asked)
    const length = asked.reduce((sum, task) => sum + taskTokens(task, brief), fixedTokens(brief))
    if (answer instanceof ModelTrouble) {
      const isPaid = answer instanceof AnsweredTrouble
      const inRowMax = isPaid ? answer.inRowMax : failuresMax
      const seconds = pauseSeconds(++failures, answer.retryAfterSeconds)
      if (failures >= inRowMax || seconds > waitSecondsMax)
        throw new Stop({ code: 'model', message: answer.message, mayComeRight: true })
      size.ended(length, { what: 'late', message: answer.message, inRowMax, seconds })
      await work.pause(seconds)
      left = [...(isPaid || asked.length === 1 ? askable(again) : asked), ...later]
      continue
    }
    failures = 0
    const sources = asked.map(({ row }) => row.source)
    const read = readAnswer(answer.text, asked.length, answer.isCut, sources)
    textless = read.texts.size === 0 ? textless + 1 : 0
    if (textless >= unreadableMax)
      throw new Stop(answer.isCut ? empty(textless, answer.end ?? null) : unreadable(headOf(answer)))
    for (const [number, text] of read.texts) {
      const { rowId = '', source = '' } = asked[number - 1]?.row ?? {}
      texts.set(rowId, plainText(source, text))
    }
    const reached = answer.isCut ? Math.max(0, ...read.texts.keys()) : asked.length
    const went: Went = answer.isCut
      ? { what: 'cut', fits: reached / asked.length, tokens: answer.tokens }
      : { what: 'whole' }
    size.ended(length, went)
    left = [...askable(again.slice(reached)), ...later]
  }
  return texts
}

const askable = (tasks: readonly Task[]): readonly Task[] => tasks.filter(({ answers }) => answers < answersMax)
