// Rows with their translations at an earlier time (docs/taking-back.md#what-stood-at-a-time). Their sources are the
// present ones, because earlier ones are not kept.
import type { Heads, Row } from '../../domain/row.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { breaksMarkup } from '../../domain/text/compare.ts'
import { cellOf, cellsOf } from '../../domain/cell.ts'
import type { RowState, SourceFilter } from '../../domain/vocabulary.ts'
import type { Database } from '../../store/store.ts'
import { imports } from '../../store/records.ts'
import { readHeadsAt, readRow, visibleOrdinals } from '../../store/rows.ts'
import type { App } from '../app.ts'

/** Reads what translations a row had at the end of the millisecond `atMs`. */
export function headsAt(app: App, db: Database, atMs: number): (row: Row) => Heads {
  const { markup } = app.rules.now().gate
  return (row) => readHeadsAt(db, row.ordinal, atMs, (text) => breaksMarkup(sourceTextOf(row), text, markup))
}

export function sourcesWarning({ store }: App, atMs: number): string | null {
  let count = 0
  for (const record of imports(store.main)) {
    if (record.atMs <= atMs) break
    if (record.files.some(({ slot }) => slot === 'main' || slot === 'diff')) count++
  }
  if (count === 0) return null
  return (
    `game files have been imported ${count === 1 ? 'once' : `${count} times`} since then: translations ` +
    `are shown as they were, rows and sources as they are now`
  )
}

interface PageAt {
  readonly atMs: number
  readonly state: RowState
  readonly source: SourceFilter
  /** The last ordinal of the page before, so that this one follows it; 0: the first page. */
  readonly after: number
  readonly limit: number
}

const ordinalsPerLook = 512

export function listRowsAt(
  app: App,
  { atMs, state, source, after, limit }: PageAt,
): { readonly ordinals: readonly number[]; readonly next: number | null } {
  const { main, files } = app.store
  const wanted = new Set(cellsOf(state, source))
  const headsOf = headsAt(app, main, atMs)
  const ordinals: number[] = []
  let last = after
  for (;;) {
    const some = visibleOrdinals(main, last, ordinalsPerLook)
    for (const ordinal of some) {
      const row = readRow(main, files, ordinal)
      if (row === null || !wanted.has(cellOf(row, headsOf(row)))) continue
      if (ordinals.length === limit) return { ordinals, next: ordinals.at(-1) ?? null }
      ordinals.push(ordinal)
    }
    const end = some.at(-1)
    if (end === undefined) return { ordinals, next: null }
    last = end
  }
}
