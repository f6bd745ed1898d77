// The MCP server for one client, the same over stdio and HTTP. Answers are text only, because some clients give the model
// structured content in place of the text and others both, which doubles the price.
import { CLIENT_INFO_META_KEY, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { AgentRefused } from '../agent/agent.ts'
import { taxonomyJson } from '../api-v1/taxonomy.ts'
import { NobodyWaits, NoTurn, turnRetryAfterSeconds } from '../base/turn.ts'
import { clientOf, clientText } from '../domain/revision.ts'
import type { Client } from '../domain/row.ts'
import { argumentsOf } from './arguments.ts'
import type { Desk } from './desk.ts'
import { ToolRefused } from './tool-refused.ts'
import type { Tool } from './tool.ts'
import { briefText, glossary, look, search, status } from './tools/look-up.ts'
import { proposeTerms } from './tools/propose-terms.ts'
import { decide, reviewQueue } from './tools/review.ts'
import { giveBack, takeRows } from './tools/take-rows.ts'
import { check, write } from './tools/write-texts.ts'
import { GUIDE, INSTRUCTIONS, promptText } from './words.ts'

interface Resource {
  readonly name: string
  readonly mimeType: string
  readonly description: string
  readonly read: (agent: Desk['agent']) => Promise<string>
}

const TOOLS: readonly Tool[] = [takeRows, write, check, look, search, glossary, proposeTerms, status, giveBack]
const REVIEW_TOOLS: readonly Tool[] = [reviewQueue, decide]

const RESOURCES: readonly Resource[] = [
  { name: 'guide', mimeType: 'text/markdown', description: 'How to translate with windrow', read: async () => GUIDE },
  {
    name: 'brief',
    mimeType: 'text/plain',
    description: 'How this team wants its texts',
    read: briefText,
  },
  {
    name: 'taxonomy',
    mimeType: 'application/json',
    description: 'All states, codes and words of the API',
    read: async () => JSON.stringify(taxonomyJson()),
  },
]

const promptRowsDefault = 200

export function mcpServer(desk: Desk, version: string): McpServer {
  const server = new McpServer({ name: 'windrow', version }, { instructions: INSTRUCTIONS })
  const mayReview = desk.review !== null || desk.forwarded?.names.has(decide.name) === true
  for (const tool of mayReview ? [...TOOLS, ...REVIEW_TOOLS] : TOOLS) offer(server, desk, tool)
  for (const { name, mimeType, description, read } of RESOURCES) {
    server.registerResource(name, `windrow://${name}`, { mimeType, description }, async (uri) => ({
      contents: [{ uri: uri.href, mimeType, text: await told(desk, read) }],
    }))
  }
  const argsSchema = z.object({
    rows: z
      .string()
      .regex(/^[1-9]\d{0,6}$/, 'rows is a number from 1')
      .optional()
      .describe(`how many rows (${promptRowsDefault})`),
  })
  server.registerPrompt('translate', { description: 'Translate rows of the game', argsSchema }, ({ rows }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: promptText(Number(rows ?? promptRowsDefault)) } }],
  }))
  return server
}

function offer(server: McpServer, desk: Desk, offered: Tool): void {
  const { name, description, isReadOnly, run } = offered
  const inputSchema = argumentsOf(offered)
  const annotations = { readOnlyHint: isReadOnly === true, openWorldHint: false }
  server.registerTool(name, { description, inputSchema, annotations }, async (args, { mcpReq }) => {
    try {
      const isForwarded = desk.forwarded?.names.has(name) === true
      const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
      const info = envelope?.[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion()
      const atDesk = { ...desk, client: clientOfInfo(info) }
      const done = isForwarded ? desk.forwarded.call(name, args, mcpReq.signal) : run(atDesk, args, mcpReq.signal)
      return answer(await done, false)
    } catch (error) {
      return answer(refusalText(desk, error), true)
    }
  })
}

/** The text of a resource, or the text of its refusal, thrown as an error: a resource has no other way to refuse. */
async function told(desk: Desk, read: Resource['read']): Promise<string> {
  try {
    return await read(desk.agent)
  } catch (error) {
    throw new ToolRefused(refusalText(desk, error))
  }
}

/** The client's name and version. Protocols before 2026-07-28 send them once at connecting, so over HTTP they are undefined there. */
function clientOfInfo(info: unknown): Client | undefined {
  const { name, version } = (info ?? {}) as Readonly<Record<string, unknown>>
  const [named, versioned] = [name, version].map((part) => (typeof part === 'string' ? clientText(part) : null))
  return clientOf(named, versioned, null)
}

const answer = (text: string, isError: boolean) => ({
  content: [{ type: 'text' as const, text }],
  ...(isError && { isError }),
})

function refusalText(desk: Desk, error: unknown): string {
  if (error instanceof ToolRefused) return error.message
  if (error instanceof AgentRefused) {
    const { message, hint, retryAfterSeconds } = error.refusal
    const when = retryAfterSeconds === null ? '' : ` Try again in ${retryAfterSeconds} s.`
    return `${message} ${hint}${when}`.trim()
  }
  if (error instanceof NoTurn) return `The server is too busy. Try again in ${turnRetryAfterSeconds} s.`
  if (!(error instanceof NobodyWaits)) desk.onFault(error)
  return 'windrow has a fault that is not yours; try again later.'
}
