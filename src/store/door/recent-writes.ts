// Which rows this process's last writes changed, by the number of each write: what was worked out about a row before them
// stands if none of them changed it, and need not be worked out again with the writer held. A write that does not say
// which rows it changed may have changed anything; so may one of another process, whose number nobody noted here.
// Invariant: a number stands for one write only. Numbers of writes that were undone are given again, so a failed commit
// makes everything be forgotten.

/** Older ones are forgotten: what was worked out before them is worked out anew. */
const writesKept = 256

export class RecentWrites {
  readonly #rowsByWrite = new Map<number, ReadonlySet<string>>()

  /** Notes a write that was carried out; null: it may have changed anything. */
  note(write: number, rowIds: ReadonlySet<string> | null): void {
    if (rowIds === null) this.#rowsByWrite.delete(write)
    else this.#rowsByWrite.set(write, rowIds)
    this.#rowsByWrite.delete(write - writesKept)
  }

  /** To be called when a write was undone, or nothing is known about it. */
  forget(): void {
    this.#rowsByWrite.clear()
  }

  /** Tells of a row whether a write after `first` and before `last` may have changed it. */
  between(first: number, last: number): (rowId: string) => boolean {
    const sets: ReadonlySet<string>[] = []
    for (let write = first + 1; write < last; write++) {
      const rowIds = this.#rowsByWrite.get(write)
      if (rowIds === undefined) return () => true
      sets.push(rowIds)
    }
    // Asked for each item of a batch, about the writes of up to a dozen others: a plain loop.
    return (rowId) => {
      for (const rowIds of sets) if (rowIds.has(rowId)) return true
      return false
    }
  }
}
