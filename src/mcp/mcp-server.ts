// The MCP server for one client, the same over stdio and HTTP. Answers are text only, because some clients give the model
// structured content in place of the text and others both, which doubles the price.
import { CLIENT_INFO_META_KEY, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { AgentRefused } from '../agent/agent.ts'
import { taxonomyJson } from '../api-v1/taxonomy.ts'
import { NobodyWaits, NoTurn, turnRetryAfterSeconds } from '../base/turn.ts'
import { bodyPartsMax } from '../domain/limits.ts'
import { clientOf, clientText } from '../domain/revision.ts'
import type { Client } from '../domain/row.ts'
import type { Desk } from './desk.ts'
import { ToolRefused } from './tool-refused.ts'
import type { Tool } from './tool.ts'
import { briefText, glossary, look, search, status } from './tools/look-up.ts'
import { proposeTerms } from './tools/propose-terms.ts'
import { decide, reviewQueue } from './tools/review.ts'
import { giveBack, takeRows } from './tools/take-rows.ts'
import { check, write } from './tools/write-texts.ts'
import { GUIDE, INSTRUCTIONS, promptText } from './words.ts'

/**
 * Arguments of a tool as its schema means them. Some clients send numbers, switches, lists and objects as strings, and
 * null for what they leave out; without this, a batch of texts would travel twice. Reads what a client sent before the
 * schema of the tool looks at it, and names arguments that the tool does not have.
 */
const argumentsOf = ({ name, arguments: schema }: Tool) =>
  z.preprocess((given, context) => {
    const args = meant(schema, given ?? {})
    const unknown = Object.keys(isRecord(args) ? args : {}).filter((key) => !Object.hasOwn(schema.shape, key))
    if (unknown.length > 0) {
      const known = Object.keys(schema.shape).join(', ')
      context.addIssue({ code: 'custom', message: `${name} has no argument ${unknown.join(', ')}; it takes ${known}` })
    }
    return args
  }, schema)

interface Definition {
  readonly type: string
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly valueType?: z.core.$ZodType
  readonly catchall?: z.core.$ZodType
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
}

/** By the type of a schema: the meaning of a value. Types without a row here, and values that fit no row, stay as they are. */
const MEANINGS: Readonly<Record<string, (of: Definition, value: unknown) => unknown>> = {
  optional: inner,
  default: inner,
  number: (_, value) => (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value),
  boolean: (_, value) => (value === 'true' ? true : value === 'false' ? false : value),
  array: ({ element }, value) => {
    const list = parsed(value)
    return Array.isArray(list) ? list.map((each) => meant(element, each)) : value
  },
  record: ({ valueType }, value) => members(parsed(value), () => valueType) ?? value,
  object: ({ shape = {}, catchall }, value) =>
    members(parsed(value), (key) => (Object.hasOwn(shape, key) ? shape[key] : catchall)) ?? value,
}

const meant = (schema: z.core.$ZodType | undefined, value: unknown): unknown => {
  const of = schema?._zod.def as Definition | undefined
  return of === undefined ? value : (MEANINGS[of.type]?.(of, value) ?? value)
}

function inner({ innerType }: Definition, value: unknown): unknown {
  return meant(innerType, value)
}

const members = (value: unknown, schemaOf: (key: string) => z.core.$ZodType | undefined): object | null =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, each]) => {
          const schema = schemaOf(key)
          const isLeftOut = each === null && ['optional', 'default'].includes(schema?._zod.def.type ?? '')
          return isLeftOut ? [] : [[key, meant(schema, each)]]
        }),
      )
    : null

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON in a string keeps to the bounds of a body: its parts are counted, and half a surrogate pair is none of its text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || (value.match(/[[{,"]/g)?.length ?? 0) > bodyPartsMax) return value
  try {
    const json: unknown = JSON.parse(value)
    return /\\u[dD][89a-fA-F]/.test(JSON.stringify(json)) ? value : json
  } catch {
    return value
  }
}

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

/** A resource has no answer for a refusal, so the client gets an error with its text. */
async function told(desk: Desk, read: Resource['read']): Promise<string> {
  try {
    return await read(desk.agent)
  } catch (error) {
    throw new ToolRefused(refusalText(desk, error))
  }
}

/** Protocols before 2026-07-28 name the client when it connects, not in each call: over HTTP it stays undefined. */
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
  if (error instanceof NoTurn) return `The server has more to do than it can. Try again in ${turnRetryAfterSeconds} s.`
  if (!(error instanceof NobodyWaits)) desk.onFault(error)
  return 'windrow has a fault that is not yours; try again later.'
}
