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

/** The size of a patch, which counts also rows without anything to translate. */
export interface PatchSize {
  readonly added: number
  readonly changed: number
  readonly retired: number
}

/** A count of a stored report, whose members have no type; 0 if it is missing. */
export function countIn(counts: object, name: string): number {
  const value: unknown = Object.getOwnPropertyDescriptor(counts, name)?.value
  return typeof value === 'number' ? value : 0
}

/** The size of the patch that an import brought. Null: it brought only translations or references. */
export function patchSizeOf(report: Readonly<Record<string, unknown>>): PatchSize | null {
  const { rows } = report
  if (typeof rows !== 'object' || rows === null) return null
  const of = (name: string): number => countIn(rows, name)
  return { added: of('added') + of('back'), changed: of('changed'), retired: of('retired') }
}

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
  /** `other_source`: the row's text in the further pair `pair` is `after`, not its source `before`. */
  readonly change: RowChange | 'reference' | 'other_source'
  readonly pair?: string
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
