// A model behind an OpenAI-compatible endpoint, through the `openai` library, loaded on demand. The key is sent in the request's
// header only; the library's log and retries are off.
import { type Model, type ModelAnswer, ModelTrouble } from './model.ts'
import { answerSchema, type Prompt } from './prompt.ts'

interface Endpoint {
  /** The endpoint's address, including `/v1`. */
  readonly url: string
  readonly model: string
  /** Null: not needed. */
  readonly key: string | null
  /** An answer that takes longer is late. */
  readonly answerMs?: number
}

type Library = typeof import('openai')
type Client = InstanceType<Library['OpenAI']>

/** Statuses of an endpoint without structured output, unless the message names another fault. */
const unknownFormatStatuses: readonly number[] = [400, 415, 422, 501]
const ABOUT_FORMAT = /response_format|schema|structured|format|parameter/i
const ABOUT_MODEL =
  /model_not_found|model\b.*\b(?:not (?:found|exist|available)|unknown|invalid)|(?:unknown|invalid|no such) model/i
const passingStatuses: readonly number[] = [408, 409, 425, 429]
/** Statuses of a proxy on the way that timed out. */
const lateStatuses: readonly number[] = [408, 504]
/** Stays below Node's own limit for an answer to begin, 300 s. */
const answerMsDefault = 290_000

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
  // Some endpoints answer 200 with an error inside.
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
    // A time-out's code is a number, which explains nothing.
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

/** Hides the key, because endpoints may repeat it in their messages. */
const hidden = (text: string, key: string | null): string => {
  const shown = key === null || key === '' ? text : text.replaceAll(key, '…')
  return shown.length <= 300 ? shown : `${shown.slice(0, 300)}…`
}
