// A process that sends requests of person 1 as fast as it can, when it is told to, and says how many were let in.
import { openStore } from '../../../src/store/door/open-store.ts'
import { admitRequest } from '../../../src/store/volatile/counters.ts'

/** What it is told. */
export interface Burst {
  readonly nowMs: number
  readonly ceiling: number
  readonly count: number
}

let nowMs = 0
const store = openStore(process.argv[2] ?? '', { nowMs: () => nowMs, monotonicMs: () => 0 })
process.on('message', (burst: Burst) => {
  nowMs = burst.nowMs
  let admitted = 0
  for (let i = 0; i < burst.count; i++) if (admitRequest(store, 1, burst.ceiling).isAdmitted) admitted++
  process.send?.(admitted)
})
process.send?.('ready')
