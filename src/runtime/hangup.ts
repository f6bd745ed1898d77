// SIGHUP without a terminal: `systemctl reload` sends it, and a server reads its files again. With a terminal the
// window was closed, and the server ends (src/cli/world.ts).
import { isatty } from 'node:tty'

/** From the first call on a hangup does not end this process. */
export function onHangup(listener: () => void): void {
  if (process.platform !== 'win32' && !isatty(1)) process.on('SIGHUP', listener)
}
