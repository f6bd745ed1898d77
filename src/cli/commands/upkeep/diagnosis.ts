// One thing that `windrow doctor` looked at, and what it found.

import type { RunningServer } from '../../../app/servers.ts'

export interface Diagnosis {
  readonly what: string
  readonly status: 'ok' | 'warning' | 'failed'
  /** What was found, and what to do about it where it isn't good. */
  readonly message: string
}

export interface DataDiagnosis {
  readonly found: readonly Diagnosis[]
  /** Other servers on this data. */
  readonly servers: readonly RunningServer[]
}
