// SIGHUP without a terminal, which `systemctl reload` sends to a server: read your files again. With a terminal it means that the window
// was closed, and ends the server (src/cli/world.ts).
import { isatty } from 'node:tty'

/** Calls `listener` at each hangup, which from now on ends this process no more. */
export function onHangup(listener: () => void): void {
  if (process.platform !== 'win32' && !isatty(1)) process.on('SIGHUP', listener)
}
