// Counts rows by label, from the index of work: in steps, some 10 µs for each label and 65,536 rows.
import type { Turn } from '../../base/turn.ts'
import { andNotPiece, countInBoth, lastPieceIn, type Piece, type RowSet } from '../../domain/work/row-set.ts'
import type { App } from '../app.ts'
import { isAtHand } from '../caught-up.ts'

interface LabelCounts {
  /** Of each label, its rows in each of the sets. */
  readonly counts: readonly (readonly number[])[]
  /** Rows of the first set without any of these labels. */
  readonly without: number
}

/** Waits while a new rule finds its rows. */
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
    const within = sets.map((set) => set.piece(piece))
    let rest: Piece | null = within[0]?.slice() ?? null
    for (const [at, name] of names.entries()) {
      if (turn.isOver) await turn.next()
      const labelled = app.work.index.read(piece, `label ${name}`)
      if (labelled === null) continue
      const of = counts[at] as number[]
      for (const [set, rows] of within.entries()) {
        if (rows !== undefined) of[set] = (of[set] as number) + countInBoth(labelled, rows)
      }
      rest = andNotPiece(rest, labelled)
    }
    if (rest !== null) without += countInBoth(rest, rest)
  }
  return { counts, without }
}
