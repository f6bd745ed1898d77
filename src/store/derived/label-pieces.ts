// The rows of every label, by pieces of 65,536 rows, in memory until labels, rules, settings, sources or the rows by
// hand in the piece change. A piece of 1,000 labels takes some 10 ms to read, and one to count in another set of rows.
import { addTo, newPiece, orPiece, type Piece } from '../../domain/work/row-set.ts'
import type { Database } from '../file/environment.ts'
import { asShort, isIn, type ShortPiece } from '../file/packed-rows.ts'
import type { Label } from '../records/labels.ts'
import { type Hand, labelRowsChanges, shortHandsInPiece } from '../rows/label-rows.ts'
import type { LabelBook } from './label-book.ts'

export interface PieceLabels {
  /** By the label's name; none for a label without rows. */
  readonly rows: ReadonlyMap<string, ShortPiece>
  /** Rows with at least one label. */
  readonly any: Piece
}

interface Kept {
  readonly labels: PieceLabels
  readonly book: LabelBook
  /** The version of the index that was read. */
  readonly version: number
  readonly changes: number
  readonly bytes: number
}

/** The state of the index. `version`: null while rules are not applied to all rows, so that nothing is kept. */
interface Asked {
  readonly main: Database
  readonly book: LabelBook
  readonly version: number | null
  /** The rows that need work; null: none. */
  readonly work: () => Piece | null
  readonly rowsOf: (label: Label) => Piece | null
}

/** Pieces beyond this size are read each time. */
const bytesMax = 64 << 20

export class LabelPieces {
  readonly #kept = new Map<number, Kept>()
  #bytes = 0

  of(piece: number, asked: Asked): PieceLabels {
    const { main, book, version } = asked
    const changes = labelRowsChanges(main)[piece] ?? 0
    const kept = this.#kept.get(piece)
    if (kept?.book === book && kept.version === version && kept.changes === changes) return kept.labels
    const labels = readLabels(piece, asked)
    this.#bytes -= kept?.bytes ?? 0
    this.#kept.delete(piece)
    const bytes = [...labels.rows.values()].reduce((sum, rows) => sum + rows.byteLength, labels.any.byteLength)
    if (version === null || this.#bytes + bytes > bytesMax) return labels
    this.#kept.set(piece, { labels, book, version, changes, bytes })
    this.#bytes += bytes
    return labels
  }
}

function readLabels(piece: number, { main, book, work, rowsOf }: Asked): PieceLabels {
  const hands = new Map<number, Partial<Record<Hand, ShortPiece>>>()
  for (const { labelId, hand, rows } of shortHandsInPiece(main, piece))
    hands.set(labelId, { ...hands.get(labelId), [hand]: rows })
  const working = work() ?? newPiece()
  const found = new Map<string, ShortPiece>()
  let any = newPiece()
  for (const label of book.labels) {
    const { added, removed } = hands.get(label.id) ?? {}
    const isByRules = book.rulesOf.has(label.id)
    if (added === undefined && !isByRules) continue
    if (isByRules || removed !== undefined || !(added instanceof Uint16Array)) {
      const rows = rowsOf(label)
      if (rows === null) continue
      any = orPiece(any, rows) ?? any
      found.set(label.name, asShort(rows))
    } else {
      const rows = added.filter((place) => isIn(working, place) === 1)
      for (const place of rows) addTo(any, place)
      found.set(label.name, rows)
    }
  }
  return { rows: found, any }
}
