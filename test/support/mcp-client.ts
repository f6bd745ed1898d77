// The official MCP client on the program, over stdio or HTTP, in either protocol version.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { commandLine } from './program.ts'

export const PROTOCOLS = ['2025-11-25', '2026-07-28'] as const
export type Protocol = (typeof PROTOCOLS)[number]

export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
}

export interface McpClient {
  readonly client: Client
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer>
  readonly close: () => Promise<void>
}

type AnyTransport = StdioClientTransport | StreamableHTTPClientTransport

async function connected(transport: AnyTransport, protocol: Protocol): Promise<McpClient> {
  const mode = protocol === '2025-11-25' ? ('legacy' as const) : { pin: protocol }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return {
    client,
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args })
      const [content, ...more] = result.content
      if (content?.type !== 'text' || more.length > 0 || 'structuredContent' in result) throw new Error('not one text')
      return { text: content.text, isError: result.isError === true }
    },
    close: () => client.close(),
  }
}

/** Starts `windrow mcp` with these arguments and settings. */
export function onStdio(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  protocol: Protocol = '2025-11-25',
): Promise<McpClient> {
  const [command = '', ...first] = commandLine()
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('WINDROW_'))
  const all = { ...Object.fromEntries(inherited), ...env } as Record<string, string>
  return connected(new StdioClientTransport({ command, args: [...first, 'mcp', ...args], env: all }), protocol)
}

/** Connects to /mcp of a server. */
export function onHttp(
  url: string,
  headers: Readonly<Record<string, string>>,
  protocol: Protocol = '2025-11-25',
): Promise<McpClient> {
  return connected(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }), protocol)
}

/** Numbers and sources of an answer of take_rows. */
export const rowsIn = (text: string): { readonly number: string; readonly source: string }[] =>
  text.split('\n').flatMap((line) => {
    const [, number, source] = /^(\d+)\t([^\t]*)/.exec(line) ?? []
    return number === undefined || source === undefined ? [] : [{ number, source }]
  })
