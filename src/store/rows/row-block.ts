// The value of table `row`: up to 64 neighbouring rows in one piece, so that a page of the list is one or two reads.
//
//   0     u32[64]   end of record i, counted from 256; equal to the one before: no visible row at that place
//   256   records
//
// A record:
//   0   u8       flags: 1 in main, 2 in diff, 4 deletion marker of the diff, 8 service row, 16 deletion marker in main
//   1   8 bytes  row id
//   9   32       SHA-256 of the effective source
//   41  per text (main, then diff, each if its flag says so): u16 file, u32 number, u32 length, UTF-8 bytes
import {
  type CoreBytes,
  type Row,
  ROW_ID_BYTES,
  type SlotText,
  SOURCE_HASH_BYTES,
  type TextBytes,
} from '../../domain/row.ts'
import { ROWS_PER_BLOCK } from './grouping.ts'

const IN_MAIN = 1
const IN_DIFF = 2
const DIFF_DELETED = 4
const SERVICE = 8
const MAIN_DELETED = 16

export const headerBytes = 4 * ROWS_PER_BLOCK
const idAt = 1
const hashAt = idAt + ROW_ID_BYTES
const textsAt = hashAt + SOURCE_HASH_BYTES
const textHeadBytes = 10
const idDigits = 2 * ROW_ID_BYTES

/** One slot's text of a row, as bytes. */
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
  readonly main: RawText | null
  readonly diff: RawText | null
}

/** A little-endian number; for plain bytes, which may be borrowed from the engine. */
export const u32At = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) +
  (bytes[at + 1] as number) * 0x100 +
  (bytes[at + 2] as number) * 0x10000 +
  (bytes[at + 3] as number) * 0x1000000

const endOf = (block: Uint8Array, place: number): number => u32At(block, 4 * place)

/** First and last byte of a place's record; equal when there is none. */
export function recordBounds(block: Uint8Array, place: number): { start: number; end: number } {
  return {
    start: headerBytes + (place === 0 ? 0 : endOf(block, place - 1)),
    end: headerBytes + endOf(block, place),
  }
}

const rawTextAt = (block: Buffer, at: number, isDeleted: boolean): RawText => {
  const length = block.readUInt32LE(at + 6)
  return {
    file: block.readUInt16LE(at),
    number: block.readUInt32LE(at + 2),
    isDeleted,
    bytes: block.subarray(at + textHeadBytes, at + textHeadBytes + length),
  }
}

/** The record of a place, its bytes still lying in the block; null when there is none. */
export function rawRowAt(block: Buffer, place: number): RawRow | null {
  const { start, end } = recordBounds(block, place)
  if (start === end) return null
  const flags = block[start] as number
  let at = start + textsAt
  let main: RawText | null = null
  if (flags & IN_MAIN) {
    main = rawTextAt(block, at, (flags & MAIN_DELETED) !== 0)
    at += textHeadBytes + main.bytes.length
  }
  const diff = flags & IN_DIFF ? rawTextAt(block, at, (flags & DIFF_DELETED) !== 0) : null
  return {
    id: block.subarray(start + idAt, start + hashAt),
    hash: block.subarray(start + hashAt, start + textsAt),
    isServiceRow: (flags & SERVICE) !== 0,
    main,
    diff,
  }
}

/** The first place from `place` on whose record has an id (its 8 bytes begin at `at` of `id`), or -1. */
export function placeOfId(block: Uint8Array, place: number, id: Uint8Array, at: number): number {
  let start = headerBytes + (place === 0 ? 0 : endOf(block, place - 1))
  for (let next = place; next < ROWS_PER_BLOCK; next++) {
    const end = headerBytes + endOf(block, next)
    let same = start === end ? -1 : 0
    while (same >= 0 && same < ROW_ID_BYTES && block[start + idAt + same] === id[at + same]) same++
    if (same === ROW_ID_BYTES) return next
    start = end
  }
  return -1
}

/** Where the texts and the hash of a place's record lie in its block, without a view of each; lengths of -1: no such text. */
export interface RecordPlaces {
  readonly hashAt: number
  readonly mainAt: number
  readonly mainBytes: number
  readonly diffAt: number
  readonly diffBytes: number
}

/** For whoever compares bytes of a million records; the place must hold one. */
export function recordPlaces(block: Buffer, place: number): RecordPlaces {
  const { start } = recordBounds(block, place)
  const flags = block[start] as number
  let at = start + textsAt + textHeadBytes
  const mainBytes = flags & IN_MAIN ? block.readUInt32LE(at - 4) : -1
  const mainAt = at
  if (flags & IN_MAIN) at += mainBytes + textHeadBytes
  const diffBytes = flags & IN_DIFF ? block.readUInt32LE(at - 4) : -1
  return { hashAt: start + hashAt, mainAt, mainBytes, diffAt: at, diffBytes }
}

/** A row of the domain out of a block; `fileName` names files by number. Hot: one call a row of a page. */
export function rowAt(block: Buffer, ordinal: number, fileName: (file: number) => string): Row | null {
  const place = ordinal % ROWS_PER_BLOCK
  const { start, end } = recordBounds(block, place)
  if (start === end) return null
  const flags = block[start] as number
  let at = start + textsAt
  const slot = (isDeleted: boolean): SlotText => {
    const length = block.readUInt32LE(at + 6)
    const from = at + textHeadBytes
    const text = {
      text: block.toString('utf8', from, from + length),
      isDeleted,
      fileName: fileName(block.readUInt16LE(at)),
      number: block.readUInt32LE(at + 2),
    }
    at = from + length
    return text
  }
  const main = flags & IN_MAIN ? slot((flags & MAIN_DELETED) !== 0) : null
  const diff = flags & IN_DIFF ? slot((flags & DIFF_DELETED) !== 0) : null
  // Id and hash lie side by side: one call into the engine for both.
  const hex = block.toString('hex', start + idAt, start + textsAt)
  return {
    rowId: hex.slice(0, idDigits),
    ordinal,
    main,
    diff,
    sourceHash: hex.slice(idDigits),
    isServiceRow: (flags & SERVICE) !== 0,
  }
}

/** Where the core of a row lies in its block; null when there is no visible row. Hot: nothing is copied or decoded. */
export function coreAt(block: Buffer, ordinal: number): CoreBytes | null {
  const place = ordinal % ROWS_PER_BLOCK
  const start = headerBytes + (place === 0 ? 0 : u32At(block, 4 * place - 4))
  if (start === headerBytes + u32At(block, 4 * place)) return null
  const flags = block[start] as number
  const isFromDiff = (flags & IN_DIFF) !== 0
  let head = start + textsAt
  if (isFromDiff && flags & IN_MAIN) head += textHeadBytes + u32At(block, head + 6)
  const textStart = head + textHeadBytes
  return {
    ordinal,
    bytes: block,
    idAt: start + idAt,
    textStart,
    textEnd: textStart + u32At(block, head + 6),
    isFromDiff,
    isServiceRow: (flags & SERVICE) !== 0,
  }
}

/** Whether a row whose core was found is in the main file. */
export const isInMain = ({ bytes, idAt: id }: CoreBytes): boolean => ((bytes[id - idAt] as number) & IN_MAIN) !== 0

/** Both slots' texts of a row whose core was found, where they lie. */
export function sourcesAt({ bytes, idAt: id }: CoreBytes): {
  readonly main: TextBytes | null
  readonly diff: TextBytes | null
} {
  const start = id - idAt
  const flags = bytes[start] as number
  let head = start + textsAt
  const next = (): TextBytes => {
    const textStart = head + textHeadBytes
    head = textStart + u32At(bytes, head + 6)
    return { bytes, start: textStart, end: head }
  }
  const main = flags & IN_MAIN ? next() : null
  return { main, diff: flags & IN_DIFF ? next() : null }
}

/** The same core in a copy of its own, which may be kept. The effective source is the last thing in its record. */
export function coreApart(core: CoreBytes): CoreBytes {
  const start = core.idAt - idAt
  const bytes = Buffer.allocUnsafe(core.textEnd - start)
  core.bytes.copy(bytes, 0, start, core.textEnd)
  return { ...core, bytes, idAt, textStart: core.textStart - start, textEnd: core.textEnd - start }
}

/** What is wrong with the layout of a block; null: every record is whole. */
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
    at += textHeadBytes + block.readUInt32LE(at + 6)
  }
  return at === end && (flags & (IN_MAIN | IN_DIFF)) !== 0
}

/** Builds blocks one after the other in one growing buffer; `finish` gives a view that the next `begin` overwrites. */
export class BlockBuilder {
  #buffer = Buffer.allocUnsafe(1 << 20)
  #at = headerBytes
  #place = 0

  begin(): void {
    this.#at = headerBytes
    this.#place = 0
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

  /** The next place holds no visible row. */
  addNone(): void {
    this.#endPlace()
  }

  /** The next place holds this row. */
  addRow(row: RawRow): void {
    const { main, diff } = row
    this.#reserve(textsAt + 2 * textHeadBytes + (main?.bytes.length ?? 0) + (diff?.bytes.length ?? 0))
    const buffer = this.#buffer
    buffer[this.#at] =
      (main === null ? 0 : IN_MAIN | (main.isDeleted ? MAIN_DELETED : 0)) |
      (diff === null ? 0 : IN_DIFF | (diff.isDeleted ? DIFF_DELETED : 0)) |
      (row.isServiceRow ? SERVICE : 0)
    buffer.set(row.id, this.#at + idAt)
    buffer.set(row.hash, this.#at + hashAt)
    this.#at += textsAt
    if (main !== null) this.#addText(main)
    if (diff !== null) this.#addText(diff)
    this.#endPlace()
  }

  #addText(text: RawText): void {
    this.#buffer.writeUInt16LE(text.file, this.#at)
    this.#buffer.writeUInt32LE(text.number, this.#at + 2)
    this.#buffer.writeUInt32LE(text.bytes.length, this.#at + 6)
    this.#buffer.set(text.bytes, this.#at + textHeadBytes)
    this.#at += textHeadBytes + text.bytes.length
  }

  /** The block, padded with empty places; null when no place holds a row. */
  finish(): Buffer | null {
    while (this.#place < ROWS_PER_BLOCK) this.#endPlace()
    return this.#at === headerBytes ? null : this.#buffer.subarray(0, this.#at)
  }
}
