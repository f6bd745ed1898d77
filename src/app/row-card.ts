// One row with the groups of fields a reader asked for. Groups not asked for are absent and cost nothing.
import { type TokenCounts, tokenCounts } from '../domain/text/tokens.ts'
import type { Heads, Reference, Row } from '../domain/row.ts'
import { sourceTextOf } from '../domain/row.ts'
import type { FieldGroup } from '../domain/vocabulary.ts'
import { readHeads } from '../store/heads.ts'
import { readReference } from '../store/rows.ts'
import type { App } from './app.ts'

export interface RowCard {
  readonly row: Row
  readonly withSources: boolean
  readonly reference?: Reference | null
  readonly heads?: Heads
  readonly tokens?: TokenCounts
}

/** Assembles a card; `groups` holds core at least. Hot: once for each row of a page. */
export function rowCard(app: App, row: Row, groups: ReadonlySet<FieldGroup>): RowCard {
  if (groups.size === 1) return { row, withSources: false }
  const { main } = app.store
  return {
    row,
    withSources: groups.has('sources'),
    ...(groups.has('reference') && { reference: readReference(main, row.ordinal) }),
    ...(groups.has('layers') && { heads: readHeads(main, row.ordinal) }),
    ...(groups.has('tokens') && {
      tokens: tokenCounts(sourceTextOf(row), app.rules.now().gate.captionPolicy),
    }),
  }
}
