// Other processes of this machine.

/** Whether a process of this machine exists; one that may not be asked about (Deno with some rights only) counts as there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
