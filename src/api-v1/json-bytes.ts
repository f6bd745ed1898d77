// Writes the JSON of one answer after the other into one buffer, byte by byte. This is the inside of the hottest path and long
// for it: loops of their own over variables of their own, which for a few bytes are faster than any call into the engine.
// Invariant: one answer is written at a time, from `begin` to `finish` without a pause. Room is reserved by the caller;
// every reservation has some bytes more, for names and brackets.
import type { Span } from '../domain/row.ts'
import { isoTime } from './wire.ts'

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

/** What stands for a byte in a JSON string; most stand for themselves and have no entry. */
const ESCAPES = Array.from({ length: 0x80 }, (_, code) => {
  const escaped = JSON.stringify(String.fromCharCode(code)).slice(1, -1)
  return escaped.length === 1 ? null : Buffer.from(escaped, 'latin1')
})
const isPlain = Uint8Array.from({ length: 0x100 }, (_, byte) => ((ESCAPES[byte] ?? null) === null ? 1 : 0))
const hexDigit = (value: number): number => value.toString(16).charCodeAt(0)
/** Both digits of a byte, the first in the lower half. */
const hexPair = Uint16Array.from({ length: 0x100 }, (_, byte) => hexDigit(byte >> 4) | (hexDigit(byte & 15) << 8))

// One answer is written at a time, from start to end without a pause.
let out = Buffer.allocUnsafeSlow(256 * 1024)
let view = new DataView(out.buffer)
let at = 0
/** All bytes so far together: below 0x80 the answer is ASCII. */
let seen = 0

export function begin(head: Piece): void {
  at = 0
  seen = 0
  put(head)
}

export interface Written {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly isAscii: boolean
}

/** What was written since `begin`. */
export function finish(): Written {
  if (seen < 0x80) return { body: out.toString('latin1', 0, at), isAscii: true }
  if (at < stringBytesMax) return { body: out.toString('utf8', 0, at), isAscii: false }
  const body = Buffer.allocUnsafeSlow(at)
  out.copy(body, 0, 0, at)
  return { body, isAscii: false }
}

/** Makes room for so many bytes, and for the names and brackets of a row. */
export function reserve(bytes: number): void {
  const needed = at + frameBytesMax + bytes
  if (needed <= out.length) return
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * out.length, needed))
  out.copy(larger, 0, 0, at)
  out = larger
  view = new DataView(out.buffer)
}

/** What the JSON of a text can take. */
export const textRoom = (start: number, end: number): number => escapedBytesMax * (end - start)

export function putByte(byte: number): void {
  out[at++] = byte
}

/** An ASCII text that is no constant. */
export function putAscii(text: string): void {
  at += out.write(text, at, 'latin1')
}

/** Reserves its own room, and that of what the caller puts behind it. */
export function putJson(value: object): void {
  const json = JSON.stringify(value)
  reserve(utf8BytesMax * json.length)
  const written = out.write(json, at)
  if (written > json.length) seen |= 0x80
  at += written
}

/** Up to three bytes more are written than the piece has; what comes next overwrites them. */
export function put({ length, words }: Piece): void {
  const page = view
  for (let i = 0; i < words.length; i++) page.setUint32(at + 4 * i, words[i] as number, true)
  at += length
}

/** What is JSON already. */
export function putSpan(bytes: Uint8Array, { start, end }: Span): void {
  const page = out
  let place = at
  let all = 0
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number
    all |= byte
    page[place++] = byte
  }
  seen |= all
  at = place
}

const [dot, colon, letterZ] = [0x2e, 0x3a, 0x5a]
const dayMs = 86_400_000
/** `2026-11-20T` of the day written last. */
let lastDay = -1
let dayText = pieceOf('')

/** A time from 1970 on as ISO 8601 UTC with milliseconds. */
export function putTime(timeMs: number): void {
  const day = Math.floor(timeMs / dayMs)
  if (day !== lastDay) {
    const text = isoTime(timeMs)
    dayText = pieceOf(text.slice(0, text.indexOf('T') + 1))
    lastDay = day
  }
  put(dayText)
  const rest = timeMs - day * dayMs
  putDigits(Math.floor(rest / 3_600_000), 2)
  out[at++] = colon
  putDigits(Math.floor(rest / 60_000) % 60, 2)
  out[at++] = colon
  putDigits(Math.floor(rest / 1_000) % 60, 2)
  out[at++] = dot
  putDigits(rest % 1_000, 3)
  out[at++] = letterZ
}

export function putHex(bytes: Uint8Array, from: number, to: number): void {
  const page = view
  let place = at
  for (let i = from; i < to; i++) {
    page.setUint16(place, hexPair[bytes[i] as number] as number, true)
    place += 2
  }
  at = place
}

/** Do hex digits say what other bytes are? */
export function isHexOf(
  digits: Uint8Array,
  digitsAt: number,
  bytes: Uint8Array,
  bytesAt: number,
  count: number,
): boolean {
  for (let i = 0; i < count; i++) {
    const pair = hexPair[bytes[bytesAt + i] as number] as number
    if (digits[digitsAt + 2 * i] !== (pair & 0xff) || digits[digitsAt + 2 * i + 1] !== pair >> 8) return false
  }
  return true
}

/** A whole number from 0 to 2³¹ − 1, in decimal. */
export function putNumber(value: number): void {
  let digits = 1
  for (let limit = 10; value >= limit; limit *= 10) digits++
  putDigits(value, digits)
}

/** The last digits of a whole number from 0 to 2³¹ − 1. */
function putDigits(value: number, digits: number): void {
  const page = out
  let rest = value | 0
  for (let place = at + digits - 1; place >= at; place--) {
    const tenth = (rest / 10) | 0
    page[place] = 0x30 + rest - 10 * tenth
    rest = tenth
  }
  at += digits
}

/** Four bytes at a time for as long as all four stand for themselves. */
export function putEscaped(bytes: Uint8Array, from: number, to: number): void {
  const [source, page] = [viewOf(bytes), view]
  let place = at
  let all = 0
  let i = from
  for (; i + 4 <= to; i += 4) {
    const word = source.getInt32(i, true)
    all |= word
    if (needsEscape(word)) place = putEscapedBytes(bytes, i, i + 4, place)
    else {
      page.setInt32(place, word, true)
      place += 4
    }
  }
  if ((all & highBits) !== 0) seen |= 0x80
  at = putEscapedBytes(bytes, i, to, place)
}

const highBits = 0x80808080

/** Does a byte of four lie below 0x20, or is it a quote or a backslash? Never misses one; bytes from 0x80 up are none. */
function needsEscape(word: number): boolean {
  const quote = word ^ 0x22222222
  const backslash = word ^ 0x5c5c5c5c
  const found =
    ((word - 0x20202020) & ~word) | ((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash)
  return (found & highBits) !== 0
}

function putEscapedBytes(bytes: Uint8Array, from: number, to: number, start: number): number {
  const page = out
  let place = start
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number
    seen |= byte
    if (isPlain[byte] === 1) page[place++] = byte
    else place = escapeTo(page, place, byte)
  }
  return place
}

/** Apart, so that the loops above stay small enough to be compiled well. */
function escapeTo(page: Uint8Array, start: number, byte: number): number {
  const escaped = ESCAPES[byte] as Uint8Array
  for (let i = 0; i < escaped.length; i++) page[start + i] = escaped[i] as number
  return start + escaped.length
}

/** The texts of a page lie in two pieces of bytes, sources and references, taken in turn. */
let last = { bytes: out as Uint8Array, view }
let before = last

function viewOf(bytes: Uint8Array): DataView {
  if (last.bytes === bytes) return last.view
  // All of the buffer: the engine's own has a `length` that changes with what lies in it.
  const { buffer, byteOffset, byteLength } = bytes
  const found =
    before.bytes === bytes ? before : { bytes, view: new DataView(buffer as ArrayBuffer, byteOffset, byteLength) }
  before = last
  last = found
  return found.view
}
