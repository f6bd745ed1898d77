// What a check of the store found: each disagreement by its table and key, and, where only derived data is concerned, how
// to put it right. Listed are the first ten thousand, counted are all.
import type { Database } from '../file/environment.ts'
import type { Table } from '../keyspace.ts'

export interface Disagreement {
  /** The table of the keyspace, or `file` for the store's file itself. */
  readonly table: Table | 'unknown' | 'store file'
  /** The key, as a person can look it up: `row 17`, `key 3`. */
  readonly at: string
  readonly problem: string
  /** Derived data that `check --repair` rebuilds. */
  readonly isRepairable: boolean
}

type Fix = (db: Database) => void

const listedMax = 10_000

export class Findings {
  readonly listed: Disagreement[] = []
  readonly fixes: Fix[] = []
  /** Tables with a record that cannot be read: what points to it may be right, and is left alone. */
  readonly damaged = new Set<Table>()
  /** Records read, by table. */
  readonly counted = new Map<Table, number>()
  total = 0

  /** Notes a disagreement; `fix` rebuilds what is derived, and is absent where something original is wrong. */
  add(table: Disagreement['table'], at: string, problem: string, fix?: Fix): void {
    this.total++
    if (this.listed.length < listedMax) this.listed.push({ table, at, problem, isRepairable: fix !== undefined })
    if (fix !== undefined) this.fixes.push(fix)
  }

  count(table: Table, by = 1): void {
    this.counted.set(table, (this.counted.get(table) ?? 0) + by)
  }
}
