// MCP on standard input and output, for one client that started this process.
import process from 'node:process'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Desk } from './desk.ts'
import { mcpServer } from './mcp-server.ts'

/** Serves until the client closes its end or the signal is raised. */
export async function serveOnStdio(desk: Desk, version: string, signal: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>()
  process.stdin.once('end', ended.resolve).once('close', ended.resolve)
  signal.addEventListener('abort', () => ended.resolve(), { once: true })
  const serving = serveStdio(() => mcpServer(desk, version), { onerror: desk.onFault, maxSubscriptions: 0 })
  await ended.promise
  await serving.close()
}
