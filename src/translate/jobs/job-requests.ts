// Requests and responses of a job, by the client that asks directly: its network keeps the request, or answers with the
// response.
import { type Endpoint, openEndpoint } from '../models/endpoint-model.ts'
import { type ModelAnswer, ModelTrouble } from '../models/model.ts'
import type { Prompt } from '../prompt.ts'
import type { JobResponse } from './provider.ts'

export interface JobRequests {
  bodyOf(prompt: Prompt, isStructured: boolean): Promise<object>
  answerIn(response: JobResponse): Promise<ModelAnswer | ModelTrouble>
}

const EMPTY: JobResponse = {
  status: 200,
  body: { choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'stop' }] },
}
const NO_PROMPT: Prompt = { system: '', user: '', count: 0 }

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
