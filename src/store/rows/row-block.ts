// The value of table `row`: up to 64 neighbouring rows, so that a page of the list is one or two reads.
//
//   0     u32[64]   end of record i, counted from 256; equal to the one before: no visible row at that place
//   256   records
//
// A record:
//   0   u8       flags: 1 in main, 2 in diff, 4 deletion marker of the diff, 8 service row, 16 deletion marker in main; in the
//                upper three bits the number of the row's pair (source-files.ts)
//   1   8 bytes  row id
//   9   32       SHA-256 of the effective source
//   41  per text (main, then diff, each if its flag is set): u16 file, u32 number, u32 length, UTF-8 bytes
import type { Span } from '../../base/bytes.ts'
import { type Row, ROW_ID_BYTES, type SlotText, SOURCE_HASH_BYTES } from '../../domain/row.ts'
import { ROWS_PER_BLOCK } from '../file/keyspace.ts'

const IN_MAIN = 1
const IN_DIFF = 2
const DIFF_DELETED = 4
const SERVICE = 8
const MAIN_DELETED = 16
const pairShift = 5

export const headerBytes = 4 * ROWS_PER_BLOCK
const idAt = 1
const hashAt = idAt + ROW_ID_BYTES
const textsAt = hashAt + SOURCE_HASH_BYTES
const [numberAt, lengthAt, textHeadBytes] = [2, 6, 10]
const idDigits = 2 * ROW_ID_BYTES

export interface RawText {
  readonly file: number
  readonly number: number
  readonly isDeleted: boolean
  readonly bytes: Uint8Array
}

export interface RawRow {
  readonly id: Uint8Array
  readonly hash: Uint8Array
  readonly isServiceRow: boolean
  /** The number of the pair whose files its texts are from; 0: the first pair. */
  readonly pair: number
  readonly main: RawText | null
  readonly diff: RawText | null
}

/** Reads a little-endian number, also from borrowed bytes. */
export const u32At = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) +
  (bytes[at + 1] as number) * 0x100 +
  (bytes[at + 2] as number) * 0x10000 +
  (bytes[at + 3] as number) * 0x1000000

const endOf = (block: Uint8Array, place: number): number => headerBytes + u32At(block, 4 * place)
const startOf = (block: Uint8Array, place: number): number => (place === 0 ? headerBytes : endOf(block, place - 1))

/** Where a row's record lies; an empty span: there is none. */
export function recordBounds(block: Uint8Array, place: number): Span {
  return { start: startOf(block, place), end: endOf(block, place) }
}

export const isFilled = (block: Uint8Array, place: number): boolean => startOf(block, place) !== endOf(block, place)

/** Two blocks have the same bytes at a place; both may have no row there. */
export function isSameRecord(one: Buffer, other: Buffer, place: number): boolean {
  const [a, b] = [recordBounds(one, place), recordBounds(other, place)]
  // Deno's `compare` with places refuses those that lie beyond the end of the other buffer.
  return one.subarray(a.start, a.end).equals(other.subarray(b.start, b.end))
}

/** The span is UTF-8. */
export interface SlotView extends Span {
  readonly file: number
  readonly number: number
  readonly isDeleted: boolean
}

/**
 * A row in its block, decoded on demand. In a borrowed block valid until the next read. Hot: a million for each pass
 * over the store.
 */
export class RowView {
  readonly ordinal: number
  readonly bytes: Buffer
  readonly #start: number
  readonly #end: number
  /** The effective source (the text to translate) is the last part of a record. */
  readonly #sourceAt: number

  constructor(block: Buffer, ordinal: number, start: number, end: number) {
    this.ordinal = ordinal
    this.bytes = block
    this.#start = start
    this.#end = end
    const first = start + textsAt + textHeadBytes
    const isCovered = ((block[start] as number) & (IN_MAIN | IN_DIFF)) === (IN_MAIN | IN_DIFF)
    this.#sourceAt = isCovered ? this.#endOfText(first) + textHeadBytes : first
  }

  get id(): Span {
    return { start: this.#start + idAt, end: this.#start + hashAt }
  }

  get hash(): Span {
    return { start: this.#start + hashAt, end: this.#start + textsAt }
  }

  get source(): Span {
    return { start: this.#sourceAt, end: this.#end }
  }

  get main(): SlotView | null {
    return this.isInMain ? this.#slot(this.#start + textsAt + textHeadBytes, MAIN_DELETED) : null
  }

  get diff(): SlotView | null {
    return this.isInDiff ? this.#slot(this.#sourceAt, DIFF_DELETED) : null
  }

  get isInMain(): boolean {
    return this.#has(IN_MAIN)
  }

  get isInDiff(): boolean {
    return this.#has(IN_DIFF)
  }

  get isServiceRow(): boolean {
    return this.#has(SERVICE)
  }

  get pair(): number {
    return (this.bytes[this.#start] as number) >> pairShift
  }

  get rowId(): string {
    return this.bytes.toString('hex', this.#start + idAt, this.#start + hashAt)
  }

  get sourceHash(): string {
    return this.bytes.toString('hex', this.#start + hashAt, this.#start + textsAt)
  }

  toRow(fileName: (file: number) => string): Row {
    const slot = (text: SlotView | null): SlotText | null =>
      text && {
        text: this.bytes.toString('utf8', text.start, text.end),
        isDeleted: text.isDeleted,
        fileName: fileName(text.file),
        number: text.number,
      }
    // Id and hash are adjacent: one call for both.
    const hex = this.bytes.toString('hex', this.#start + idAt, this.#start + textsAt)
    return {
      rowId: hex.slice(0, idDigits),
      ordinal: this.ordinal,
      main: slot(this.main),
      diff: slot(this.diff),
      sourceHash: hex.slice(idDigits),
      isServiceRow: this.isServiceRow,
    }
  }

  /** The row's members as they are stored; their bytes are part of the block. */
  toRaw(): RawRow {
    const bytesOf = ({ start, end }: Span): Buffer => this.bytes.subarray(start, end)
    const slot = (text: SlotView | null): RawText | null =>
      text && { file: text.file, number: text.number, isDeleted: text.isDeleted, bytes: bytesOf(text) }
    return {
      id: bytesOf(this.id),
      hash: bytesOf(this.hash),
      isServiceRow: this.isServiceRow,
      pair: this.pair,
      main: slot(this.main),
      diff: slot(this.diff),
    }
  }

  /** The same row in a copy of its block, which may be kept. */
  apart(): RowView {
    const record = Buffer.allocUnsafe(this.#end - this.#start)
    this.bytes.copy(record, 0, this.#start, this.#end)
    return new RowView(record, this.ordinal, 0, record.length)
  }

  #has(flag: number): boolean {
    return ((this.bytes[this.#start] as number) & flag) !== 0
  }

  #slot(start: number, deleted: number): SlotView {
    const head = start - textHeadBytes
    const { bytes } = this
    return {
      start,
      end: this.#endOfText(start),
      file: (bytes[head] as number) + (bytes[head + 1] as number) * 0x100,
      number: u32At(bytes, head + numberAt),
      isDeleted: this.#has(deleted),
    }
  }

  #endOfText(start: number): number {
    return start + u32At(this.bytes, start - textHeadBytes + lengthAt)
  }
}

export function rowView(block: Buffer, ordinal: number): RowView | null {
  const place = ordinal % ROWS_PER_BLOCK
  const start = startOf(block, place)
  const end = endOf(block, place)
  return start === end ? null : new RowView(block, ordinal, start, end)
}

/** The first place of the block, from `place` on, whose row has the id that lies at `id[at]`; -1: none. */
export function placeOfId(block: Uint8Array, place: number, id: Uint8Array, at: number): number {
  let start = startOf(block, place)
  for (let next = place; next < ROWS_PER_BLOCK; next++) {
    const end = endOf(block, next)
    let same = start === end ? -1 : 0
    while (same >= 0 && same < ROW_ID_BYTES && block[start + idAt + same] === id[at + same]) same++
    if (same === ROW_ID_BYTES) return next
    start = end
  }
  return -1
}

export function blockFault(block: Buffer): string | null {
  if (block.length < headerBytes) return `is ${block.length} bytes long, shorter than its header`
  let before = headerBytes
  for (let place = 0; place < ROWS_PER_BLOCK; place++) {
    const { start, end } = recordBounds(block, place)
    if (start !== before || end < start || end > block.length) return `has a damaged header at place ${place}`
    if (start !== end && !isRecordWhole(block, start, end)) return `has a damaged record at place ${place}`
    before = end
  }
  return before === block.length ? null : `has ${block.length - before} bytes too many`
}

function isRecordWhole(block: Buffer, start: number, end: number): boolean {
  const flags = block[start] as number
  let at = start + textsAt
  for (const flag of [IN_MAIN, IN_DIFF]) {
    if ((flags & flag) === 0) continue
    if (at + textHeadBytes > end) return false
    at += textHeadBytes + block.readUInt32LE(at + lengthAt)
  }
  return at === end && (flags & (IN_MAIN | IN_DIFF)) !== 0
}

/** The result of `finish` is valid until the next `begin`. */
export class BlockBuilder {
  #buffer = Buffer.allocUnsafe(1 << 20)
  #at = headerBytes
  #place = 0

  /** Begins a block. Its first `places` may be taken from another block. */
  begin(other: Buffer | null = null, places = 0): void {
    this.#at = headerBytes
    this.#place = 0
    if (other !== null) for (let place = 0; place < places; place++) this.addAsIn(other)
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes))
    this.#buffer.copy(larger, 0, 0, this.#at)
    this.#buffer = larger
  }

  #endPlace(): void {
    this.#buffer.writeUInt32LE(this.#at - headerBytes, 4 * this.#place)
    this.#place++
  }

  addNone(): void {
    this.#endPlace()
  }

  /** Adds what another block has at the place that is next here. */
  addAsIn(block: Buffer): void {
    const { start, end } = recordBounds(block, this.#place)
    this.#reserve(end - start)
    block.copy(this.#buffer, this.#at, start, end)
    this.#at += end - start
    this.#endPlace()
  }

  addRow(row: RawRow): void {
    const { main, diff } = row
    this.#reserve(textsAt + 2 * textHeadBytes + (main?.bytes.length ?? 0) + (diff?.bytes.length ?? 0))
    const buffer = this.#buffer
    buffer[this.#at] =
      (main === null ? 0 : IN_MAIN | (main.isDeleted ? MAIN_DELETED : 0)) |
      (diff === null ? 0 : IN_DIFF | (diff.isDeleted ? DIFF_DELETED : 0)) |
      (row.isServiceRow ? SERVICE : 0) |
      (row.pair << pairShift)
    buffer.set(row.id, this.#at + idAt)
    buffer.set(row.hash, this.#at + hashAt)
    this.#at += textsAt
    if (main !== null) this.#addText(main)
    if (diff !== null) this.#addText(diff)
    this.#endPlace()
  }

  #addText(text: RawText): void {
    this.#buffer.writeUInt16LE(text.file, this.#at)
    this.#buffer.writeUInt32LE(text.number, this.#at + numberAt)
    this.#buffer.writeUInt32LE(text.bytes.length, this.#at + lengthAt)
    this.#buffer.set(text.bytes, this.#at + textHeadBytes)
    this.#at += textHeadBytes + text.bytes.length
  }

  /** The finished block. Null: no place holds a row. */
  finish(): Buffer | null {
    while (this.#place < ROWS_PER_BLOCK) this.#endPlace()
    return this.#at === headerBytes ? null : this.#buffer.subarray(0, this.#at)
  }
}
