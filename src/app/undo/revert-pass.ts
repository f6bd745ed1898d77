// What a run of `revert` is asked, and what it says of each row: shared by the part that decides (revert.ts) and the part that
// reveals (reveal-reverted.ts).
import { isWithdrawal, type Revision, type Row } from '../../domain/row.ts'
import type { LeftAlone, RevertRules } from '../../domain/undo/decide-revert.ts'
import type { RevisionFilter } from '../../domain/undo/selection.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import type { AuditEntry } from '../../store/records/audit.ts'
import type { App } from '../app.ts'

export interface RevertRequest {
  readonly filter: RevisionFilter
  /** Who reverts; null is the command line, which may. */
  readonly byId: number | null
  /** Also what others approved; takes an admin. */
  readonly takesApproved: boolean
  /** What was asked for, in words, for the audit. */
  readonly asked: AuditEntry['details']
  readonly isDryRun: boolean
  readonly signal: AbortSignal
  /** Ordinals gone through. */
  readonly onProgress: (done: number, total: number) => void
  /** Told of each layer of a row that is meant. */
  readonly onRow: (row: RevertedRow) => void
}

export interface RevertedRow {
  readonly rowId: string
  readonly layer: Layer
  readonly change: 'restored' | 'withdrawn' | LeftAlone
  /** What the layer says before; `''` when it is empty. */
  readonly before: string
  /** What it says then; null when it has no text, or is left alone. */
  readonly after: string | null
}

/** One run. */
export interface Pass {
  readonly app: App
  readonly request: RevertRequest
  readonly rules: RevertRules
  readonly isInvalid: (row: Row, text: string) => boolean
  readonly tell: (row: RevertedRow) => void
}

/** What becomes of a layer in which `stood` comes back. */
export const changeOf = (rowId: string, layer: Layer, before: string, stood: Revision | null): RevertedRow =>
  stood === null || isWithdrawal(stood)
    ? { rowId, layer, change: 'withdrawn', before, after: null }
    : { rowId, layer, change: 'restored', before, after: stood.text }
