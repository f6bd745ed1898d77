// Other processes of this machine.

/** Whether a process of this machine exists. True if it may not be asked (Deno with limited rights). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
