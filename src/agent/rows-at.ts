// A page of rows with their translations of an earlier time, from the local store.
import type { App } from '../app/app.ts'
import { CORE_ONLY, groupsOf } from '../api-v1/query.ts'
import { cardJson } from '../api-v2/cards.ts'
import { type ClaimedRow, readClaimedRows } from '../app/claims/read-claimed-rows.ts'
import { headsAt, listRowsAt, sourcesWarning } from '../app/undo/moment.ts'
import type { AgentRow } from './agent.ts'
import { termsOf } from './local.ts'
import { CARD_FIELDS, type RowCard, rowOf } from './remote-answers.ts'

interface RowsAt {
  readonly rows: readonly AgentRow[]
  /** Where the search may go on: the last ordinal searched. Null: there are no more rows. */
  readonly next: number | null
  /** How these rows differ from those of the earlier time. */
  readonly warning: string | null
}

export function agentRowsAt(app: App, page: Parameters<typeof listRowsAt>[1]): RowsAt {
  const { ordinals, next } = listRowsAt(app, page)
  const rows = readClaimedRows(app, ordinals, 'machine', headsAt(app, app.store.main, page.atMs))
  const groups = groupsOf(CARD_FIELDS, CORE_ONLY, [])
  const { markup } = app.rules.now().gate
  const agentRow = (row: ClaimedRow): AgentRow =>
    rowOf(cardJson(row, groups, markup) as unknown as RowCard, termsOf(app))
  return { rows: rows.map(agentRow), next, warning: sourcesWarning(app, page.atMs) }
}
