// What a check is handed.
import type { Database } from '../file/environment.ts'
import type { Findings } from './check-findings.ts'

export interface Visit {
  readonly db: Database
  readonly findings: Findings
  /** The people that are stored. */
  readonly users: ReadonlySet<number>
  /** The time of the latest write. */
  readonly lastTimeMs: number
}
