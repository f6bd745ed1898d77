// A row's neighbours in the game's files, and other rows with its source and their translations. Only a few are read: a source that
// occurs ten thousand times costs no more than one that occurs two hundred times.
import type { Heads, Row } from '../../domain/row.ts'
import { isStale } from '../../domain/row.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import { readHeads, readRow, rowsWithSource, rowView, type RowView, takeVisible } from '../../store/rows.ts'
import type { App } from '../app.ts'

export interface RowWithHeads {
  readonly row: Row
  readonly heads: Heads
}

export interface SameSourceText {
  readonly text: string
  readonly layer: Layer
  readonly rows: number
  readonly rowId: string
}

interface SameSource {
  /** The number of other rows; a lower bound when `isMore`. */
  readonly others: number
  readonly isMore: boolean
  /** Manual before machine, then the most frequent first; stale, rejected and invalid texts are left out. */
  readonly texts: readonly SameSourceText[]
}

export interface Surroundings {
  readonly before: readonly RowWithHeads[]
  readonly after: readonly RowWithHeads[]
  readonly sameSource: SameSource
}

const neighboursShown = 2
/** So many rows are searched for a neighbour that is still in the game. */
const lookedBack = 32
const sameSourceMax = 200

export function readSurroundings(app: App, row: Row): Surroundings {
  const { main, files } = app.store
  const from = Math.max(0, row.ordinal - 1 - lookedBack)
  const count = row.ordinal - from + neighboursShown
  const near = takeVisible(main, from, count, rowView)
  const withHeads = (each: RowView): RowWithHeads => ({
    row: each.toRow(files.nameOf),
    heads: readHeads(main, each.ordinal),
  })
  return {
    before: near
      .filter(({ ordinal }) => ordinal < row.ordinal)
      .slice(-neighboursShown)
      .map(withHeads),
    after: near
      .filter(({ ordinal }) => ordinal > row.ordinal)
      .slice(0, neighboursShown)
      .map(withHeads),
    sameSource: readSameSource(app, row),
  }
}

function readSameSource(app: App, row: Row): SameSource {
  const texts = new Map<string, { text: string; layer: Layer; rows: number; rowId: string }>()
  let others = 0
  let isMore = false
  for (const other of rowsOfSource(app, row)) {
    if (others === sameSourceMax) {
      isMore = true
      break
    }
    others++
    const found = usableText(readHeads(app.store.main, other.ordinal), row)
    if (found === null) continue
    const key = `${found.layer} ${found.text}`
    const known = texts.get(key)
    if (known === undefined) texts.set(key, { ...found, rows: 1, rowId: other.rowId })
    else known.rows++
  }
  const order = [...texts.values()].sort(
    (a, b) => Number(b.layer === 'manual') - Number(a.layer === 'manual') || b.rows - a.rows,
  )
  return { others, isMore, texts: order }
}

/** Rows of the game with the same source, in file order. */
function* rowsOfSource(app: App, row: Row): Generator<Row> {
  const { main, files } = app.store
  for (const ordinal of rowsWithSource(main, row.sourceHash)) {
    if (ordinal === row.ordinal) continue
    const other = readRow(main, files, ordinal)
    // The table's key is only a part of the hash.
    if (other !== null && other.sourceHash === row.sourceHash) yield other
  }
}

function usableText(heads: Heads, row: Row): { text: string; layer: Layer } | null {
  for (const layer of ['manual', 'machine'] as const) {
    const head = heads[layer]
    if (head === null || head.isInvalid || head.status === 'rejected' || isStale(head, row.sourceHash)) continue
    return { text: head.text, layer }
  }
  return null
}
