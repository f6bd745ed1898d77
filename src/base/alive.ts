// Whether another process of this machine is alive.

/** Also true if this process may not ask (Deno with limited rights). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
