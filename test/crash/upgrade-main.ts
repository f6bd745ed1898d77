// A process that brings a store over and is killed at a step of it: node upgrade-main.ts FOLDER STEP.
import { upgradeStore } from '../../src/app/backup/upgrade-store.ts'
import { systemClock } from '../../src/base/time.ts'

const [folder = '', step] = process.argv.slice(2)
let steps = 0
await upgradeStore(folder, systemClock, {
  signal: new AbortController().signal,
  onStep() {
    if (++steps === Number(step)) process.kill(process.pid, 'SIGKILL')
  },
})
