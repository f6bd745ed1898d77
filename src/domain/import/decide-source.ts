// What new files do to one row, decided from its texts before and after, as bytes: an import asks this for every row of the
// game, and most of them are as they were. The effective source is the diff's text where there is one, else the main file's.
import type { SlotCounts } from '../reports/import-report.ts'

/** The text of a slot; a deletion marker has no bytes. */
export interface SlotText {
  readonly bytes: Uint8Array
  readonly isDeleted: boolean
}

/** The texts of a row; one that has neither is not there. */
interface SlotTexts {
  readonly main: SlotText | null
  readonly diff: SlotText | null
}

/**
 * What became of a row. `same`: every byte of it. `moved`: a slot has another text, the effective source has not.
 * `changed`: the effective source is another one. `back`: it was retired before.
 */
export type SourceChange = 'same' | 'moved' | 'changed' | 'added' | 'back' | 'retired'

/** Decides about one row; null: it is neither in the old files nor in the new. `wasRetired`: one without texts was there once. */
export function decideSource(
  before: SlotTexts | null,
  after: SlotTexts | null,
  wasRetired: boolean,
): SourceChange | null {
  if (after === null) return before === null ? null : 'retired'
  if (before === null) return wasRetired ? 'back' : 'added'
  if (!isSameSource(before, after)) return 'changed'
  return isSameSlot(before.main, after.main) && isSameSlot(before.diff, after.diff) ? 'same' : 'moved'
}

/** What became of one slot of a row, as an import counts it; null: it had no text and has none. */
export function decideSlot(
  before: SlotText | null,
  after: SlotText | null,
  wasRetired: boolean,
): Exclude<keyof SlotCounts, 'total' | 'unknown'> | null {
  if (before === null) return after === null ? null : wasRetired ? 'back' : 'added'
  if (after === null) return 'retired'
  return isSameText(before, after) ? 'unchanged' : 'changed'
}

/** The text that the game shows; null: the row is not there. */
export const effectiveSource = (row: SlotTexts | null): SlotText | null => row?.diff ?? row?.main ?? null

/** Whether both have the same effective source, byte for byte; a row that is not there has another one than any row. */
export function isSameSource(a: SlotTexts | null, b: SlotTexts | null): boolean {
  const [from, to] = [effectiveSource(a), effectiveSource(b)]
  return from !== null && to !== null && isSameBytes(from.bytes, to.bytes)
}

/** The same text; another place in another file is no change. */
export const isSameText = (a: SlotText, b: SlotText): boolean =>
  a.isDeleted === b.isDeleted && isSameBytes(a.bytes, b.bytes)

/** Equal byte for byte. */
export const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && Buffer.compare(a, b) === 0

const isSameSlot = (a: SlotText | null, b: SlotText | null): boolean =>
  a === null || b === null ? a === b : isSameText(a, b)
