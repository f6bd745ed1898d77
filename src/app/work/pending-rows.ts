// Remembers the pending proposals of rows. After a write only new proposals are read.
import { readPendingRows } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { writesInView } from '../../store/view.ts'

export class PendingRows {
  #writes = -1
  /** By the proposal's id. */
  #rows: ReadonlyMap<number, number> = new Map()
  #ids: ReadonlyMap<number, readonly number[]> = new Map()

  /** Ids by the row's ordinal, ascending. For reads outside of writes, because an undone write gives its count back. */
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
