// Lowers the priority of a process, so that a server's requests, or a prompt, do not wait for it.
import { getPriority, setPriority } from 'node:os'

/** As for `nice`; Windows calls it below normal. */
const behindOthers = 10

/** `pid`: this process, or one that it started; undefined: it could not be started. */
export function giveWay(pid: number | undefined): void {
  // Deno would ask its user for permission.
  if (pid === undefined || process.versions['deno'] !== undefined) return
  try {
    setPriority(pid, Math.max(getPriority(pid), behindOthers))
  } catch {
    // The priority cannot be lowered if the process has ended already, or if the system forbids it.
  }
}
