// Values that a process made from one state of main, kept until the next write of any process. For reads outside of writes only: an
// undone write gives its count back, and the next write gets the same count.
import type { Store } from '../store.ts'
import { writesInView } from './times.ts'

export class SnapshotMemo<V> {
  readonly #entriesMax: number
  readonly #values = new Map<string, V>()
  #writes = -1

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  /** The value under `key`, made if this state of main has none yet. Absent values are not kept. */
  get(store: Store, key: string, make: () => V | undefined): V | undefined {
    const writes = writesInView(store)
    if (writes !== this.#writes || this.#values.size >= this.#entriesMax) {
      this.#values.clear()
      this.#writes = writes
    }
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const value = make()
    if (value !== undefined) this.#values.set(key, value)
    return value
  }
}
