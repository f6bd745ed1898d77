// One row with the groups of fields a reader asked for. Groups not asked for are absent and cost nothing.
import { type TokenCounts, tokenCounts } from '../domain/text/tokens.ts'
import type { Heads, Reference, Row } from '../domain/row.ts'
import { NO_HEADS, sourceTextOf } from '../domain/row.ts'
import type { FieldGroup } from '../domain/vocabulary.ts'
import { readHeadsOf } from '../store/heads.ts'
import { createReferenceReader } from '../store/rows.ts'
import type { App } from './app.ts'

export interface RowCard {
  readonly row: Row
  readonly withSources: boolean
  readonly reference?: Reference | null
  readonly heads?: Heads
  readonly tokens?: TokenCounts
}

/** Assembles the cards of a page, ascending; `groups` holds core at least. What rows share is read once. Hot. */
export function rowCards(app: App, rows: readonly Row[], groups: ReadonlySet<FieldGroup>): RowCard[] {
  if (groups.size === 1) return rows.map((row) => ({ row, withSources: false }))
  const { main } = app.store
  const withSources = groups.has('sources')
  const referenceOf = groups.has('reference') ? createReferenceReader(main) : null
  const heads = groups.has('layers')
    ? readHeadsOf(
        main,
        rows.map(({ ordinal }) => ordinal),
      )
    : null
  const policy = groups.has('tokens') ? app.rules.now().gate.captionPolicy : null
  return rows.map((row) => ({
    row,
    withSources,
    ...(referenceOf !== null && { reference: referenceOf(row.ordinal) }),
    ...(heads !== null && { heads: heads.get(row.ordinal) ?? NO_HEADS }),
    ...(policy !== null && { tokens: tokenCounts(sourceTextOf(row), policy) }),
  }))
}
