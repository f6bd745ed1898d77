// Counts rows by label, from the index of work, in pieces of 65,536 rows. A piece is counted again only when its labels, or the rows
// asked about in it, are others.
import type { Turn } from '../../base/turn.ts'
import { andNotPiece, countRows, lastPieceIn, type Piece, type RowSet } from '../../domain/work/row-set.ts'
import { countShortIn, type PieceLabels } from '../../store/indexes.ts'
import type { App } from '../app.ts'
import { isAtHand } from '../caught-up.ts'

interface LabelCounts {
  /** For each label, how many of its rows are in each of the sets. */
  readonly counts: readonly (readonly number[])[]
  /** How many rows of the first set have no label. */
  readonly without: number
}

/** Counts rows by label. Waits while a new rule finds its rows. */
export async function countLabels(
  app: App,
  names: readonly string[],
  sets: readonly [RowSet, ...RowSet[]],
  turn: Turn,
): Promise<LabelCounts> {
  await isAtHand(app, 0, true)
  const counts = names.map(() => sets.map(() => 0))
  let without = 0
  for (let piece = 0; piece <= lastPieceIn(sets); piece++) {
    if (turn.isOver) await turn.next()
    const labels = app.work.index.labelsOf(piece)
    for (const [at, set] of sets.entries()) {
      const rows = set.piece(piece)
      if (rows === undefined) continue
      const here = countHere(labels, rows)
      if (at === 0) without += here.without
      for (const [name, of] of names.entries()) {
        const sums = counts[name] as number[]
        sums[at] = (sums[at] as number) + (here.of.get(of) ?? 0)
      }
    }
  }
  return { counts, without }
}

interface CountsHere {
  readonly of: ReadonlyMap<string, number>
  readonly without: number
}

/** By labels of a piece and rows in it: neither object ever changes. */
const known = new WeakMap<PieceLabels, WeakMap<Piece, CountsHere>>()

function countHere(labels: PieceLabels, rows: Piece): CountsHere {
  const byRows = known.get(labels) ?? new WeakMap<Piece, CountsHere>()
  known.set(labels, byRows)
  const before = byRows.get(rows)
  if (before !== undefined) return before
  const of = new Map(Array.from(labels.rows, ([name, labelled]) => [name, countShortIn(labelled, rows)]))
  const rest = andNotPiece(rows.slice(), labels.any) ?? rows
  const counted = { of, without: countRows(rest) }
  byRows.set(rows, counted)
  return counted
}
