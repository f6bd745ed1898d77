// Drafts for the workbench of the site: the prompt of `windrow translate` with a single line, and the text of the answer, judged as a run
// judges it: what the gate can repair is repaired, what it refuses or doubts is asked for once more. Claims and writes nothing. What is
// bought is in the ledger until it is shown: whoever left meanwhile, or met a fault, gets it again without paying.
import { join } from 'node:path'
import type { Agent } from '../../../src/agent/agent.ts'
import { present } from '../../../src/base/assert.ts'
import { letOthersGo } from '../../../src/base/turn.ts'
import { promptTextsMax } from '../../../src/domain/limits.ts'
import { ok, refuse, type Result } from '../../../src/base/result.ts'
import type { DraftFailure, ModelTrial, WrittenDraft } from '../../../src/domain/work/workbench.ts'
import type { ModelApi } from '../../../src/domain/vocabulary.ts'
import { plainText, readAnswer } from './answer.ts'
import type { Brief } from './brief.ts'
import { boughtWith, expectedOf, keepLine } from './buy.ts'
import { digestOf, keptPrompt, Ledger } from './ledger.ts'
import { type Endpoint, endpointModel } from './models/endpoint-model.ts'
import { apiOf, FAMILIES } from './models/families.ts'
import { type ModelAnswer, ModelTrouble } from './models/model.ts'
import { earlierFor, type Prompt, promptOf, promptVersionOf } from './prompt.ts'
import { type Plan, Stop } from './run.ts'
import { type Task, tasksOf } from './task.ts'
import { tryModel } from './trial.ts'
import { foundIn, linesOf, optionsText } from './trial-lines.ts'
import { isBetter, type Judged, judgedOf, secondTask, sentText, verdictOf } from './verdict.ts'

/** The member `draft` of the configuration. */
interface DraftSettings {
  readonly endpoint: string
  readonly api: ModelApi | 'by_address'
  readonly model: string
  /** How many seconds the model may take. */
  readonly timeout: number
  readonly provider: string
  /** The data folder, in which the ledger is. */
  readonly data: string
}

const ledgerOf = ({ data }: DraftSettings, person: string, language: string, role: 'draft' | 'translate'): Ledger =>
  new Ledger(join(data, 'model-ledger'), { server: '', person, language, role })

type Env = Readonly<Record<string, string | undefined>>

/** `env` has the key, in the variable that the endpoint's family uses. */
function endpointOf({ endpoint: url, api: asked, model }: DraftSettings, env: Env): Endpoint {
  const api = asked === 'by_address' ? apiOf(url) : asked
  return { url, api, model, key: env[FAMILIES[api].keyName]?.trim() || null }
}

/** Drafts a text for one row. Throws when `signal` aborts, and what the agent throws. */
type DraftOne = (agent: Agent, rowId: string, signal: AbortSignal) => Promise<Result<WrittenDraft, DraftFailure>>

/** Prepares drafts by the configuration. */
export async function openDrafts(settings: DraftSettings, env: Env): Promise<DraftOne> {
  const { model: name, timeout, provider } = settings
  const model = await endpointModel(endpointOf(settings, env))
  return async (agent, rowId, signal) => {
    const [{ targetLanguage: language, name: person }, { text: team }, rows] = await Promise.all([
      agent.status(),
      agent.brief(),
      agent.readRows([rowId]),
    ])
    if (language === '') return refuse({ code: 'no_target_language' })
    const brief: Brief = { role: 'translate', model: name, language, team, notes: '', reference: 'full' }
    const tasks = tasksOf(rows, '', brief)
    const late = AbortSignal.timeout(timeout * 1000)
    const till = new Till(ledgerOf(settings, person, language, 'draft'), { provider, model: name })
    const asks = async (task: Task, prompt: Prompt): ReturnType<typeof answerOf> =>
      await answerOf(prompt, signal, late, (ends) => till.buy([task], prompt, () => model.ask(prompt, ends)))
    const written = async (): Promise<Result<WrittenDraft, DraftFailure>> => {
      const [task] = tasks
      if (task === undefined) return refuse({ code: 'draft_without_text' })
      const answer = await asks(task, promptOf(tasks, brief, await earlierFor(agent, tasks)))
      if (!answer.ok) return answer
      const first = await judged(agent, task, answer.value)
      const again = askedAgain(task, first)
      const second = again === null ? null : await asks(again, promptOf([again], brief, []))
      const other = second?.ok === true ? await judged(agent, task, second.value) : first
      const { text } = isBetter(other.outcome, first.outcome) ? other : first
      return ok({ text, prompt: promptVersionOf(brief) })
    }
    const draft = await written()
    await till.close()
    return draft
  }
}

/** What a person has bought for drafts, and was not shown. */
class Till {
  readonly #ledger: Ledger
  readonly #origin: Plan['origin']

  constructor(ledger: Ledger, origin: Plan['origin']) {
    this.#ledger = ledger
    this.#origin = origin
  }

  /** An answer to this prompt: one that was bought before, or else from `ask`. Throws what `ask` throws, and Stop without room. */
  async buy(tasks: readonly Task[], prompt: Prompt, ask: () => Promise<ModelAnswer>): Promise<ModelAnswer> {
    const digest = digestOf(prompt)
    const kept = (await this.#ledger.read()).own.find(
      ({ prompts, origin }) => prompts[0]?.digest === digest && origin.model === this.#origin.model,
    )
    const had = kept?.answers.get(0)
    if (had !== undefined) return had
    const prompts = [keptPrompt(tasks, prompt, expectedOf(tasks, prompt))]
    const head = { origin: this.#origin, prices: null, prompts }
    const { place, answer } = await boughtWith(this.#ledger, head, ask)
    // A draft that can't be kept is shown all the same.
    await keepLine({ ledger: this.#ledger, note: () => {} }, place, { prompt: 0, answer })
    return answer
  }

  /** Closes all of it: a draft is shown, or this one came to nothing. */
  async close(): Promise<void> {
    for (const purchase of (await this.#ledger.read()).own) await this.#ledger.close(purchase)
  }
}

/** A trial of that model; null: no row is open to try it with. It reads many rows, between which others are answered. */
export async function tryDrafts(
  own: Agent,
  settings: DraftSettings,
  env: Env,
  signal: AbortSignal,
): Promise<Result<ModelTrial | null, Extract<DraftFailure, { readonly code: 'no_target_language' }>>> {
  const { endpoint: url, api: asked, model: name, timeout, provider } = settings
  const agent: Agent = { ...own, listRows: (wanted) => letOthersGo().then(() => own.listRows(wanted)) }
  const [status, { text: team }] = await Promise.all([agent.status(), agent.brief()])
  const { targetLanguage: language } = status
  if (language === '') return refuse({ code: 'no_target_language' })
  const brief: Brief = { role: 'translate', model: name, language, team, notes: '', reference: 'short' }
  const wanted = { brief, rowsPerCall: promptTextsMax, context: null, filters: [], prices: null }
  const ledger = ledgerOf(settings, status.name, language, 'translate')
  const shelf = { ledger, origin: { provider, model: name }, isForRun: false }
  const trial = await tryModel(agent, status, wanted, endpointOf(settings, env), timeout, signal, shelf)
  if (trial === null) return ok(null)
  const options = { endpoint: url, model: name, ...(asked !== 'by_address' && { api: asked }), as: status.name }
  const command = `windrow translate ${optionsText({ ...options, ...foundIn(trial, {}) })}`
  return ok({ hasFailed: trial.fault !== null, lines: linesOf(trial), refused: trial.refused, command })
}

async function judged(agent: Agent, { row }: Task, text: string): Promise<Judged> {
  const [said] = await judgedOf(agent, [sentText(row, plainText(row.source, text))])
  return present(said, 'a check')
}

/** The task for a second request, with the reason that the model is shown; null: the text is good. */
function askedAgain(task: Task, { text, outcome }: Judged): Task | null {
  const verdict = verdictOf(task, text, outcome)
  return verdict.what === 'again' ? verdict.task : secondTask(task, verdict, text, outcome)
}

async function answerOf(
  { count }: Prompt,
  signal: AbortSignal,
  late: AbortSignal,
  ask: (ends: AbortSignal) => Promise<ModelAnswer>,
): Promise<Result<string, DraftFailure>> {
  try {
    const { text, isCut } = await ask(AbortSignal.any([signal, late]))
    const given = isCut ? undefined : readAnswer(text, count, isCut).texts.get(1)
    return given === undefined || given.trim() === '' ? refuse({ code: 'draft_without_text' }) : ok(given)
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) return refuse({ code: 'draft_late' })
    if (error instanceof ModelTrouble && error.size === 'late') return refuse({ code: 'draft_late' })
    if (error instanceof ModelTrouble || error instanceof Stop)
      return refuse({ code: 'draft_failed', message: error.message })
    throw error
  }
}
