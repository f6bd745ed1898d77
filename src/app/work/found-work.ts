// Remembers the rows of recent filters in pieces of 65,536 rows, and the rows with pending proposals. After a write only what
// changed is found again.
import type { Piece, RowSet } from '../../domain/work/row-set.ts'
import type { WorkIndex } from '../../store/indexes.ts'
import { readPendingRows } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { writesInView } from '../../store/view.ts'

/** Finds a filter's rows. For a piece that has not changed, `known` returns its rows, which then need no search; else undefined. */
type Find = (known: (piece: number) => Piece | null | undefined) => RowSet

export class FoundWork {
  readonly #index: WorkIndex
  readonly #entriesMax: number
  readonly #found = new Map<string, { readonly writes: number; readonly version: number; readonly rows: RowSet }>()

  constructor(index: WorkIndex, entriesMax: number) {
    this.#index = index
    this.#entriesMax = entriesMax
  }

  /** The rows that are remembered for this very state of store and index; undefined: they are not known. */
  ofNow(store: Store, address: string): RowSet | undefined {
    const found = this.#found.get(address)
    return found?.writes === writesInView(store) && found.version === this.#index.version ? found.rows : undefined
  }

  /** The rows, found anew only where it is needed. `isOfRows`: the filter looks only at rows themselves, so unchanged pieces are kept. */
  get(store: Store, address: string, isOfRows: boolean, find: Find): RowSet {
    const known = this.ofNow(store, address)
    if (known !== undefined) return known
    const before = isOfRows ? this.#found.get(address) : undefined
    const isAsBefore = (piece: number): boolean =>
      before !== undefined && this.#index.versionOf(piece) <= before.version
    const rows = find((piece) => (isAsBefore(piece) ? (before?.rows.piece(piece) ?? null) : undefined))
    this.#found.delete(address)
    for (const [oldest] of this.#found) {
      if (this.#found.size < this.#entriesMax) break
      this.#found.delete(oldest)
    }
    this.#found.set(address, { writes: writesInView(store), version: this.#index.version, rows })
    return rows
  }
}

/** Remembers the pending proposals of rows. After a write only new proposals are read. */
export class PendingRows {
  #writes = -1
  /** Ordinals of the rows by the id of the pending proposal. */
  #rows: ReadonlyMap<number, number> = new Map()
  #ids: ReadonlyMap<number, readonly number[]> = new Map()

  /** Ids of pending proposals by the row's ordinal, ascending. Not for use inside a write: an undone one gives its count to the next. */
  ids(store: Store): ReadonlyMap<number, readonly number[]> {
    const writes = writesInView(store)
    if (writes === this.#writes) return this.#ids
    this.#rows = readPendingRows(store.main, this.#rows)
    const ids = new Map<number, number[]>()
    for (const [id, ordinal] of this.#rows) {
      const others = ids.get(ordinal)
      if (others === undefined) ids.set(ordinal, [id])
      else others.push(id)
    }
    this.#ids = ids
    this.#writes = writes
    return ids
  }
}
