// The labels of given rows, read from the rows, not from the index of work. Costs some microseconds a row.
import { foldLabel } from '../../domain/labels.ts'
import { isIn, type Piece, ROWS_PER_PIECE } from '../../domain/work/row-set.ts'
import { RuleReader } from '../../store/indexes.ts'
import { type Hand, handsInPiece } from '../../store/records.ts'
import { rowView, takeRows } from '../../store/rows.ts'
import type { App } from '../app.ts'

interface LabelOfRow {
  readonly name: string
  readonly by: 'hand' | 'rule'
}

/** The labels of visible rows by ordinal, sorted by name. A row without labels is left out. */
export function labelsOfRows(app: App, ordinals: readonly number[]): Map<number, readonly LabelOfRow[]> {
  const { main } = app.store
  const { labels, rules, policy } = app.labels.now()
  const found = new Map<number, readonly LabelOfRow[]>()
  if (labels.length === 0) return found
  const sorted = [...new Set(ordinals)].toSorted((a, b) => a - b)
  const names = new Map(labels.map(({ id, name }) => [id, name]))
  const reader = new RuleReader(app.store, policy)
  const handsOf = handReader(app)
  for (const row of takeRows(main, sorted, rowView)) {
    if (row.isServiceRow || row.source.start === row.source.end) continue
    const facts = reader.factsOf(row)
    const of = new Map<number, LabelOfRow['by']>()
    for (const { labelId, matches } of rules) if (!of.has(labelId) && matches(facts)) of.set(labelId, 'rule')
    for (const [labelId, hand] of handsOf(row.ordinal)) {
      if (hand === 'added') of.set(labelId, 'hand')
      else of.delete(labelId)
    }
    if (of.size === 0) continue
    const its = Array.from(of, ([labelId, by]) => ({ name: names.get(labelId) ?? '', by }))
    found.set(
      row.ordinal,
      its.toSorted((a, b) => (foldLabel(a.name) < foldLabel(b.name) ? -1 : 1)),
    )
  }
  return found
}

export const labelsOfRow = (app: App, ordinal: number): readonly LabelOfRow[] =>
  labelsOfRows(app, [ordinal]).get(ordinal) ?? []

/** Reads which labels a row got or lost by hand. Keeps what it read of a piece of rows. */
function handReader(app: App): (ordinal: number) => (readonly [labelId: number, hand: Hand])[] {
  let number = -1
  let hands: { readonly labelId: number; readonly hand: Hand; readonly rows: Piece }[] = []
  return (ordinal) => {
    const of = Math.floor(ordinal / ROWS_PER_PIECE)
    if (of !== number) {
      number = of
      hands = [...handsInPiece(app.store.main, of)]
    }
    const place = ordinal % ROWS_PER_PIECE
    return hands.filter(({ rows }) => isIn(rows, place) === 1).map(({ labelId, hand }) => [labelId, hand] as const)
  }
}
