// One finding of `windrow doctor`.

import type { RunningServer } from '../../../app/servers.ts'

export interface Diagnosis {
  readonly what: string
  readonly status: 'ok' | 'warning' | 'failed'
  /** What was found and, if it is bad, what to do. */
  readonly message: string
}

export const good = (what: string, message: string): Diagnosis => ({ what, status: 'ok', message })
export const warning = (what: string, message: string): Diagnosis => ({ what, status: 'warning', message })
export const failed = (what: string, message: string): Diagnosis => ({ what, status: 'failed', message })

export interface DataDiagnosis {
  readonly found: readonly Diagnosis[]
  readonly servers: readonly RunningServer[]
}
