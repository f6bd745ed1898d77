// The report of an import: counts, and a line for each affected row (docs/command-line.md#import).

export interface SlotCounts {
  total: number
  added: number
  changed: number
  retired: number
  back: number
  unchanged: number
  unknown: number
}

export const noCounts = (): SlotCounts => ({
  total: 0,
  added: 0,
  changed: 0,
  retired: 0,
  back: 0,
  unchanged: 0,
  unknown: 0,
})

export interface HeadCounts {
  changedWithTranslation: number
  /** Changed rows whose sources differ only in cosmetic tokens or white space. */
  changedCosmeticOnly: number
  /** Current texts that this import made stale, or invalid. */
  headsNowStale: number
  headsNowInvalid: number
}

type RowChange = 'added' | 'changed' | 'retired' | 'back'

export interface AffectedRow {
  readonly rowId: string
  readonly ordinal: number
  readonly change: RowChange | 'reference'
  readonly before: string | null
  readonly after: string | null
  readonly hasTranslation: boolean
  readonly isCosmeticOnly: boolean
  readonly headsNowStale: number
  readonly headsNowInvalid: number
}

/** A line of `--report` about an entry that was not imported. */
export interface LeftOut {
  readonly slot: string
  /** Null in a damaged part of a file, where the id is unknown. */
  readonly rowId: string | null
  readonly change: 'unknown' | 'skipped'
  /** Where in the file: `entry 17`, `block 3 at byte 4711`. */
  readonly place: string
  readonly reason: string
}
