// Keeps the window of a program started by a double-click open after a failure, until Enter is pressed: otherwise it closes, and the
// error is unreadable.
import { isSingleExecutable } from './assets.ts'

export interface WindowSigns {
  readonly platform: NodeJS.Platform
  readonly isExecutable: boolean
  readonly arguments: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Set by `windrow shortcut` where the window closes at the program's end. */
const OWN_WINDOW = 'WINDROW_OWN_WINDOW'

/** The window is the program's own on Windows without arguments, and without the prompt that cmd.exe sets. */
export const ownsWindow = ({ platform, isExecutable, arguments: argv, env }: WindowSigns): boolean =>
  env[OWN_WINDOW] === '1' || (platform === 'win32' && isExecutable && argv.length === 0 && env['PROMPT'] === undefined)

export async function holdWindow(argv: readonly string[], exitCode: number): Promise<void> {
  const { platform, env, stdin, stderr } = process
  if (exitCode === 0 || !stdin.isTTY) return
  if (!ownsWindow({ platform, isExecutable: isSingleExecutable(), arguments: argv, env })) return
  stderr.write('press Enter to close this window\n')
  await new Promise((resolve) => stdin.once('data', resolve))
}
