// What a process read and made from one state of main, kept for exactly as long as that state stands: a write of any process
// ends it. For reads outside of writes only: a write that is undone takes its count back, and the next one gets the same.
import type { Store } from '../store.ts'
import { writesInView } from './times.ts'

export class SnapshotMemo<V> {
  readonly #entriesMax: number
  readonly #values = new Map<string, V>()
  #writes = -1

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  /** The value under `key`, made now if this state of main has none yet. Absent values are not remembered. */
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
