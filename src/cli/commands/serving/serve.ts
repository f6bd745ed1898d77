// `windrow serve`, and windrow without any command.
import type { CommandContext } from '../../command.ts'
import { runServer } from './run-server.ts'

export const run = (context: CommandContext): Promise<void> => runServer(context, !context.isNamed)
