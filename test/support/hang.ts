// When a test is taken to hang. Limits of time are against hanging only: no test says how fast a machine is. They grow with what else
// the machine does, because a test that gets a tenth of a core takes ten times as long.
import { availableParallelism, loadavg } from 'node:os'

const waitingForACore = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** Milliseconds for one test, one hook, or one thing that a test waits for. */
export const hangMs = Math.round(240_000 * waitingForACore)
