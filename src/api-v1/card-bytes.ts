// Row cards as JSON (Agent API v1, Row card), written byte by byte from what is stored: no string is made of a text that
// goes from the store to the wire, and nothing is encoded twice. The bytes are those that JSON.stringify would give (a
// property test holds them to that). This is one of the hot paths and long for it: 0.4 µs a row of the core group.
import type { CardBytes, TextBytes } from '../app/card-bytes.ts'
import { sha256Hex } from '../base/bytes.ts'
import type { CoreBytes, Head } from '../domain/row.ts'
import { freshnessOf, shownStatus } from '../domain/row.ts'
import type { Answer } from './answer.ts'
import { isoTime } from './wire.ts'

const tokensNote =
  'Every token of must_preserve has to stand in the translation verbatim and exactly as often as counted here; ' +
  'losing one of two identical tokens breaks the text. Tokens of cosmetic (colours, line breaks, tabs) should be kept.'

/** An ASCII text that is written four bytes at a time. */
interface Piece {
  readonly length: number
  readonly words: Uint32Array
}

const pieceOf = (text: string): Piece => {
  const bytes = Buffer.alloc(Math.ceil(text.length / 4) * 4)
  bytes.write(text, 'latin1')
  return {
    length: text.length,
    words: Uint32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readUInt32LE(4 * i)),
  }
}

const PAGE = pieceOf('{"success":true,"data":{"rows":[')
const PAGE_END = pieceOf(']},"meta":')
const CARD = pieceOf('{"success":true,"data":{"row":')
const CARD_END = pieceOf('},"meta":')
const [comma, brace] = [0x2c, 0x7d]
const NULL = pieceOf('null')
const ID = pieceOf('{"row_id":"')
const ORDINAL = pieceOf('","ordinal":')
const TEXT = pieceOf(',"source_text":"')
const KIND = { main: pieceOf('","source_kind":"main'), diff: pieceOf('","source_kind":"diff') }
const HASH = pieceOf('","source_hash":"')
const SERVICE = { true: pieceOf('","is_service_row":true'), false: pieceOf('","is_service_row":false') }
const SOURCES = pieceOf(',"sources":{"main":')
const DIFF_SOURCE = pieceOf(',"diff":')
const SLOT = pieceOf('{"text":"')
const SLOT_HASH = pieceOf('","text_hash":"')
const SLOT_END = pieceOf('"}')
const REFERENCE = pieceOf(',"reference":')
const REFERENCE_END = { main: pieceOf('","kind":"main"}'), diff: pieceOf('","kind":"diff"}') }
const LAYERS = pieceOf(',"layers":{"manual":')
const MACHINE = pieceOf(',"machine":')
const TOKENS = pieceOf(',"tokens":{"must_preserve":')
const COSMETIC = pieceOf(',"cosmetic":')
const NOTE = pieceOf(`,"note":${JSON.stringify(tokensNote)}}`)
const NOTHING = pieceOf('{}')

const [idBytes, hashBytes] = [8, 32]
/** Everything of a row but its texts and tokens, without and with the other groups. */
const frameBytesMax = 1024
/** A control character becomes `\u0000`. */
const escapedBytesMax = 6
const utf8BytesMax = 3

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

/** The answer of a page of the core group: `list` adds its rows and gives its meta. */
export function corePage(list: (add: (core: CoreBytes) => void) => object): Answer {
  begin(PAGE)
  const meta = list((core) => {
    reserve(frameBytesMax + textRoom(core.textStart, core.textEnd))
    if (at > PAGE.length) out[at++] = comma
    putCore(core)
    out[at++] = brace
  })
  return finish(PAGE_END, meta)
}

/** The answer of a page with any groups. */
export function cardsPage(cards: readonly CardBytes[], meta: object): Answer {
  begin(PAGE)
  for (let i = 0; i < cards.length; i++) {
    reserve(1)
    if (i > 0) out[at++] = comma
    putCard(cards[i] as CardBytes)
  }
  return finish(PAGE_END, meta)
}

/** The answer of one card. */
export function cardAnswer(card: CardBytes, meta: object): Answer {
  begin(CARD)
  putCard(card)
  return finish(CARD_END, meta)
}

function begin(head: Piece): void {
  at = 0
  seen = 0
  put(head)
}

function finish(end: Piece, meta: object): Answer {
  const json = JSON.stringify(meta)
  reserve(frameBytesMax + json.length)
  put(end)
  at += out.write(json, at, 'latin1')
  out[at++] = brace
  // What is ASCII leaves as a string: headers and body are then written in one piece.
  if (seen < 0x80) return { status: 200, body: out.toString('latin1', 0, at) }
  if (at < 8192) return { status: 200, body: out.toString('utf8', 0, at) }
  const body = Buffer.allocUnsafeSlow(at)
  out.copy(body, 0, 0, at)
  return { status: 200, body }
}

function reserve(bytes: number): void {
  if (at + bytes <= out.length) return
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * out.length, at + bytes))
  out.copy(larger, 0, 0, at)
  out = larger
  view = new DataView(out.buffer)
}

const textRoom = (start: number, end: number): number => escapedBytesMax * (end - start)

function putCard({ core, sources, reference, heads, tokens }: CardBytes): void {
  const room = textRoom(core.textStart, core.textEnd)
  reserve(frameBytesMax + room)
  putCore(core)
  if (sources !== undefined) putSources(core, sources)
  if (reference !== undefined) putReference(reference)
  if (heads !== undefined) {
    put(LAYERS)
    putHead(heads.manual, core)
    put(MACHINE)
    putHead(heads.machine, core)
    out[at++] = brace
  }
  if (tokens !== undefined) {
    put(TOKENS)
    putCounts(tokens?.mustPreserve)
    put(COSMETIC)
    putCounts(tokens?.cosmetic)
    put(NOTE)
  }
  out[at++] = brace
}

function putCore(core: CoreBytes): void {
  const { bytes } = core
  put(ID)
  putHex(bytes, core.idAt, core.idAt + idBytes)
  put(ORDINAL)
  putNumber(core.ordinal)
  put(TEXT)
  putEscaped(bytes, core.textStart, core.textEnd)
  put(core.isFromDiff ? KIND.diff : KIND.main)
  put(HASH)
  putHex(bytes, core.idAt + idBytes, core.idAt + idBytes + hashBytes)
  put(core.isServiceRow ? SERVICE.true : SERVICE.false)
}

function putSources(core: CoreBytes, sources: NonNullable<CardBytes['sources']>): void {
  put(SOURCES)
  putSlot(core, sources.main)
  put(DIFF_SOURCE)
  putSlot(core, sources.diff)
  out[at++] = brace
}

function putSlot(core: CoreBytes, slot: TextBytes | null): void {
  if (slot === null) return put(NULL)
  reserve(frameBytesMax + textRoom(slot.start, slot.end))
  put(SLOT)
  putEscaped(slot.bytes, slot.start, slot.end)
  put(SLOT_HASH)
  // The effective source's hash is stored; only a text that the diff covers is hashed.
  if (slot.start === core.textStart) putHex(core.bytes, core.idAt + idBytes, core.idAt + idBytes + hashBytes)
  else at += out.write(sha256Hex(slot.bytes.subarray(slot.start, slot.end)), at, 'latin1')
  put(SLOT_END)
}

function putReference(reference: NonNullable<CardBytes['reference']> | null): void {
  put(REFERENCE)
  if (reference === null) return put(NULL)
  const { bytes, start, end } = reference.text
  reserve(frameBytesMax + textRoom(start, end))
  put(SLOT)
  putEscaped(bytes, start, end)
  put(reference.kind === 'diff' ? REFERENCE_END.diff : REFERENCE_END.main)
}

function putHead(head: Head | null, core: CoreBytes): void {
  if (head === null) return put(NULL)
  const sourceHash = Buffer.from(core.bytes.buffer, core.bytes.byteOffset + core.idAt + idBytes, hashBytes)
  putJson({
    text: head.text,
    status: shownStatus(head),
    freshness: freshnessOf(head, sourceHash.toString('hex')),
    origin: head.origin,
    provider: head.provider,
    model: head.model,
    updated_at: isoTime(head.createdAtMs),
  })
}

function putCounts(counts: Readonly<Record<string, number>> | undefined): void {
  if (counts === undefined) put(NOTHING)
  else putJson(counts)
}

// ---------------------------------------------------------------- the smallest pieces; room is reserved by the caller

/** Reserves its own room, and that of what the caller puts behind it. */
function putJson(value: object): void {
  const json = JSON.stringify(value)
  reserve(frameBytesMax + utf8BytesMax * json.length)
  const written = out.write(json, at)
  if (written > json.length) seen |= 0x80
  at += written
}

// Loops of their own, over variables of their own: for a few bytes they are faster than any call into the engine.

/** Up to three bytes more are written than the piece has; what comes next overwrites them. */
function put({ length, words }: Piece): void {
  const page = view
  for (let i = 0; i < words.length; i++) page.setUint32(at + 4 * i, words[i] as number, true)
  at += length
}

function putHex(bytes: Uint8Array, from: number, to: number): void {
  const page = view
  let place = at
  for (let i = from; i < to; i++) {
    page.setUint16(place, hexPair[bytes[i] as number] as number, true)
    place += 2
  }
  at = place
}

/** A whole number from 0 to 2³¹ − 1, in decimal. */
function putNumber(value: number): void {
  let digits = 1
  for (let limit = 10; value >= limit; limit *= 10) digits++
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
function putEscaped(bytes: Uint8Array, from: number, to: number): void {
  const [source, page] = [viewOf(bytes), view]
  const offset = bytes.byteOffset
  let place = at
  let all = 0
  let i = from
  for (; i + 4 <= to; i += 4) {
    const word = source.getInt32(offset + i, true)
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

/** The texts of a page lie in few buffers, one after the other. */
let lastView: DataView = view
const viewOf = ({ buffer }: Uint8Array): DataView =>
  lastView.buffer === buffer ? lastView : (lastView = new DataView(buffer))
