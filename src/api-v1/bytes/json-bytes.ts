// Writes the JSON of one answer after the other into room that is used again, byte by byte. This is the inside of the
// hottest path and long for it: loops of their own over variables of their own, which for a few bytes are faster than any call
// into the engine.
// Invariant: one answer is written at a time, from `begin` to `finish` without a pause. Room is reserved by the caller;
// every reservation has some bytes more, for names and brackets.
import type { Span } from '../../base/bytes.ts'
import { isoTime } from '../../base/time.ts'

/** An ASCII text that is written four bytes at a time. */
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

/** Everything of a row but its texts and tokens. */
const frameBytesMax = 1024
/** A control character becomes `\u0000`. */
const escapedBytesMax = 6
const utf8BytesMax = 3
/** Shorter answers leave as strings: head and body are then written in one piece. */
const stringBytesMax = 8192
/**
 * Longer answers leave in the room they were written in, without a copy, if they fit into one of this size: a larger one would
 * hold much more memory than the answer needs for as long as it is sent.
 */
const smallRoomBytes = 4 * stringBytesMax
const largeRoomBytes = 8 * smallRoomBytes

/** What stands for a byte in a JSON string; most stand for themselves and have no entry. */
const ESCAPES = Array.from({ length: 0x80 }, (_, code) => {
  const escaped = JSON.stringify(String.fromCharCode(code)).slice(1, -1)
  return escaped.length === 1 ? null : Buffer.from(escaped, 'latin1')
})
const isPlain = Uint8Array.from({ length: 0x100 }, (_, byte) => ((ESCAPES[byte] ?? null) === null ? 1 : 0))
const hexDigit = (value: number): number => value.toString(16).charCodeAt(0)
/** Both digits of a byte, the first in the lower half. */
const hexPair = Uint16Array.from({ length: 0x100 }, (_, byte) => hexDigit(byte >> 4) | (hexDigit(byte & 15) << 8))

const [dot, colon, letterZ] = [0x2e, 0x3a, 0x5a]
const dayMs = 86_400_000
const highBits = 0x80808080

interface Written {
  /** Bytes, or a string with a character for each. */
  readonly body: string | Uint8Array<ArrayBuffer>
  /** Lets the next answer be written where this one lies: for whoever knows that nobody will look at it again. */
  readonly giveBack?: () => void
}

/** What the JSON of a text can take. */
export const textRoom = ({ start, end }: Span): number => escapedBytesMax * (end - start)

interface Viewed<B extends Uint8Array = Uint8Array> {
  readonly bytes: B
  readonly view: DataView
}

type Room = Viewed<Buffer<ArrayBuffer>>

function roomOf(size: number): Room {
  const bytes = Buffer.allocUnsafeSlow(size)
  return { bytes, view: new DataView(bytes.buffer) }
}

/** Writes one answer after the other: from `begin` to `finish` without a pause. */
export class JsonBytes {
  /** Where each answer begins; null while the last one is being sent from it. */
  #small: Room | null
  /** Answers that outgrow the small room go on here, and leave as copies. */
  #large: Room | null = null
  #out: Buffer<ArrayBuffer>
  #view: DataView
  #at = 0
  /** `2026-11-20T` of the day written last. */
  #lastDay = -1
  #dayText = pieceOf('')
  /** The texts of a page lie in two pieces of bytes, sources and references, taken in turn. */
  #last: Viewed
  #before: Viewed

  constructor() {
    const { bytes, view } = (this.#small = roomOf(smallRoomBytes))
    this.#out = bytes
    this.#view = view
    this.#last = this.#before = { bytes, view }
  }

  begin(head: Piece): void {
    this.#writeIn((this.#small ??= roomOf(smallRoomBytes)))
    this.#at = 0
    this.put(head)
  }

  #writeIn({ bytes, view }: Room): void {
    this.#out = bytes
    this.#view = view
  }

  /** What was written since `begin`. */
  finish(): Written {
    if (this.#at < stringBytesMax) return { body: this.#out.toString('latin1', 0, this.#at) }
    const room = this.#small
    if (room === null || this.#out !== room.bytes) {
      const body = Buffer.allocUnsafeSlow(this.#at)
      this.#out.copy(body, 0, 0, this.#at)
      return { body }
    }
    this.#small = null
    return { body: this.#out.subarray(0, this.#at), giveBack: () => (this.#small ??= room) }
  }

  /** Makes room for so many bytes, and for the names and brackets of a row. */
  reserve(bytes: number): void {
    const needed = this.#at + frameBytesMax + bytes
    if (needed <= this.#out.length) return
    const written = this.#out
    if (this.#large === null || needed > this.#large.bytes.length) {
      this.#large = roomOf(Math.max(2 * written.length, needed, largeRoomBytes))
    }
    this.#writeIn(this.#large)
    written.copy(this.#out, 0, 0, this.#at)
  }

  putByte(byte: number): void {
    this.#out[this.#at++] = byte
  }

  /** An ASCII text that is no constant. */
  putAscii(text: string): void {
    this.#at += this.#out.write(text, this.#at, 'latin1')
  }

  /** Reserves its own room, and that of what the caller puts behind it. */
  putJson(value: object): void {
    const json = JSON.stringify(value)
    this.reserve(utf8BytesMax * json.length)
    this.#at += this.#out.write(json, this.#at)
  }

  /** Up to three bytes more are written than the piece has; what comes next overwrites them. */
  put({ length, words }: Piece): void {
    const [page, at] = [this.#view, this.#at]
    for (let i = 0; i < words.length; i++) page.setUint32(at + 4 * i, words[i] as number, true)
    this.#at += length
  }

  /** A time from 1970 on as ISO 8601 UTC with milliseconds. */
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

  /** A whole number from 0 to 2³¹ − 1, in decimal. */
  putNumber(value: number): void {
    let digits = 1
    for (let limit = 10; value >= limit; limit *= 10) digits++
    this.#putDigits(value, digits)
  }

  /** The last digits of a whole number from 0 to 2³¹ − 1. */
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

  /** Four bytes at a time for as long as all four stand for themselves. */
  putEscaped(bytes: Uint8Array, { start, end }: Span): void {
    const [source, page] = [this.#viewOf(bytes), this.#view]
    let place = this.#at
    let i = start
    for (; i + 4 <= end; i += 4) {
      const word = source.getInt32(i, true)
      if (needsEscape(word)) place = this.#putEscapedBytes(bytes, i, i + 4, place)
      else {
        page.setInt32(place, word, true)
        place += 4
      }
    }
    this.#at = this.#putEscapedBytes(bytes, i, end, place)
  }

  #putEscapedBytes(bytes: Uint8Array, from: number, to: number, start: number): number {
    const page = this.#out
    let place = start
    for (let i = from; i < to; i++) {
      const byte = bytes[i] as number
      if (isPlain[byte] === 1) page[place++] = byte
      else place = escapeTo(page, place, byte)
    }
    return place
  }

  #viewOf(bytes: Uint8Array): DataView {
    if (this.#last.bytes === bytes) return this.#last.view
    // All of the buffer: the engine's own has a `length` that changes with what lies in it.
    const { buffer, byteOffset, byteLength } = bytes
    const found =
      this.#before.bytes === bytes
        ? this.#before
        : { bytes, view: new DataView(buffer as ArrayBuffer, byteOffset, byteLength) }
    this.#before = this.#last
    this.#last = found
    return found.view
  }
}

/** Does a byte of four lie below 0x20, or is it a quote or a backslash? Never misses one; bytes from 0x80 up are none. */
function needsEscape(word: number): boolean {
  const quote = word ^ 0x22222222
  const backslash = word ^ 0x5c5c5c5c
  const found =
    ((word - 0x20202020) & ~word) | ((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash)
  return (found & highBits) !== 0
}

/** Apart, so that the loops above stay small enough to be compiled well. */
function escapeTo(page: Uint8Array, start: number, byte: number): number {
  const escaped = ESCAPES[byte] as Uint8Array
  for (let i = 0; i < escaped.length; i++) page[start + i] = escaped[i] as number
  return start + escaped.length
}
