// A page of rows with their translations of an earlier time, from the local store.
import type { App } from '../app/app.ts'
import { readClaimedRows } from '../app/claims/read-claimed-rows.ts'
import { headsAt, listRowsAt, sourcesWarning } from '../app/undo/moment.ts'
import type { AgentRow } from './agent.ts'
import { agentRows } from './local-rows.ts'

interface RowsAt {
  readonly rows: readonly AgentRow[]
  /** The last ordinal searched, when there may be more. */
  readonly next: number | null
  /** How these rows differ from those of the earlier time. */
  readonly warning: string | null
}

export function agentRowsAt(app: App, page: Parameters<typeof listRowsAt>[1]): RowsAt {
  const { ordinals, next } = listRowsAt(app, page)
  const rows = readClaimedRows(app, ordinals, 'machine', headsAt(app, app.store.main, page.atMs))
  return { rows: agentRows(app, rows), next, warning: sourcesWarning(app, page.atMs) }
}
