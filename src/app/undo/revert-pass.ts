// The request and the report of a revert, for revert.ts and reveal-reverted.ts.
import { isWithdrawal, type Revision, type Row } from '../../domain/row.ts'
import type { LeftAlone, RevertRules } from '../../domain/undo/decide-revert.ts'
import type { RevisionFilter } from '../../domain/undo/selection.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import type { AuditEntry } from '../../store/records.ts'
import type { App } from '../app.ts'

export interface RevertRequest {
  readonly filter: RevisionFilter
  /** Null: the command line. */
  readonly byId: number | null
  /** Also reverts work that others approved; needs an admin. */
  readonly takesApproved: boolean
  readonly asked: AuditEntry['details']
  readonly isDryRun: boolean
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
  readonly onRow: (row: RevertedRow) => void
}

export interface RevertedRow {
  readonly rowId: string
  readonly layer: Layer
  readonly change: 'restored' | 'withdrawn' | LeftAlone
  /** `''`: the layer had no text. */
  readonly before: string
  /** Null: the layer gets no text, or is left alone. */
  readonly after: string | null
}

export interface Pass {
  readonly app: App
  readonly request: RevertRequest
  readonly rules: RevertRules
  readonly isInvalid: (row: Row, text: string) => boolean
  readonly tell: (row: RevertedRow) => void
}

export const changeOf = (rowId: string, layer: Layer, before: string, stood: Revision | null): RevertedRow =>
  stood === null || isWithdrawal(stood)
    ? { rowId, layer, change: 'withdrawn', before, after: null }
    : { rowId, layer, change: 'restored', before, after: stood.text }
