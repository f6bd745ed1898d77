// Which texts memory and its offers know: those of the game, and for a person also their own proposals that wait, which would be bought
// again by those who may only propose (docs/memory.md#memory).
import { pendingHead } from '../../domain/proposal.ts'
import { type Heads, isStale } from '../../domain/row.ts'
import { pendingOf, pendingRowsOf } from '../../store/records.ts'
import { readHeads } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'

export interface KnownTo {
  /** The heads of a row. A pending proposal of the person stands as the manual one, unless there is one for the same source. */
  readonly headsOf: (ordinal: number) => Heads
  /** The rows for which the person has a pending proposal, ascending. */
  readonly proposed: readonly number[]
}

/** `userId` null: only the texts of the game are known. */
export function knownTo(db: Database, userId: number | null): KnownTo {
  const proposed = userId === null ? [] : pendingRowsOf(db, userId)
  if (userId === null || proposed.length === 0) return { headsOf: (ordinal) => readHeads(db, ordinal), proposed }
  const rows = new Set(proposed)
  const headsOf = (ordinal: number): Heads => {
    const heads = readHeads(db, ordinal)
    const pending = rows.has(ordinal) ? pendingOf(db, userId, ordinal) : null
    if (pending === null || (heads.manual !== null && !isStale(heads.manual, pending.sourceHash))) return heads
    return { ...heads, manual: pendingHead(pending) }
  }
  return { headsOf, proposed }
}
