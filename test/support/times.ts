// What a test file takes, for `npm run test:times`: one line a file in the file that TEST_TIMES names, with waiting and
// processor time in milliseconds. That of programs which the test started and which have ended counts (Linux tells it in
// /proc/self/stat, in hundredths of a second).
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'

const CHILDREN_USER = 13
const MS_PER_TICK = 10

interface Spent {
  readonly waitedMs: number
  readonly processorMs: number
}

/** Of this process and its ended children, since it started. */
function spent(): Spent {
  const { user, system } = process.cpuUsage()
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The fields behind the name in brackets, which may have blanks; the first of them is the third of the file.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_USER + 1])
  return { waitedMs: performance.now(), processorMs: (user + system) / 1000 + ticks * MS_PER_TICK }
}

const target = process.env['TEST_TIMES']
if (target !== undefined) {
  const before = spent()
  afterAll(() => {
    const after = spent()
    const line = {
      file: relative('.', expect.getState().testPath ?? ''),
      waitedMs: Math.round(after.waitedMs - before.waitedMs),
      processorMs: Math.round(after.processorMs - before.processorMs),
    }
    appendFileSync(target, `${JSON.stringify(line)}\n`)
  })
}
