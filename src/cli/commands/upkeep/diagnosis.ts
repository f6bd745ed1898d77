// One finding of `windrow doctor`.

import type { RunningServer } from '../../../app/servers.ts'

export interface Diagnosis {
  readonly what: string
  readonly status: 'ok' | 'warning' | 'failed'
  /** The finding, with the next step where it is bad. */
  readonly message: string
}

export interface DataDiagnosis {
  readonly found: readonly Diagnosis[]
  readonly servers: readonly RunningServer[]
}
