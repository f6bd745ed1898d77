// A loaded file laid over the rows of the store: which entry each ordinal takes its text from.
import { ordinalOfId, putOrdinalOfId } from '../store/ordinals.ts'
import type { RawText } from '../store/row-block.ts'
import type { LongTxn } from '../store/long-write.ts'
import type { LoadedFile } from './load-slot.ts'

/** What an import does with a slot: nothing, empty it, or fill it with a file. */
export type SlotInput = LoadedFile | 'empty' | null

export interface SlotMap {
  /** The entry of an ordinal, or null. */
  textOf(ordinal: number): RawText | null
  idOf(ordinal: number): Uint8Array | null
  readonly count: number
  /** Entries whose id the store does not know (references only). */
  readonly unknown: number
  readonly isSkipped: ((id: string) => boolean) | null
}

const entriesPerBreath = 20_000

export interface OrdinalSource {
  /** Gives the ordinal of a new id, or 0 when this slot makes no rows. */
  next(): number
}

/** Finds, or gives, the ordinal of every entry. New rows are numbered in the order of the file. */
export async function mapSlot(
  txn: LongTxn,
  file: LoadedFile,
  ordinals: OrdinalSource,
  isStoreEmpty: boolean,
): Promise<SlotMap> {
  const { slot, fileNames, isSkipped } = file
  const fileNumbers = txn.store.files.numbersFor(fileNames)
  let entryOf = new Int32Array(Math.max(1024, slot.count * 2))
  let unknown = 0
  for (let at = 0; at < slot.count; at++) {
    const id = slot.idAt(at)
    let ordinal = isStoreEmpty ? 0 : ordinalOfId(txn.db, id)
    if (ordinal === 0) {
      ordinal = ordinals.next()
      if (ordinal === 0) unknown++
      else putOrdinalOfId(txn.db, id, ordinal)
    }
    if (ordinal >= entryOf.length) entryOf = enlarged(entryOf, ordinal)
    if (ordinal > 0) entryOf[ordinal] = at + 1
    if (at % entriesPerBreath === 0) await txn.breathe()
  }
  const entryAt = (ordinal: number): number => (ordinal < entryOf.length ? (entryOf[ordinal] as number) : 0) - 1
  return {
    textOf(ordinal) {
      const at = entryAt(ordinal)
      if (at < 0) return null
      const text = slot.textAt(at)
      return { ...text, file: fileNumbers[text.file] as number }
    },
    idOf(ordinal) {
      const at = entryAt(ordinal)
      return at < 0 ? null : slot.idAt(at)
    },
    count: slot.count,
    unknown,
    isSkipped,
  }
}

function enlarged(from: Int32Array<ArrayBuffer>, ordinal: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(Math.max(from.length * 2, ordinal + 1))
  to.set(from)
  return to
}
