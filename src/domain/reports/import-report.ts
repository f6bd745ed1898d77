// What an import did, as counts and as a line per affected row (docs/command-line.md#import).

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
  /** Of the rows whose effective source changed. */
  changedWithTranslation: number
  /** Of those, sources that differ only in cosmetic tokens or white space. */
  changedCosmeticOnly: number
  /** Heads that this import made stale, or invalid. */
  headsNowStale: number
  headsNowInvalid: number
}

type RowChange = 'added' | 'changed' | 'retired' | 'back'

/** One line of `--report`. */
export interface AffectedRow {
  readonly rowId: string
  readonly ordinal: number
  readonly change: RowChange | 'reference'
  /** The effective source before and after; null where there was or is none. */
  readonly before: string | null
  readonly after: string | null
  readonly hasTranslation: boolean
  readonly isCosmeticOnly: boolean
  readonly headsNowStale: number
  readonly headsNowInvalid: number
}

/** One line of `--report` about an entry of a file that nothing was done with. */
export interface LeftOut {
  /** The option that named the file. */
  readonly slot: string
  /** Null: of a damaged part nobody knows it. */
  readonly rowId: string | null
  readonly change: 'unknown' | 'skipped'
  /** Where in the file: `entry 17`, `block 3 at byte 4711`. */
  readonly place: string
  /** A sentence. */
  readonly reason: string
}
