// What filters of work found, kept by piece of 65,536 rows: after a write only the pieces are found anew in which a row has
// changed.
import type { Piece, RowSet } from '../../domain/work/row-set.ts'
import { ROWS_PER_PIECE } from '../../domain/work/row-set.ts'
import { lastTimeGiven, writesInView } from '../../store/door/times.ts'
import { ROWS_PER_CHUNK } from '../../store/rows/grouping.ts'
import { readGeneration } from '../../store/records/settings.ts'
import { chunksChangedSince } from '../../store/rows/changes.ts'
import type { Store } from '../../store/store.ts'

interface Found {
  readonly writes: number
  /** Changes of rows that leave their times as they are. */
  readonly unstamped: number
  readonly lastTimeMs: number
  readonly rows: RowSet
}

/** Finds the rows; `known` gives those of a piece that have not changed, undefined where they are to be found. */
type Find = (known: (piece: number) => Piece | null | undefined) => RowSet

export class FoundWork {
  readonly #entriesMax: number
  readonly #found = new Map<string, Found>()

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  /** The rows of the filter with this address if they are known as the store is now. */
  ofNow(store: Store, address: string): RowSet | undefined {
    const found = this.#found.get(address)
    return found?.writes === writesInView(store) ? found.rows : undefined
  }

  /**
   * The rows of the filter with this address as the store is now. `isOfRows`: whether a row is in it depends on that row alone, so
   * that pieces may be kept.
   */
  get(store: Store, address: string, isOfRows: boolean, find: Find): RowSet {
    const known = this.ofNow(store, address)
    if (known !== undefined) return known
    const before = this.#found.get(address)
    const now = {
      writes: writesInView(store),
      unstamped: readGeneration(store.main, 'unstamped'),
      lastTimeMs: lastTimeGiven(store),
    }
    const rows = find(isOfRows && before?.unstamped === now.unstamped ? unchangedOf(store, before) : () => undefined)
    this.#found.delete(address)
    for (const [oldest] of this.#found) {
      if (this.#found.size < this.#entriesMax) break
      this.#found.delete(oldest)
    }
    this.#found.set(address, { ...now, rows })
    return rows
  }
}

const chunksPerPiece = ROWS_PER_PIECE / ROWS_PER_CHUNK

function unchangedOf({ main }: Store, { lastTimeMs, rows }: Found): (piece: number) => Piece | null | undefined {
  const changed = new Set(chunksChangedSince(main, lastTimeMs, 0).map((chunk) => Math.floor(chunk / chunksPerPiece)))
  return (piece) => (changed.has(piece) ? undefined : (rows.piece(piece) ?? null))
}
