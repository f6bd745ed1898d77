// `windrow mcp`: MCP on standard input and output. All messages go to stderr.
import { AgentRefused } from '../../../agent/agent.ts'
import type { Server } from '../../../agent/server-calls.ts'
import { mcpWaitSecondsMax } from '../../../domain/limits.ts'
import { type Forwarded, forwardedTo } from '../../../mcp/forwarded.ts'
import { rememberedClaims } from '../../../mcp/held-claims.ts'
import { reviewOf } from '../../../mcp/reviewer.ts'
import { serveOnStdio } from '../../../mcp/stdio.ts'
import { versionInfo } from '../../../runtime/version.ts'
import type { CommandContext, Runnable } from '../../command.ts'
import { withAgent } from '../../with-agent.ts'
import { WHERE, as } from './agent-options.ts'

export const command: Runnable = {
  name: 'mcp',
  summary: 'Serve MCP on standard input and output, for the AI client that starts it',
  details: [
    'Tools: take_rows, write, check, look, search, glossary, status, give_back; for reviewers also review_queue and ' +
      'decide. A running server has the same at /mcp.',
    "To set up a client, run one of the examples in a shell, or put the last one into the client's file " +
      '(docs/mcp.md says which). Give --data as an absolute path. windrow skill writes instructions for the client.',
    WHERE,
  ],
  options: [as],
  examples: [
    'claude mcp add windrow -- windrow mcp --as Ada --data /my/data',
    'codex mcp add windrow -- windrow mcp --as Ada --data /my/data',
    'WINDROW_URL=https://windrow.example WINDROW_KEY=… windrow mcp',
    '{"mcpServers":{"windrow":{"command":"windrow","args":["mcp","--as","Ada","--data","/my/data"]}}}',
  ],
  runsUntilSignal: true,
  run: (context, args) =>
    withAgent(
      context,
      args,
      async (agent, local, server) => {
        const desk = {
          agent,
          held: rememberedClaims(),
          review: local === null ? null : reviewOf(local.app, local.actor),
          forwarded: server === null ? null : await forwarded(context, server),
          onFault: (error: unknown) =>
            context.warn(error instanceof Error ? (error.stack ?? error.message) : String(error)),
        }
        await serveOnStdio(desk, versionInfo().version, context.signal)
      },
      { secondsMax: mcpWaitSecondsMax },
    ),
}

/** The tools that the server forwards. If it can't list them now, the client gets only the other tools. */
async function forwarded(context: CommandContext, server: Server): Promise<Forwarded | null> {
  try {
    return await forwardedTo(server)
  } catch (error) {
    if (!(error instanceof AgentRefused)) throw error
    context.warn(`tools for reviewers are not available: ${error.message}`)
    return null
  }
}
