// Decides the change that newly imported game files make to one row, from its texts before and after. Works on bytes,
// because an import does this for every row and most are unchanged.
import type { SlotCounts } from './import-report.ts'

/** A row's text in one file; a deletion marker has no bytes. */
export interface SlotText {
  readonly bytes: Uint8Array
  readonly isDeleted: boolean
}

/** A row's texts in the main file and in the diff. One of them is there: a row without either is passed as null. */
interface SlotTexts {
  readonly main: SlotText | null
  readonly diff: SlotText | null
}

/**
 * `same`: every byte is equal. `moved`: the text of a slot changed, but not the effective source. `changed`: the
 * effective source changed. `back`: the row was retired before.
 */
export type SourceChange = 'same' | 'moved' | 'changed' | 'added' | 'back' | 'retired'

/** What happens to a row. Null: it is in neither the old nor the new files. */
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

/** What happens to a row's text in one file. Null: there is none before or after. */
export function decideSlot(
  before: SlotText | null,
  after: SlotText | null,
  wasRetired: boolean,
): Exclude<keyof SlotCounts, 'total' | 'unknown'> | null {
  if (before === null) return after === null ? null : wasRetired ? 'back' : 'added'
  if (after === null) return 'retired'
  return isSameText(before, after) ? 'unchanged' : 'changed'
}

export const effectiveSource = (row: SlotTexts | null): SlotText | null => row?.diff ?? row?.main ?? null

/** Whether both are the same, byte for byte. False if either row is missing. */
export function isSameSource(a: SlotTexts | null, b: SlotTexts | null): boolean {
  const [from, to] = [effectiveSource(a), effectiveSource(b)]
  return from !== null && to !== null && isSameBytes(from.bytes, to.bytes)
}

/** Whether two texts are the same, whatever their files and lines. */
export const isSameText = (a: SlotText, b: SlotText): boolean =>
  a.isDeleted === b.isDeleted && isSameBytes(a.bytes, b.bytes)

export const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && Buffer.compare(a, b) === 0

const isSameSlot = (a: SlotText | null, b: SlotText | null): boolean =>
  a === null || b === null ? a === b : isSameText(a, b)
