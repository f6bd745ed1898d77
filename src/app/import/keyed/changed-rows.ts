// The rows of a game with keys whose source an import changes, noted while it is planned: what followed-texts.ts looks at.
import type { RawRow } from '../../../store/rows.ts'
import { hexOf } from '../raw-row.ts'
import { countsIn } from '../row-plan.ts'

export interface ChangedRow {
  readonly rowId: string
  /** A number: in a game of several files the rows of a list are of one file. */
  readonly file: number
  /** Null: there was, or is, no row. */
  readonly before: string | null
  readonly after: string | null
  /** Its texts that the change makes stale, or invalid. */
  readonly stale: number
  readonly invalid: number
}

export class ChangedRows {
  readonly #rows = new Map<number, ChangedRow>()

  note(ordinal: number, before: RawRow | null, after: RawRow | null, facts: number): void {
    const row = after ?? before
    if (row === null) return
    this.#rows.set(ordinal, {
      rowId: hexOf(row.id),
      file: fileOf(row),
      before: before && hexOf(before.hash),
      after: after && hexOf(after.hash),
      ...countsIn(facts),
    })
  }

  rows(): ReadonlyMap<number, ChangedRow> {
    return this.#rows
  }
}

export const fileOf = ({ main, diff }: RawRow): number => (diff ?? main)?.file ?? 0

/** How many rows have the source now that another one had before. */
export function movedIn(changed: ReadonlyMap<number, ChangedRow> | null): number {
  const rows = [...(changed?.values() ?? [])]
  const before = new Set(rows.map((row) => row.before))
  return rows.filter((row) => row.before !== null && row.after !== null && before.has(row.after)).length
}
