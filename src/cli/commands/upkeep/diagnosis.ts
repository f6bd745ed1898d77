// One finding of `windrow doctor`.

import type { RunningServer } from '../../../app/servers.ts'

export interface Diagnosis {
  readonly what: string
  readonly status: 'ok' | 'warning' | 'failed'
  /** What was found and, if it is bad, what to do. */
  readonly message: string
}

export interface DataDiagnosis {
  readonly found: readonly Diagnosis[]
  readonly servers: readonly RunningServer[]
}
