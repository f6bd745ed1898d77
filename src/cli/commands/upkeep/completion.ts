// `windrow completion`: prints a script with which a shell completes windrow's commands.
import type { Command, Run } from '../../command.ts'
import { completionScript, type Shell } from '../../completion-script.ts'

export const completionFor =
  (commands: readonly Command[]): Run =>
  async (context, args) => {
    context.stdout.write(completionScript(args.argument('SHELL') as Shell, commands))
  }
