// Writes the JSON of answers into a buffer that is reused. The hottest code of a page, so it loops over local
// variables. Invariant: one answer at a time, from `begin` to `finish` without a pause. The caller reserves room, also
// for names and brackets.
import type { Span } from '../../base/bytes.ts'
import { isoTime } from '../../base/time.ts'

/** ASCII text, written four bytes at a time. */
export interface Piece {
  readonly length: number
  readonly words: Uint32Array
}

export function pieceOf(text: string): Piece {
  const bytes = Buffer.alloc(Math.ceil(text.length / 4) * 4)
  bytes.write(text, 'latin1')
  const words = Uint32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readUInt32LE(4 * i))
  return { length: text.length, words }
}

/** The most bytes of a row's JSON, not counting its texts and tokens. */
const frameBytesMax = 1024
/** The most bytes of one character's escape: a control character becomes `\u0000`. */
const escapedBytesMax = 6
const utf8BytesMax = 3
/** An answer shorter than this becomes a string, so that Node sends its head and body together. */
const stringBytesMax = 8192
const roomBytes = 32 * 1024

/** The escape of each ASCII character; null: none. */
const ESCAPES = Array.from({ length: 0x80 }, (_, code) => {
  const escaped = JSON.stringify(String.fromCharCode(code)).slice(1, -1)
  return escaped.length === 1 ? null : Buffer.from(escaped, 'latin1')
})
const isPlain = Uint8Array.from({ length: 0x100 }, (_, byte) => ((ESCAPES[byte] ?? null) === null ? 1 : 0))
const hexDigit = (value: number): number => value.toString(16).charCodeAt(0)
/** The hex digits of a byte, the first in the low half. */
const hexPair = Uint16Array.from({ length: 0x100 }, (_, byte) => hexDigit(byte >> 4) | (hexDigit(byte & 15) << 8))

const [dot, colon, letterZ] = [0x2e, 0x3a, 0x5a]
const dayMs = 86_400_000

/** The longest JSON of a text, in bytes. */
export const textRoom = ({ start, end }: Span): number => escapedBytesMax * (end - start)

export class JsonBytes {
  #out = Buffer.allocUnsafeSlow(roomBytes)
  #view = new DataView(this.#out.buffer)
  #at = 0
  /** The day of the last time written, as a number, and below it as text: `2026-11-20T`. */
  #lastDay = -1
  #dayText = pieceOf('')

  begin(head: Piece): void {
    this.#at = 0
    this.put(head)
  }

  /** Ends the answer and returns a copy: bytes, or a string with one character for each byte. */
  finish(): string | Uint8Array<ArrayBuffer> {
    if (this.#at < stringBytesMax) return this.#out.toString('latin1', 0, this.#at)
    const body = Buffer.allocUnsafeSlow(this.#at)
    this.#out.copy(body, 0, 0, this.#at)
    return body
  }

  reserve(bytes: number): void {
    const needed = this.#at + frameBytesMax + bytes
    if (needed <= this.#out.length) return
    const written = this.#out
    this.#out = Buffer.allocUnsafeSlow(Math.max(2 * written.length, needed))
    this.#view = new DataView(this.#out.buffer)
    written.copy(this.#out, 0, 0, this.#at)
  }

  putByte(byte: number): void {
    this.#out[this.#at++] = byte
  }

  putAscii(text: string): void {
    this.#at += this.#out.write(text, this.#at, 'latin1')
  }

  /** Writes any value as JSON. It reserves the room by itself. */
  putJson(value: object): void {
    const json = JSON.stringify(value)
    this.reserve(utf8BytesMax * json.length)
    this.#at += this.#out.write(json, this.#at)
  }

  /** Writes up to three bytes too many, which the next write replaces. */
  put({ length, words }: Piece): void {
    const [page, at] = [this.#view, this.#at]
    for (let i = 0; i < words.length; i++) page.setUint32(at + 4 * i, words[i] as number, true)
    this.#at += length
  }

  /** Writes a time, which must not be before 1970. */
  putTime(timeMs: number): void {
    const day = Math.floor(timeMs / dayMs)
    if (day !== this.#lastDay) {
      const text = isoTime(timeMs)
      this.#dayText = pieceOf(text.slice(0, text.indexOf('T') + 1))
      this.#lastDay = day
    }
    this.put(this.#dayText)
    const rest = timeMs - day * dayMs
    this.#putDigits(Math.floor(rest / 3_600_000), 2)
    this.#out[this.#at++] = colon
    this.#putDigits(Math.floor(rest / 60_000) % 60, 2)
    this.#out[this.#at++] = colon
    this.#putDigits(Math.floor(rest / 1_000) % 60, 2)
    this.#out[this.#at++] = dot
    this.#putDigits(rest % 1_000, 3)
    this.#out[this.#at++] = letterZ
  }

  putHex(bytes: Uint8Array, { start, end }: Span): void {
    const page = this.#view
    let place = this.#at
    for (let i = start; i < end; i++) {
      page.setUint16(place, hexPair[bytes[i] as number] as number, true)
      place += 2
    }
    this.#at = place
  }

  /** Writes a whole number from 0 to 2³¹ − 1. */
  putNumber(value: number): void {
    let digits = 1
    for (let limit = 10; value >= limit; limit *= 10) digits++
    this.#putDigits(value, digits)
  }

  /** Writes the last `digits` digits of a number from 0 to 2³¹ − 1. */
  #putDigits(value: number, digits: number): void {
    const page = this.#out
    let rest = value | 0
    for (let place = this.#at + digits - 1; place >= this.#at; place--) {
      const tenth = (rest / 10) | 0
      page[place] = 0x30 + rest - 10 * tenth
      rest = tenth
    }
    this.#at += digits
  }

  /** Writes a text, with escapes where it needs any. */
  putEscaped(bytes: Uint8Array, { start, end }: Span): void {
    const page = this.#out
    let place = this.#at
    for (let i = start; i < end; i++) {
      const byte = bytes[i] as number
      if (isPlain[byte] === 1) page[place++] = byte
      else place = escapeTo(page, place, byte)
    }
    this.#at = place
  }
}

/** Writes one byte with its escape. A function of its own, so that the loop above stays small enough to compile well. */
function escapeTo(page: Uint8Array, start: number, byte: number): number {
  const escaped = ESCAPES[byte] as Uint8Array
  for (let i = 0; i < escaped.length; i++) page[start + i] = escaped[i] as number
  return start + escaped.length
}
