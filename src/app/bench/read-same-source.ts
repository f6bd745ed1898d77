// Other rows with a row's source, and their translations. Reads a few, so a source that occurs ten thousand times costs
// no more than one that occurs two hundred times.
import type { Heads, Row } from '../../domain/row.ts'
import { isStale } from '../../domain/row.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import { readHeads, readView, rowsWithSource } from '../../store/rows.ts'
import type { App } from '../app.ts'

export interface SameSourceText {
  readonly text: string
  readonly layer: Layer
  readonly rows: number
  readonly rowId: string
}

export interface SameSource {
  /** A lower bound if `isMore`. */
  readonly others: number
  readonly isMore: boolean
  /** Manual before machine, then the most frequent first; stale, rejected and invalid texts are left out. */
  readonly texts: readonly SameSourceText[]
}

const sameSourceMax = 200

export function readSameSource(app: App, row: Row): SameSource {
  const { main } = app.store
  const texts = new Map<string, { text: string; layer: Layer; rows: number; rowId: string }>()
  let others = 0
  let isMore = false
  // The table knows eight bytes of the hash; those that it names are read only for what their texts are shown with.
  for (const ordinal of rowsWithSource(main, row.sourceHash)) {
    if (ordinal === row.ordinal) continue
    if (others === sameSourceMax) {
      isMore = true
      break
    }
    others++
    const found = usableText(readHeads(main, ordinal), row)
    if (found === null) continue
    const key = `${found.layer} ${found.text}`
    const known = texts.get(key)
    if (known === undefined) texts.set(key, { ...found, rows: 1, rowId: readView(main, ordinal)?.rowId ?? '' })
    else known.rows++
  }
  const order = [...texts.values()].sort(
    (a, b) => Number(b.layer === 'manual') - Number(a.layer === 'manual') || b.rows - a.rows,
  )
  return { others, isMore, texts: order }
}

function usableText(heads: Heads, row: Row): { text: string; layer: Layer } | null {
  for (const layer of ['manual', 'machine'] as const) {
    const head = heads[layer]
    if (head === null || head.isInvalid || head.status === 'rejected' || isStale(head, row.sourceHash)) continue
    return { text: head.text, layer }
  }
  return null
}

export const countOtherTexts = ({ texts }: SameSource, text: string): number =>
  texts.reduce((sum, other) => sum + (other.text === text ? 0 : other.rows), 0)
