// Remembers the rows and proposals that this process's latest writes changed: a decision made before them need not be
// repeated with the writer held if none changed its row, and what is known of proposals follows them. A write without a
// list of rows may have changed any row; one of another process, or an import, anything. Invariant: a number means one
// write. Numbers of undone writes are reused, so a failed commit clears everything.

/** So many writes are remembered. */
const writesKept = 256

export interface Changes {
  /** The ids of the rows that a write changes; null: any row, and rules, may have changed. */
  readonly changedRows: ReadonlySet<string> | null
  /** Ids of the proposals that it has stored or removed so far. */
  readonly proposals: readonly number[]
}

export class RecentWrites {
  readonly #changes = new Map<number, Changes>()
  /** How many long writes of this process have ended. What was read while one went on is unsure: it may have been undone. */
  longWrites = 0

  note(write: number, { changedRows, proposals }: Changes): void {
    this.#changes.set(write, { changedRows, proposals })
    this.#changes.delete(write - writesKept)
  }

  /** Forgets all writes, because one was undone, or nobody knows how it ended. */
  forget(): void {
    this.#changes.clear()
  }

  /** Ids of the proposals that writes after `first`, up to `last`, stored or removed; null: not known. */
  proposals(first: number, last: number): readonly number[] | null {
    if (last - first > writesKept) return null
    const lists: (readonly number[])[] = []
    for (let write = first + 1; write <= last; write++) {
      const changes = this.#changes.get(write)
      if (changes === undefined) return null
      lists.push(changes.proposals)
    }
    return lists.flat()
  }

  /** Whether writes after `first` and before `last` may have changed a row. */
  between(first: number, last: number): (rowId: string) => boolean {
    const sets: ReadonlySet<string>[] = []
    for (let write = first + 1; write < last; write++) {
      const rowIds = this.#changes.get(write)?.changedRows
      if (rowIds === undefined || rowIds === null) return () => true
      sets.push(rowIds)
    }
    // A plain loop: it runs for each item of a batch, over up to a dozen writes.
    return (rowId) => {
      for (const rowIds of sets) if (rowIds.has(rowId)) return true
      return false
    }
  }
}
