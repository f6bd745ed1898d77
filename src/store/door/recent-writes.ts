// Remembers the rows that this process's latest writes changed, so that a decision made before them need not be
// repeated with the writer held if none changed its row. A write without a list of rows, or of another process, may
// have changed anything. Invariant: a number means one write. Numbers of undone writes are reused, so a failed commit
// clears everything.

/** So many writes are remembered. A decision made before them is repeated. */
const writesKept = 256

export class RecentWrites {
  readonly #rowsByWrite = new Map<number, ReadonlySet<string>>()

  /** Remembers a write and the rows that it changed. Null: it may have changed anything. */
  note(write: number, rowIds: ReadonlySet<string> | null): void {
    if (rowIds === null) this.#rowsByWrite.delete(write)
    else this.#rowsByWrite.set(write, rowIds)
    this.#rowsByWrite.delete(write - writesKept)
  }

  /** Forgets all writes, because one was undone, or nobody knows how it ended. */
  forget(): void {
    this.#rowsByWrite.clear()
  }

  /** Whether writes after `first` and before `last` may have changed a row. */
  between(first: number, last: number): (rowId: string) => boolean {
    const sets: ReadonlySet<string>[] = []
    for (let write = first + 1; write < last; write++) {
      const rowIds = this.#rowsByWrite.get(write)
      if (rowIds === undefined) return () => true
      sets.push(rowIds)
    }
    // A plain loop: it runs for each item of a batch, over up to a dozen writes.
    return (rowId) => {
      for (const rowIds of sets) if (rowIds.has(rowId)) return true
      return false
    }
  }
}
