// Ends the process. Node's `process.exit` waits for its pool threads; one that waits for the store's writer, or for the main
// thread, would keep the process alive for good and block all writers. So with such work, or after a signal, the system ends
// the threads: LMDB's lock is then released, and its transaction undone.
import { existsSync } from 'node:fs'
import { isThreadAtWork, whenThreadsRest } from '../base/thread-work.ts'

/** The process becomes this shell, which exits with the code: Node can't end immediately with a chosen code. */
const shell = '/bin/sh'

/** How long undoing a transaction may take. Windows waits for it, because a stuck process cannot keep its exit code. */
const restMsMax = 1_000

/** Ends the process. All output must be flushed before. `isTold`: a signal asked for the end. */
export async function endProcess(code: number, isTold: boolean): Promise<void> {
  if (process.platform === 'win32') await whenThreadsRest(restMsMax)
  const isStuck = isThreadAtWork()
  // Deno does not wait for threads.
  if ((isTold || isStuck) && process.versions['deno'] === undefined) endAtOnce(code, isStuck)
  try {
    process.exit(code)
  } catch {
    // An exit listener has thrown; the second call skips it.
    process.exit(code)
  }
}

function endAtOnce(code: number, isStuck: boolean): void {
  const isReplaceable = 'execve' in process && process.platform !== 'win32' && existsSync(shell)
  if (!isReplaceable && !isStuck) return
  try {
    process.emit('exit', code)
  } catch {
    // A listener must not delay the end.
  }
  if (isReplaceable) process.execve?.(shell, ['sh', '-c', `exit ${code}`], {})
  // On Windows the exit code is 1 after this.
  process.kill(process.pid, 'SIGKILL')
}
