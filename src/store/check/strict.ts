// StrictMode, as in bbolt (CONTRIBUTING.md#run-and-test): every change of main is checked inside its transaction,
// before the commit. One that adds a fault throws the findings and is undone. Older faults pass, so that a repair can
// go step by step. A write costs about 10 µs for every row and record of the store.
import type { Database } from '../file/environment.ts'
import { checkRecords, checkSteps, rowsIn } from '../check.ts'
import { Findings } from './check-findings.ts'

/** In a store with more rows, a write is checked without the rows. */
const rowsMax = 2_000

export function strictly(): (db: Database, change: () => unknown) => unknown {
  let known: ReadonlySet<string> | null = null
  const asExpected = (db: Database, done: unknown): unknown => {
    const now = faultsIn(db)
    const added = [...now].filter((fault) => known?.has(fault) === false)
    if (added.length > 0) throw new Error(`a write left the store damaged:\n${added.join('\n')}`)
    known = now
    return done
  }
  return (db, change) => {
    known ??= faultsIn(db)
    const done = change()
    if (done instanceof Promise) return done.then((value) => asExpected(db, value))
    return asExpected(db, done)
  }
}

function faultsIn(db: Database): ReadonlySet<string> {
  const findings = new Findings()
  const steps = rowsIn(db) <= rowsMax ? checkSteps(db, findings) : checkRecords(db, findings)
  while (steps.next().done !== true);
  return new Set(findings.listed.map(({ table, at, problem }) => `${table}, ${at}: ${problem}`))
}
