// Which texts memory and its offers know: those of the game, and for a person also their own proposals that wait, which would be bought
// again by those who may only propose (docs/memory.md#memory).
import { pendingHead } from '../../domain/proposal.ts'
import { type Heads, isStale } from '../../domain/row.ts'
import { pendingOf } from '../../store/records.ts'
import { readHeads } from '../../store/rows.ts'
import type { App } from '../app.ts'

export interface KnownTo {
  /** The heads of a row. A pending proposal of the person stands as the manual one, unless there is one for the same source. */
  readonly headsOf: (ordinal: number) => Heads
  /** The rows for which the person has a pending proposal. */
  readonly proposed: ReadonlySet<number>
}

/** `userId` null: only the texts of the game are known. Not for use inside a write. */
export function knownTo({ store, work }: App, userId: number | null): KnownTo {
  const { main } = store
  const proposed = work.pending.rowsOf(store, userId)
  const headsOf = (ordinal: number): Heads => {
    const heads = readHeads(main, ordinal)
    const pending = userId !== null && proposed.has(ordinal) ? pendingOf(main, userId, ordinal) : null
    if (pending === null || (heads.manual !== null && !isStale(heads.manual, pending.sourceHash))) return heads
    return { ...heads, manual: pendingHead(pending) }
  }
  return { headsOf, proposed }
}
