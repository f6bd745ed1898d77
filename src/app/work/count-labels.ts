// Counts rows by label, from the index of work: in steps, some 5 µs for each label and 65,536 rows, and more where many have it.
import type { Turn } from '../../base/turn.ts'
import { bitsIn, countBefore, lastPieceIn, type Piece, type RowSet, ROWS_PER_PIECE } from '../../domain/work/row-set.ts'
import type { App } from '../app.ts'
import { isAtHand } from '../caught-up.ts'

interface LabelCounts {
  /** For each label, how many of its rows are in each set. */
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
    const rest = within[0]?.slice()
    for (const [at, name] of names.entries()) {
      if (turn.isOver) await turn.next()
      const labelled = app.work.index.read(piece, `label ${name}`)
      if (labelled !== null) addCounts(labelled, within, rest, counts[at] as number[])
    }
    if (rest !== undefined) without += countBefore(rest, ROWS_PER_PIECE)
  }
  return { counts, without }
}

/** Adds a label's rows in each set to its counts, and takes them from `rest`. Most words of most labels are empty. */
function addCounts(
  labelled: Piece,
  within: readonly (Piece | undefined)[],
  rest: Piece | undefined,
  counts: number[],
): void {
  for (let word = 0; word < labelled.length; word++) {
    const bits = labelled[word] as number
    if (bits === 0) continue
    for (let set = 0; set < within.length; set++) {
      const rows = within[set]
      if (rows !== undefined) counts[set] = (counts[set] as number) + bitsIn(bits & (rows[word] as number))
    }
    if (rest !== undefined) rest[word] = (rest[word] as number) & ~bits
  }
}
