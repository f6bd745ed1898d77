// Remembers the rows with pending proposals. After a write only new proposals are read.
import { readPendingRows } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { writesInView } from '../../store/view.ts'

export class PendingRows {
  #writes = -1
  /** By the proposal's id. */
  #rows: ReadonlyMap<number, number> = new Map()
  #counts: ReadonlyMap<number, number> = new Map()

  /** How many a row has, by its ordinal. For reads outside of writes, because an undone write gives its count back. */
  counts(store: Store): ReadonlyMap<number, number> {
    const writes = writesInView(store)
    if (writes === this.#writes) return this.#counts
    this.#rows = readPendingRows(store.main, this.#rows)
    const counts = new Map<number, number>()
    for (const ordinal of this.#rows.values()) counts.set(ordinal, (counts.get(ordinal) ?? 0) + 1)
    this.#counts = counts
    this.#writes = writes
    return counts
  }
}
