// A model behind an OpenAI-compatible endpoint, by the `openai` library. It is loaded when it is asked for: a server never
// needs it. The key goes into the request's header and nowhere else; the library's own log and its own retries are off.
import { type Model, type ModelAnswer, ModelTrouble } from '../model.ts'
import { answerSchema, type Prompt } from '../prompt.ts'

interface Endpoint {
  /** Up to and with `/v1`. */
  readonly url: string
  readonly model: string
  /** Null: the endpoint wants none. */
  readonly key: string | null
  /** An answer that has not come by then counts as late. */
  readonly answerMs?: number
}

type Library = typeof import('openai')
type Client = InstanceType<Library['OpenAI']>

/** What an endpoint answers that does not know the structured output it was asked for, unless it says what else is wrong. */
const unknownFormatStatuses: readonly number[] = [400, 415, 422, 501]
const ABOUT_FORMAT = /response_format|schema|structured|format|parameter/i
const ABOUT_MODEL =
  /model_not_found|model\b.*\b(?:not (?:found|exist|available)|unknown|invalid)|(?:unknown|invalid|no such) model/i
const passingStatuses: readonly number[] = [408, 409, 425, 429]
/** Somebody between here and the model would not wait any longer. */
const lateStatuses: readonly number[] = [408, 504]
/** Node itself waits no longer for an answer to begin. */
const answerMsDefault = 290_000

/** Opens a model at an endpoint. */
export async function endpointModel(endpoint: Endpoint): Promise<Model> {
  const library = await import('openai')
  const client = new library.OpenAI({
    baseURL: endpoint.url,
    apiKey: endpoint.key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    ...(endpoint.key === null && { defaultHeaders: { Authorization: null } }),
    logLevel: 'off',
    maxRetries: 0,
    timeout: endpoint.answerMs ?? answerMsDefault,
  })
  let isStructured = true
  const ask = async (prompt: Prompt, signal: AbortSignal): Promise<ModelAnswer> => {
    const withSchema = isStructured
    try {
      return await complete(client, endpoint, prompt, withSchema, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!withSchema || !(error instanceof library.APIError) || !isAboutFormat(error))
        throw troubleOf(library, endpoint, error)
    }
    const answer = await complete(client, endpoint, prompt, false, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      throw troubleOf(library, endpoint, error)
    })
    isStructured = false
    return answer
  }
  return { ask }
}

/** Did the endpoint refuse the structured output, and nothing else? */
function isAboutFormat({ status, code, message }: { status?: unknown; code?: unknown; message: string }): boolean {
  const said = `${String(code)} ${message}`
  if (ABOUT_FORMAT.test(said)) return status === 404 || unknownFormatStatuses.includes(Number(status))
  return unknownFormatStatuses.includes(Number(status)) && !ABOUT_MODEL.test(said)
}

async function complete(
  client: Client,
  { model, url }: Endpoint,
  { system, user, count }: Prompt,
  isStructured: boolean,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const schema = { name: 'translations', strict: true, schema: answerSchema(count) }
  const answer = await client.chat.completions.create(
    {
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      ...(isStructured && { response_format: { type: 'json_schema', json_schema: schema } }),
    },
    { signal },
  )
  // An endpoint may say 200 and mean something else.
  const choice = (answer.choices as typeof answer.choices | undefined)?.[0]
  if (choice === undefined) throw new ModelTrouble(`${url} gave an answer without a text`, true)
  const { usage } = answer
  return {
    text: choice.message.content ?? '',
    isCut: choice.finish_reason === 'length',
    tokens: usage === undefined ? null : { input: usage.prompt_tokens, output: usage.completion_tokens },
  }
}

function troubleOf(library: Library, { url, key }: Endpoint, error: unknown): ModelTrouble {
  if (error instanceof ModelTrouble) return error
  if (!(error instanceof library.APIError)) return new ModelTrouble(`${url}: ${hidden(String(error), key)}`, true)
  const status = (error.status as number | undefined) ?? null
  if (status === null) {
    const { cause } = error as { cause?: { code?: unknown; cause?: { code?: unknown } } }
    // The code of a time-out is a number, which says nothing.
    const why = [cause?.cause?.code, cause?.code, error.message].find((each) => typeof each === 'string') ?? ''
    const isLate = error instanceof library.APIConnectionTimeoutError && why !== 'UND_ERR_CONNECT_TIMEOUT'
    const said = isLate ? 'gave no answer in time' : `cannot be reached (${hidden(why, key)})`
    return new ModelTrouble(`${url} ${said}`, true, null, isLate)
  }
  const isPassing = passingStatuses.includes(status) || status >= 500
  const asked = Number((error.headers as Headers | undefined)?.get('retry-after') ?? Number.NaN)
  const said = hidden(error.message.replace(/\s+/g, ' '), key)
  return new ModelTrouble(
    `${url} answered: ${said}`,
    isPassing,
    Number.isFinite(asked) ? asked : null,
    lateStatuses.includes(status),
  )
}

/** Endpoints like to repeat what they were sent. */
const hidden = (text: string, key: string | null): string => {
  const shown = key === null || key === '' ? text : text.replaceAll(key, '…')
  return shown.length <= 300 ? shown : `${shown.slice(0, 300)}…`
}
