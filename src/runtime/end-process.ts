// The end of the process. `process.exit` of Node waits for the threads of its pool. One of them may wait for the writer of
// the store, or, once it has the writer, for this thread, which waits for it: then the process never ends, and nobody
// writes to the store any more. So a process that has such work, or that a signal told to end, does not wait for threads:
// the system ends them. LMDB's lock is free then, and its transaction as if it had never been.
import { existsSync } from 'node:fs'
import { isThreadAtWork, whenThreadsRest } from '../base/thread-work.ts'

/** Becomes this, which ends with the code that it is given: no other call of Node ends at once with a code of one's own. */
const shell = '/bin/sh'

/** An undone transaction is a moment's work; where a stuck process can't keep its code, it is waited for. */
const restMsMax = 1_000

/** Ends this process; what was written has to be flushed before. Nothing is waited for if it `isTold` by a signal. */
export async function endProcess(code: number, isTold: boolean): Promise<void> {
  if (process.platform === 'win32') await whenThreadsRest(restMsMax)
  const isStuck = isThreadAtWork()
  // Deno waits for no threads.
  if ((isTold || isStuck) && process.versions['deno'] === undefined) endAtOnce(code, isStuck)
  try {
    process.exit(code)
  } catch {
    // Somebody who hears of the end has thrown; the second time Node tells nobody.
    process.exit(code)
  }
}

function endAtOnce(code: number, isStuck: boolean): void {
  const isReplaceable = 'execve' in process && process.platform !== 'win32' && existsSync(shell)
  if (!isReplaceable && !isStuck) return
  try {
    process.emit('exit', code)
  } catch {
    // The end is not theirs to hold up.
  }
  if (isReplaceable) process.execve?.(shell, ['sh', '-c', `exit ${code}`], {})
  // Windows: its exit code is 1.
  process.kill(process.pid, 'SIGKILL')
}
