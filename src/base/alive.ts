// Tells whether another process of this machine is still running.

/** Whether the process runs. Also true if this process may not ask, as Deno with limited rights. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
