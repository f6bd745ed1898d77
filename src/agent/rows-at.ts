// A page of rows as their translations stood at a time, for who works on the store here.
import type { App } from '../app/app.ts'
import { readClaimedRows } from '../app/claims/read-claimed-rows.ts'
import { headsAt, listRowsAt, sourcesWarning } from '../app/undo/moment.ts'
import type { AgentRow } from './agent.ts'
import { agentRows } from './local-rows.ts'

interface RowsAt {
  readonly rows: readonly AgentRow[]
  /** The last ordinal looked at, when there may be more. */
  readonly next: number | null
  /** What is not as it was then. */
  readonly warning: string | null
}

/** Rows that were in a state then. Proposals, references and terms are those of now. */
export function agentRowsAt(app: App, page: Parameters<typeof listRowsAt>[1]): RowsAt {
  const { ordinals, next } = listRowsAt(app, page)
  const rows = readClaimedRows(app, ordinals, 'machine', headsAt(app, app.store.main, page.atMs))
  return { rows: agentRows(app, rows), next, warning: sourcesWarning(app, page.atMs) }
}
