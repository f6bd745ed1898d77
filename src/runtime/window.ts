// A program that was started by a double-click owns its window, and the window goes when the program ends: an error would
// flash by unread. So when windrow failed in a window of its own, it waits for Enter.
import { isSingleExecutable } from './assets.ts'

/** What tells whose window it is. */
export interface WindowSigns {
  readonly platform: NodeJS.Platform
  readonly isExecutable: boolean
  readonly arguments: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The variable that an entry of `windrow shortcut` sets where its window closes at the program's end. */
const OWN_WINDOW = 'WINDROW_OWN_WINDOW'

/** On Windows a start without arguments and without the prompt that cmd.exe names to what is typed there. */
export const ownsWindow = ({ platform, isExecutable, arguments: argv, env }: WindowSigns): boolean =>
  env[OWN_WINDOW] === '1' || (platform === 'win32' && isExecutable && argv.length === 0 && env['PROMPT'] === undefined)

/** Waits for Enter where the window would close at once. */
export async function holdWindow(argv: readonly string[], exitCode: number): Promise<void> {
  const { platform, env, stdin, stderr } = process
  if (exitCode === 0 || !stdin.isTTY) return
  if (!ownsWindow({ platform, isExecutable: isSingleExecutable(), arguments: argv, env })) return
  stderr.write('press Enter to close this window\n')
  await new Promise((resolve) => stdin.once('data', resolve))
}
