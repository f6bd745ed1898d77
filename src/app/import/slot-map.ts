// Tells where each row of the store has its entry in a loaded file, in four bytes a row.
import { decideSlot, effectiveSource, isSameSource } from '../../domain/decide-source.ts'
import type { SlotCounts } from '../../domain/import-report.ts'
import { ROW_ID_BYTES } from '../../domain/row.ts'
import { ordinalOfId, type RawRow, type RawText } from '../../store/rows.ts'
import type { Aside } from '../../store/txn.ts'
import { hashOfText, isServiceBytes } from './raw-row.ts'
import type { LoadedFile } from './spooled-file.ts'

const idsPerChunk = 1 << 17
const buckets = 1 << 16

/**
 * Collects ids of new rows, numbered as they come, and gives them out almost sorted: in key order each page of a table
 * is written once, in file order every small transaction would write nearly all. Takes 8 bytes an id while collecting,
 * 12 while giving out.
 */
class NewIds {
  count = 0
  readonly #chunks: Buffer[] = []

  add(id: Uint8Array): number {
    const number = this.count++
    if (number % idsPerChunk === 0) this.#chunks.push(Buffer.allocUnsafeSlow(ROW_ID_BYTES * idsPerChunk))
    this.#chunks[this.#chunks.length - 1]?.set(id, ROW_ID_BYTES * (number % idsPerChunk))
    return number
  }

  #chunkOf(number: number): Buffer {
    return this.#chunks[Math.floor(number / idsPerChunk)] as Buffer
  }

  #bucketOf(number: number): number {
    return this.#chunkOf(number).readUInt16BE(ROW_ID_BYTES * (number % idsPerChunk))
  }

  /** The ids, sorted by their first two bytes, each with its number counted from `first`. An id is valid until the next one is taken. */
  *inOrder(first: number): Generator<readonly [id: Buffer, number: number]> {
    const starts = new Uint32Array(buckets + 1)
    for (let number = 0; number < this.count; number++) {
      const after = this.#bucketOf(number) + 1
      starts[after] = (starts[after] as number) + 1
    }
    for (let bucket = 1; bucket <= buckets; bucket++) {
      starts[bucket] = (starts[bucket] as number) + (starts[bucket - 1] as number)
    }
    const order = new Uint32Array(this.count)
    for (let number = 0; number < this.count; number++) {
      const bucket = this.#bucketOf(number)
      const at = starts[bucket] as number
      order[at] = number
      starts[bucket] = at + 1
    }
    const id = Buffer.alloc(ROW_ID_BYTES)
    for (const number of order) {
      const [chunk, start] = [this.#chunkOf(number), ROW_ID_BYTES * (number % idsPerChunk)]
      for (let at = 0; at < ROW_ID_BYTES; at++) id[at] = chunk[start + at] as number
      yield [id, first + number]
    }
  }
}

export type SlotInput = LoadedFile | 'empty' | null

export const isFile = (input: SlotInput): input is LoadedFile => input !== null && input !== 'empty'

/** A main file and its diff. */
export interface SourceInputs {
  readonly main: SlotInput
  readonly diff: SlotInput
}

interface SlotMap {
  /** The row's text in the file; null: it has none. The bytes are valid until the call after the next. */
  textOf(ordinal: number): RawText | null
  idOf(ordinal: number): Uint8Array | null
  readonly count: number
  readonly isSkipped: ((id: string, file: number) => boolean) | null
}

/** What an import does with a slot: a file's texts replace it, it is emptied, or, for null, it stays. */
export type Mapped = SlotMap | 'empty' | null

const entriesPerBreath = 20_000

interface MapOptions {
  readonly fileNumbers: readonly number[]
  /** Where new rows get their ordinals, in file order; null: the file makes no rows, and unknown ids go to `onUnknown`. */
  readonly newRows: { next: number; isStoreEmpty: boolean } | null
  /** The first ordinal behind the known rows. */
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
  // Larger than needed, which costs nothing: the system gives memory only for the part that is written.
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

/** The slot's text for a row as it will be. `id`: the row's id, if any file had a text for it. */
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

/** The row with these texts; null: it has none. `before`: its hash is taken over if the source is the same. */
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
