// The texts of one row in the main file and the diff of a pair, after an import of them.
import { decideSlot, effectiveSource, isSameSource } from '../../../domain/decide-source.ts'
import type { SlotCounts } from '../../../domain/reports/import-report.ts'
import type { RawRow, RawText } from '../../../store/rows.ts'
import { hashOfText, isServiceBytes } from '../raw-row.ts'
import type { Mapped } from './slot-map.ts'

/** `id`: the row's, if it had a text in any file. */
export function slotText(map: Mapped, ordinal: number, before: RawText | null, id: Uint8Array | null): RawText | null {
  if (map === null) return before
  if (map === 'empty') return null
  const text = map.textOf(ordinal)
  if (text !== null || before === null || id === null || map.isSkipped === null) return text
  return map.isSkipped(Buffer.from(id).toString('hex'), before.file) ? before : null
}

export function countSlot(
  counts: SlotCounts,
  map: Mapped,
  before: RawText | null,
  after: RawText | null,
  wasRetired: boolean,
): void {
  if (map === null) return
  if (after !== null) counts.total++
  const change = decideSlot(before, after, wasRetired)
  if (change !== null) counts[change]++
}

export function idIn(maps: readonly Mapped[], ordinal: number): Uint8Array {
  for (const map of maps) {
    const id = map === null || map === 'empty' ? null : map.idOf(ordinal)
    if (id !== null) return id
  }
  throw new Error(`no id for ordinal ${ordinal}`)
}

/** Null: without texts. `before`: a row whose hash is taken over if the source is the same. */
export function rowOfTexts(
  texts: Pick<RawRow, 'pair' | 'main' | 'diff'>,
  before: RawRow | null,
  idOf: () => Uint8Array,
): RawRow | null {
  const source = effectiveSource(texts)
  if (source === null) return null
  const slots = { ...texts, id: before?.id ?? idOf() }
  return before !== null && isSameSource(before, slots)
    ? { ...slots, hash: before.hash, isServiceRow: before.isServiceRow }
    : { ...slots, hash: hashOfText(source.bytes), isServiceRow: isServiceBytes(source.bytes) }
}
