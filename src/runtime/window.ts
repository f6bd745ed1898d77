// On Windows a double-clicked program owns its console window, and the window goes when the program ends: an error would
// flash by unread. So when windrow failed and nobody typed a command, it waits for Enter.
import { isSingleExecutable } from './assets.ts'

/** Waits for Enter where the console window would close at once. */
export async function holdWindow(argv: readonly string[], exitCode: number): Promise<void> {
  const isDoubleClick = process.platform === 'win32' && isSingleExecutable() && argv.length === 0
  if (!isDoubleClick || exitCode === 0 || !process.stdin.isTTY) return
  process.stderr.write('press Enter to close this window\n')
  await new Promise((resolve) => process.stdin.once('data', resolve))
}
