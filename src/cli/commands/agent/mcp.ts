// `windrow mcp`: MCP on standard input and output. All messages go to stderr.
import { AgentRefused } from '../../../agent/agent.ts'
import type { Server } from '../../../agent/server-calls.ts'
import { mcpWaitSecondsMax } from '../../../domain/limits.ts'
import { type Forwarded, forwardedTo } from '../../../mcp/forwarded.ts'
import { rememberedClaims } from '../../../mcp/held-claims.ts'
import { reviewOf } from '../../../mcp/reviewer.ts'
import { serveOnStdio } from '../../../mcp/stdio.ts'
import { versionInfo } from '../../../runtime/version.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { withAgent } from '../../with-agent.ts'

export async function run(context: CommandContext, args: ParsedArgs): Promise<void> {
  await withAgent(
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
  )
}

/** If the server cannot list its tools now, the client gets the other tools. */
async function forwarded(context: CommandContext, server: Server): Promise<Forwarded | null> {
  try {
    return await forwardedTo(server)
  } catch (error) {
    if (!(error instanceof AgentRefused)) throw error
    context.warn(`without tools for reviewers: ${error.message}`)
    return null
  }
}
