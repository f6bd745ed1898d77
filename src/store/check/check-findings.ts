// What a check of the store found: each disagreement by table and key, with its repair if only derived data is wrong. The first ten
// thousand are listed, all are counted.
import type { Database } from '../file/environment.ts'
import { type AnyTable, tableName } from '../file/keyspace.ts'

export interface Disagreement {
  /** A table, `unknown`, or `store file` for the file itself. */
  readonly table: string
  /** The key in a readable form: `row 17`, `key 3`. */
  readonly at: string
  readonly problem: string
  /** True: the data is derived, and `check --repair` rebuilds it. */
  readonly isRepairable: boolean
}

type Fix = (db: Database) => void

/** More are only counted: these are enough to see what is wrong. */
const listedMax = 10_000

export class Findings {
  readonly listed: Disagreement[] = []
  readonly fixes: Fix[] = []
  /** Tables with an unreadable record: entries that point to it may be right, and are left alone. */
  readonly damaged = new Set<string>()
  readonly counted = new Map<string, number>()
  total = 0

  /** `fix` rebuilds derived data, and is absent if original data is wrong. */
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

/** What each check is given. */
export interface Visit {
  readonly db: Database
  readonly findings: Findings
  readonly users: ReadonlySet<number>
  /** The time of the latest write. */
  readonly lastTimeMs: number
}
