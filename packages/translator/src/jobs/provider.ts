// The batch interface of a provider, in OpenAI's form (docs/translate.md#half-the-price): a file of requests goes up, a job is made of
// it, and files of responses and errors come down. A failed call throws ModelTrouble.
import { z } from 'zod'
import { hidden, jsonIn, troubleOfAnswer } from '../models/endpoint-body.ts'
import { type Endpoint, openEndpoint } from '../models/endpoint-model.ts'
import { Contact, type ModelAnswer, ModelTrouble } from '../models/model.ts'
import type { Prompt } from '../prompt.ts'

export interface Provider {
  /** Uploads a file and makes a job; returns its id. */
  submit(lines: string, tag: string): Promise<string>
  /** Returns the id of the job with this tag; null: no such job was made. */
  find(tag: string): Promise<string | null>
  look(id: string): Promise<JobState>
  /** Responses by `custom_id`, in any order; a file that is gone has none, nor has a line that can't be read. */
  read(fileIds: readonly string[]): Promise<ReadonlyMap<string, JobResponse>>
}

interface JobState {
  /** The provider's word, such as `completed` or `expired`, or GONE. */
  readonly status: string
  readonly isOver: boolean
  /** Why the job failed; '' if it did not. */
  readonly message: string
  readonly fileIds: readonly string[]
}

interface JobResponse {
  readonly status: number
  readonly body: unknown
}

/** A job's status if the provider no longer knows it, or refuses to tell about it. */
export const GONE = 'gone'
const OVER: readonly string[] = ['completed', 'failed', 'expired', 'cancelled']
const callMsMax = 290_000
/** How many jobs a provider lists at once. */
const listedMax = 100
const TAG = 'windrow_job'
const chatPath = '/v1/chat/completions'
/** How long a job may take. OpenAI knows no other value. */
const completionWindow = '24h'

const FILE = z.looseObject({ id: z.string() })
const JOB = z.looseObject({
  id: z.string(),
  status: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  errors: z.looseObject({ data: z.array(z.looseObject({ message: z.string().nullish() })).nullish() }).nullish(),
})
const JOBS = z.looseObject({ data: z.array(JOB) })
const LINE = z.looseObject({
  custom_id: z.coerce.string(),
  response: z.looseObject({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.looseObject({ message: z.string().nullish(), code: z.unknown() }).nullish(),
})

/** The provider has no such job or file. */
class Gone extends ModelTrouble {}
const goneStatuses: readonly number[] = [404, 410]

export const requestLine = (id: string, body: object): string =>
  JSON.stringify({ custom_id: id, method: 'POST', url: chatPath, body })

export function providerAt(url: string, key: string | null, signal: AbortSignal): Provider {
  const asked = { url, key }
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }
  const contact = new Contact()
  const base = url.replace(/\/+$/, '')

  const call = async (path: string, init: RequestInit = {}): Promise<string> => {
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(callMsMax)])
      const response = await contact.fetch(base + path, {
        ...init,
        headers: { ...headers, ...(init.headers as Record<string, string>) },
        signal: within,
      })
      const responseBody = await response.text()
      if (response.ok) return responseBody
      const fault = { statusCode: response.status, message: `${path}: ${responseBody}`, responseBody }
      const trouble = troubleOfAnswer(asked, { ...fault, responseHeaders: Object.fromEntries(response.headers) })
      // A page of a proxy says nothing of a job.
      const isGone = goneStatuses.includes(response.status) && !responseBody.trimStart().startsWith('<')
      throw isGone ? new Gone(trouble.message, false) : trouble
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ModelTrouble) throw error
      throw contact.lost(`${url} cannot be reached (${hidden(String((error as Error).cause ?? error), key)})`)
    }
  }
  const read = <T>(shape: z.ZodType<T>, text: string): T => {
    try {
      return shape.parse(JSON.parse(text))
    } catch {
      throw new ModelTrouble(`${url} does not answer like a batch interface: ${hidden(text.slice(0, 200), key)}`, false)
    }
  }
  /** Tells where only this job or file is refused for good: as long as others are shown, key and address are right. */
  const unlessGone = async <T>(asking: Promise<T>, told: (message: string) => T): Promise<T> => {
    try {
      return await asking
    } catch (error) {
      if (!(error instanceof ModelTrouble) || error.isPassing) throw error
      if (!(error instanceof Gone)) await call('/batches?limit=1')
      return told(error.message)
    }
  }

  return {
    submit: async (lines, tag) => {
      const form = new FormData()
      form.set('purpose', 'batch')
      form.set('file', new Blob([lines], { type: 'application/jsonl' }), `${tag}.jsonl`)
      const { id: input } = read(FILE, await call('/files', { method: 'POST', body: form }))
      const wanted = { input_file_id: input, endpoint: chatPath, completion_window: completionWindow }
      const body = JSON.stringify({ ...wanted, metadata: { [TAG]: tag } })
      const json = { 'content-type': 'application/json' }
      return read(JOB, await call('/batches', { method: 'POST', body, headers: json })).id
    },
    find: async (tag) => {
      const { data } = read(JOBS, await call(`/batches?limit=${listedMax}`))
      return data.find(({ metadata }) => metadata?.[TAG] === tag)?.id ?? null
    },
    look: async (id) => {
      const state = async (): Promise<JobState> => {
        const job = read(JOB, await call(`/batches/${encodeURIComponent(id)}`))
        const fileIds = [job.output_file_id, job.error_file_id].filter((each) => typeof each === 'string')
        const message = hidden((job.errors?.data ?? []).map((each) => each.message ?? '').join(' '), key)
        return { status: job.status, isOver: OVER.includes(job.status), message, fileIds }
      }
      return await unlessGone(state(), (message) => ({ status: GONE, isOver: true, message, fileIds: [] }))
    },
    read: async (fileIds) => {
      const responses = new Map<string, JobResponse>()
      for (const id of fileIds) {
        const text = await unlessGone(call(`/files/${encodeURIComponent(id)}/content`), () => '')
        for (const line of text.split('\n').map(lineOf)) if (line !== null) responses.set(...line)
      }
      return responses
    },
  }
}

/** Null: not readable. */
function lineOf(text: string): readonly [string, JobResponse] | null {
  const line = LINE.safeParse(jsonIn(text))
  if (!line.success) return null
  const { custom_id: id, response, error } = line.data
  const body = { error: { message: error?.message ?? 'no response' } }
  return [id, response ? { status: response.status_code, body: response.body } : { status: 503, body }]
}

export interface JobRequests {
  bodyOf(prompt: Prompt, isStructured: boolean): Promise<object>
  answerIn(response: JobResponse): Promise<ModelAnswer | ModelTrouble>
}

const EMPTY: JobResponse = {
  status: 200,
  body: { choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'stop' }] },
}
const NO_PROMPT: Prompt = { system: '', user: '', count: 0 }

/**
 * Requests and responses of a job, by the client that asks directly: its network keeps the request, or answers with the
 * response.
 */
export async function jobRequests(endpoint: Endpoint): Promise<JobRequests> {
  const exchange = async (prompt: Prompt, isStructured: boolean, { status, body }: JobResponse) => {
    let sent = ''
    const network: typeof fetch = async (_, init) => {
      sent = init?.body as string
      return Response.json(body, { status })
    }
    const ask = await openEndpoint(endpoint, network)
    const answer = await ask(prompt, { isStructured, isStreamed: false }, new AbortController().signal).catch(trouble)
    return { sent, answer }
  }
  return {
    bodyOf: async (prompt, isStructured) => JSON.parse((await exchange(prompt, isStructured, EMPTY)).sent) as object,
    answerIn: async (response) => (await exchange(NO_PROMPT, false, response)).answer,
  }
}

function trouble(error: unknown): ModelTrouble {
  if (error instanceof ModelTrouble) return error
  throw error
}
