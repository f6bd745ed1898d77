// The findings of a check of the store. Each names a table and a key, says what is wrong, and has a repair if only derived data
// is wrong.
import type { Database } from '../file/environment.ts'
import { type AnyTable, tableName } from '../file/keyspace.ts'

export interface Disagreement {
  /** The table's name; `unknown` for a key of no table, `store file` for the file itself. */
  readonly table: string
  /** The key in a readable form: `row 17`, `key 3`. */
  readonly at: string
  readonly problem: string
  /** The data is derived: `check --repair` rebuilds it. */
  readonly isRepairable: boolean
}

type Fix = (db: Database) => void

/** So many findings are listed, enough to see the fault; further ones are only counted. */
const listedMax = 10_000

export class Findings {
  readonly listed: Disagreement[] = []
  readonly fixes: Fix[] = []
  /** Tables with an unreadable record: entries that point to it may be right, and are left alone. */
  readonly damaged = new Set<string>()
  readonly counted = new Map<string, number>()
  total = 0

  /** Reports a finding. `fix` rebuilds derived data; without it, original data is wrong and nothing can rebuild it. */
  add(table: AnyTable | 'unknown' | 'store file', at: string, problem: string, fix?: Fix): void {
    this.total++
    const name = table === 'unknown' || table === 'store file' ? table : tableName(table)
    if (this.listed.length < listedMax) this.listed.push({ table: name, at, problem, isRepairable: fix !== undefined })
    if (fix !== undefined) this.fixes.push(fix)
  }

  count(table: AnyTable, by = 1): void {
    const name = tableName(table)
    this.counted.set(name, (this.counted.get(name) ?? 0) + by)
  }
}

export interface Visit {
  readonly db: Database
  readonly findings: Findings
  readonly users: ReadonlySet<number>
  readonly lastTimeMs: number
}
