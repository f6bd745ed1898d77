// Lowers the priority of a process, so that a server's requests, or a prompt, do not wait for it.
import { getPriority, setPriority } from 'node:os'

/**
 * How much lower the priority is, as for `nice`: 5 leaves a third of what another program gets, because somebody waits for an import,
 * too; at 10 it is a ninth, and a busy machine nearly stops it. Windows has nothing between normal and below normal, which is 10.
 */
export const behindOthers = process.platform === 'win32' ? 10 : 5

/** Lowers the priority of a process. `pid`: this one, or one that it started; undefined: it could not be started. */
export function giveWay(pid: number | undefined): void {
  // Deno would ask its user for permission.
  if (pid === undefined || process.versions['deno'] !== undefined) return
  try {
    setPriority(pid, Math.max(getPriority(pid), behindOthers))
  } catch {
    // The priority cannot be lowered if the process has ended already, or if the system forbids it.
  }
}
