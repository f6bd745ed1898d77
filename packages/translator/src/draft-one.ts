// Drafts for the workbench of the site: the prompt of `windrow translate` with a single line, and the text of the answer, judged as a run
// judges it: what the gate can repair is repaired, what it refuses or doubts is asked for once more. Claims and writes nothing.
import type { Agent } from '../../../src/agent/agent.ts'
import { present } from '../../../src/base/assert.ts'
import { letOthersGo } from '../../../src/base/turn.ts'
import { promptTextsMax } from '../../../src/domain/limits.ts'
import { ok, refuse, type Result } from '../../../src/base/result.ts'
import type { DraftFailure, ModelTrial, WrittenDraft } from '../../../src/domain/work/workbench.ts'
import type { ModelApi } from '../../../src/domain/vocabulary.ts'
import { plainText, readAnswer } from './answer.ts'
import type { Brief } from './brief.ts'
import { endpointModel } from './models/endpoint-model.ts'
import { apiOf, FAMILIES } from './models/families.ts'
import { type Model, ModelTrouble } from './models/model.ts'
import { earlierFor, promptOf, promptVersionOf } from './prompt.ts'
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
}

/** Drafts a text for one row. Throws when `signal` aborts, and what the agent throws. */
type DraftOne = (agent: Agent, rowId: string, signal: AbortSignal) => Promise<Result<WrittenDraft, DraftFailure>>

/** Prepares drafts by the configuration. `env` has the key, in the variable that the endpoint's family uses. */
export async function openDrafts(
  { endpoint: url, api: asked, model: name, timeout }: DraftSettings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<DraftOne> {
  const api = asked === 'by_address' ? apiOf(url) : asked
  const model = await endpointModel({ url, api, model: name, key: env[FAMILIES[api].keyName]?.trim() || null })
  return async (agent, rowId, signal) => {
    const [{ targetLanguage: language }, { text: team }, rows] = await Promise.all([
      agent.status(),
      agent.brief(),
      agent.readRows([rowId]),
    ])
    if (language === '') return refuse({ code: 'no_target_language' })
    const brief: Brief = { role: 'translate', model: name, language, team, notes: '', reference: 'full' }
    const tasks = tasksOf(rows, '', brief)
    const prompt = promptOf(tasks, brief, await earlierFor(agent, tasks))
    const late = AbortSignal.timeout(timeout * 1000)
    const answer = await answerOf(model, prompt, signal, late)
    const [task] = tasks
    if (!answer.ok || task === undefined) return answer.ok ? refuse({ code: 'draft_without_text' }) : answer
    const first = await judged(agent, task, answer.value)
    const again = askedAgain(task, first)
    const second = again === null ? null : await answerOf(model, promptOf([again], brief, []), signal, late)
    const other = second?.ok === true ? await judged(agent, task, second.value) : first
    const { text } = isBetter(other.outcome, first.outcome) ? other : first
    return ok({ text, prompt: promptVersionOf(brief) })
  }
}

/** A trial of that model; null: no row is open to try it with. It reads many rows, between which others are answered. */
export async function tryDrafts(
  own: Agent,
  { endpoint: url, api: asked, model: name, timeout }: DraftSettings,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Result<ModelTrial | null, Extract<DraftFailure, { readonly code: 'no_target_language' }>>> {
  const agent: Agent = { ...own, listRows: (wanted) => letOthersGo().then(() => own.listRows(wanted)) }
  const [status, { text: team }] = await Promise.all([agent.status(), agent.brief()])
  const { targetLanguage: language } = status
  if (language === '') return refuse({ code: 'no_target_language' })
  const api = asked === 'by_address' ? apiOf(url) : asked
  const endpoint = { url, api, model: name, key: env[FAMILIES[api].keyName]?.trim() || null }
  const brief: Brief = { role: 'translate', model: name, language, team, notes: '', reference: 'short' }
  const wanted = { brief, rowsPerCall: promptTextsMax, context: null, filters: [], prices: null }
  const trial = await tryModel(agent, status, wanted, endpoint, timeout, signal)
  if (trial === null) return ok(null)
  const options = { endpoint: url, model: name, ...(asked !== 'by_address' && { api }), as: status.name }
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
  model: Model,
  prompt: Parameters<Model['ask']>[0],
  signal: AbortSignal,
  late: AbortSignal,
): Promise<Result<string, DraftFailure>> {
  try {
    const { text, isCut } = await model.ask(prompt, AbortSignal.any([signal, late]))
    const given = isCut ? undefined : readAnswer(text, prompt.count, isCut).texts.get(1)
    return given === undefined || given.trim() === '' ? refuse({ code: 'draft_without_text' }) : ok(given)
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) return refuse({ code: 'draft_late' })
    if (!(error instanceof ModelTrouble)) throw error
    return refuse(error.size === 'late' ? { code: 'draft_late' } : { code: 'draft_failed', message: error.message })
  }
}
