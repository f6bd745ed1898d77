// The entry of each row of the store in a loaded file, in four bytes a row.
import { ordinalOfId, type RawText } from '../../../store/rows.ts'
import type { Aside } from '../../../store/txn.ts'
import type { LoadedFile } from './load-slot.ts'
import { NewIds } from './new-ids.ts'

export type SlotInput = LoadedFile | 'empty' | null

interface SlotMap {
  /** Valid until the call after the next. */
  textOf(ordinal: number): RawText | null
  idOf(ordinal: number): Uint8Array | null
  readonly count: number
  readonly isSkipped: ((id: string, file: number) => boolean) | null
}

/** Null: the import leaves this file's texts as they are. */
export type Mapped = SlotMap | 'empty' | null

const entriesPerBreath = 20_000

interface MapOptions {
  readonly fileNumbers: readonly number[]
  /** Gives new rows their ordinals in file order; null: this file makes no rows. */
  readonly newRows: { next: number; isStoreEmpty: boolean } | null
  /** Ordinals of known rows are below it. */
  readonly known: number
  readonly onUnknown: (text: RawText, id: Uint8Array) => void
}

export async function mapSlot(
  aside: Aside,
  file: LoadedFile,
  { fileNumbers, newRows, known, onUnknown }: MapOptions,
): Promise<SlotMap> {
  const { entries, isSkipped } = file
  const first = newRows?.next ?? 0
  const added = new NewIds()
  // Larger than needed: the system gives memory only for the part that is written.
  const placeOf = new Uint32Array(Math.max(known, first) + (newRows === null ? 0 : entries.count))
  let seen = 0
  for (const place of entries.places()) {
    const id = entries.idAt(place)
    const ordinal = newRows?.isStoreEmpty === true ? 0 : ordinalOfId(aside.db, id)
    if (ordinal > 0) placeOf[ordinal] = place + 1
    else if (newRows === null) onUnknown(entries.textAt(place), id)
    else placeOf[first + added.add(id)] = place + 1
    if (++seen % entriesPerBreath === 0) await aside.breathe()
  }
  if (newRows !== null && added.count > 0) {
    await aside.nameRows(added.inOrder(first))
    newRows.next += added.count
  }
  const placeAt = (ordinal: number): number => (placeOf[ordinal] ?? 0) - 1
  return {
    textOf(ordinal) {
      const place = placeAt(ordinal)
      if (place < 0) return null
      const text = entries.textAt(place)
      return { ...text, file: fileNumbers[text.file] as number }
    },
    idOf(ordinal) {
      const place = placeAt(ordinal)
      return place < 0 ? null : entries.idAt(place)
    },
    count: entries.count,
    isSkipped,
  }
}
