// Forwards tools that no API offers (proposals, reviews, earlier texts) to the /mcp of the server that has the store, when this
// process has none.
import { type Asked, answerOf, type Received, type Server, sendOnce } from '../agent/server-calls.ts'
import { MCP_PATH } from './base-path.ts'
import { ToolRefused } from './tool-refused.ts'

const FORWARDED: ReadonlySet<string> = new Set(['look', 'review_queue', 'decide'])

export interface Forwarded {
  readonly names: ReadonlySet<string>
  /** Calls a tool on the server, once. Throws ToolRefused, or AgentRefused. */
  readonly call: (name: string, args: object, signal: AbortSignal) => Promise<string>
}

/** How long to wait at the start for the server's list of tools. If it is slower, no tools are forwarded. */
const listMsMax = 10_000

interface Result {
  readonly tools?: readonly { readonly name: string }[]
  readonly content?: readonly { readonly text: string }[]
  readonly isError?: boolean
}

export async function forwardedTo(server: Server): Promise<Forwarded> {
  const ask = async (method: string, params: object, more: Partial<Asked>): Promise<Result> => {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const accept = 'application/json, text/event-stream'
    return resultOf(server, await sendOnce(server, { method: 'POST', path: MCP_PATH, body, accept, ...more }))
  }
  const { tools = [] } = await ask('tools/list', {}, { msMax: listMsMax })
  return {
    names: new Set(tools.map(({ name }) => name).filter((name) => FORWARDED.has(name))),
    call: async (name, args, signal) => {
      const { content = [], isError = false } = await ask('tools/call', { name, arguments: args }, { signal })
      const text = content.map((part) => part.text).join('\n')
      if (isError) throw new ToolRefused(text)
      return text
    },
  }
}

function resultOf({ url }: Server, received: Received): Result {
  const { response, text } = received
  // The key, the limiter and the address are refused in the API's envelope.
  if (!response.ok) answerOf(url, received)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const json = isStream ? (/^data: (.*)$/m.exec(text)?.[1] ?? '{}') : text
  const { result, error } = JSON.parse(json) as { result?: Result; error?: { message: string } }
  if (result === undefined) throw new ToolRefused(error?.message ?? `${url} gave no answer; try again later.`)
  return result
}
