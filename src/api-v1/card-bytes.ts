// Row cards as JSON (Agent API v1, Row card), written byte by byte from what is stored: no string is made of a text that
// goes from the store to the wire, and nothing is encoded twice. The bytes are those that JSON.stringify would give (a
// property test holds them to that). This is one of the hot paths and long for it: 0.3 µs a row of the core group, 3 µs a row
// with all groups, a fifth and a quarter of the way over objects and strings.
import type { CardBytes, TextBytes } from '../app/card-bytes.ts'
import { sha256Hex } from '../base/bytes.ts'
import type { CoreBytes, Head } from '../domain/row.ts'
import { freshnessOf, shownStatus } from '../domain/row.ts'
import type { Answer } from './answer.ts'
import { isoTime } from './wire.ts'

const tokensNote =
  'Every token of must_preserve has to stand in the translation verbatim and exactly as often as counted here; ' +
  'losing one of two identical tokens breaks the text. Tokens of cosmetic (colours, line breaks, tabs) should be kept.'

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const PAGE = ascii('{"success":true,"data":{"rows":[')
const PAGE_END = ascii(']},"meta":')
const CARD = ascii('{"success":true,"data":{"row":')
const CARD_END = ascii('},"meta":')
const [comma, brace] = [0x2c, 0x7d]
const NULL = ascii('null')
const ID = ascii('{"row_id":"')
const ORDINAL = ascii('","ordinal":')
const TEXT = ascii(',"source_text":"')
const KIND = { main: ascii('","source_kind":"main'), diff: ascii('","source_kind":"diff') }
const HASH = ascii('","source_hash":"')
const SERVICE = { true: ascii('","is_service_row":true'), false: ascii('","is_service_row":false') }
const SOURCES = ascii(',"sources":{"main":')
const DIFF_SOURCE = ascii(',"diff":')
const SLOT = ascii('{"text":"')
const SLOT_HASH = ascii('","text_hash":"')
const SLOT_END = ascii('"}')
const REFERENCE = ascii(',"reference":')
const REFERENCE_END = { main: ascii('","kind":"main"}'), diff: ascii('","kind":"diff"}') }
const LAYERS = ascii(',"layers":{"manual":')
const MACHINE = ascii(',"machine":')
const TOKENS = ascii(',"tokens":{"must_preserve":')
const COSMETIC = ascii(',"cosmetic":')
const NOTE = ascii(`,"note":${JSON.stringify(tokensNote)}}`)
const NOTHING = ascii('{}')

const [idBytes, hashBytes] = [8, 32]
/** Everything of a row but its texts and tokens, without and with the other groups. */
const frameBytesMax = 1024
/** A control character becomes `\u0000`. */
const escapedBytesMax = 6
const utf8BytesMax = 3

/** What stands for a byte in a JSON string; most stand for themselves and have no entry. */
const ESCAPES = Array.from({ length: 0x80 }, (_, code) => {
  const escaped = JSON.stringify(String.fromCharCode(code)).slice(1, -1)
  return escaped.length === 1 ? null : ascii(escaped)
})
const isPlain = Uint8Array.from({ length: 0x100 }, (_, byte) => ((ESCAPES[byte] ?? null) === null ? 1 : 0))
const hexHigh = Uint8Array.from({ length: 0x100 }, (_, byte) => (byte >> 4).toString(16).charCodeAt(0))
const hexLow = Uint8Array.from({ length: 0x100 }, (_, byte) => (byte & 15).toString(16).charCodeAt(0))

// One answer is written at a time, from start to end without a pause.
let out = Buffer.allocUnsafeSlow(256 * 1024)
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

function begin(head: Uint8Array): void {
  at = 0
  seen = 0
  put(head)
}

function finish(end: Uint8Array, meta: object): Answer {
  const json = JSON.stringify(meta)
  reserve(end.length + json.length + 1)
  put(end)
  at += out.write(json, at, 'latin1')
  out[at++] = brace
  // What is ASCII leaves as a string: headers and body are then written in one piece.
  const body = seen < 0x80 ? out.toString('latin1', 0, at) : Uint8Array.prototype.slice.call(out, 0, at)
  return { status: 200, body }
}

function reserve(bytes: number): void {
  if (at + bytes <= out.length) return
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * out.length, at + bytes))
  out.copy(larger, 0, 0, at)
  out = larger
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

/** A loop: for a few bytes it is faster than any call into the engine. */
function put(bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i++) out[at++] = bytes[i] as number
}

function putHex(bytes: Uint8Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number
    out[at++] = hexHigh[byte] as number
    out[at++] = hexLow[byte] as number
  }
}

/** A whole number from 0 up, in decimal. */
function putNumber(value: number): void {
  let digits = 1
  for (let limit = 10; value >= limit; limit *= 10) digits++
  let rest = value
  for (let place = at + digits - 1; place >= at; place--) {
    out[place] = 0x30 + (rest % 10)
    rest = Math.floor(rest / 10)
  }
  at += digits
}

function putEscaped(bytes: Uint8Array, from: number, to: number): void {
  const page = out
  let place = at
  let all = 0
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number
    all |= byte
    if (isPlain[byte] === 1) page[place++] = byte
    else for (const escaped of ESCAPES[byte] as Uint8Array) page[place++] = escaped
  }
  seen |= all
  at = place
}
