// Row cards as JSON (docs/api-v1.md#row-card), written from what is stored: no string is made of a text that goes from
// the store to the wire, and nothing is encoded twice. The bytes are those that JSON.stringify would give of
// row-card.ts (a property test holds them to that). Hot: 0.4 µs a row of the core group.
import type { CardBytes, TextBytes } from '../../app/rows/core-cards.ts'
import { sha256Hex } from '../../base/bytes.ts'
import {
  type CoreBytes,
  freshness,
  type HeadBytes,
  ROW_ID_BYTES,
  shownStatus,
  SOURCE_HASH_BYTES,
  type Span,
} from '../../domain/row.ts'
import { ORIGINS, TRANSLATION_STATUSES } from '../../domain/vocabulary.ts'
import type { Answer } from '../answer.ts'
import { JsonBytes, type Piece, pieceOf, textRoom } from './json-bytes.ts'
import { tokensNote } from './row-card.ts'

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
const HEAD_TEXT = pieceOf('{"text":"')
const STATUS = piecesOf(TRANSLATION_STATUSES, (status) => `","status":"${status}"`)
const FRESHNESS = {
  fresh: pieceOf(',"freshness":"fresh"'),
  stale: pieceOf(',"freshness":"stale"'),
  unverified: pieceOf(',"freshness":"unverified"'),
}
const ORIGIN = piecesOf(ORIGINS, (origin) => `,"origin":"${origin}"`)
const PROVIDER = pieceOf(',"provider":')
const MODEL = pieceOf(',"model":')
const QUOTE = pieceOf('"')
const UPDATED_AT = pieceOf(',"updated_at":"')
const HEAD_END = pieceOf('"}')
const TOKENS = pieceOf(',"tokens":{"must_preserve":')
const COSMETIC = pieceOf(',"cosmetic":')
const NOTE = pieceOf(`,"note":${JSON.stringify(tokensNote)}}`)
const NOTHING = pieceOf('{}')

const [idBytes, hashBytes] = [ROW_ID_BYTES, SOURCE_HASH_BYTES]

function piecesOf<W extends string>(words: readonly W[], textOf: (word: W) => string): Readonly<Record<W, Piece>> {
  return Object.fromEntries(words.map((word) => [word, pieceOf(textOf(word))])) as Record<W, Piece>
}

/** One answer is written at a time, so one writer does. */
const json = new JsonBytes()

/** The answer of a page of the core group: `list` adds its rows and gives its meta. */
export function corePage(list: (add: (core: CoreBytes) => void) => string): Answer {
  json.begin(PAGE)
  let isFirst = true
  const meta = list((core) => {
    json.reserve(textRoom(core.textStart, core.textEnd))
    if (!isFirst) json.putByte(comma)
    isFirst = false
    putCore(core)
    json.putByte(brace)
  })
  return ok(PAGE_END, meta)
}

/** The answer of a page with any groups. */
export function cardsPage(cards: readonly CardBytes[], meta: string): Answer {
  json.begin(PAGE)
  for (let i = 0; i < cards.length; i++) {
    json.reserve(0)
    if (i > 0) json.putByte(comma)
    putCard(cards[i] as CardBytes)
  }
  return ok(PAGE_END, meta)
}

/** The answer of one card. */
export function cardAnswer(card: CardBytes, meta: string): Answer {
  json.begin(CARD)
  putCard(card)
  return ok(CARD_END, meta)
}

/** `meta` is JSON in ASCII. */
function ok(end: Piece, meta: string): Answer {
  json.reserve(meta.length)
  json.put(end)
  json.putAscii(meta)
  json.putByte(brace)
  const { body, isAscii } = json.finish()
  return { status: 200, body, isAscii }
}

function putCard({ core, sources, reference, heads, tokens }: CardBytes): void {
  json.reserve(textRoom(core.textStart, core.textEnd))
  putCore(core)
  if (sources !== undefined) putSources(core, sources)
  if (reference !== undefined) putReference(reference)
  if (heads !== undefined) {
    json.put(LAYERS)
    putHead(heads.manual, core)
    json.put(MACHINE)
    putHead(heads.machine, core)
    json.putByte(brace)
  }
  if (tokens !== undefined) {
    json.put(TOKENS)
    putCounts(tokens?.mustPreserve)
    json.put(COSMETIC)
    putCounts(tokens?.cosmetic)
    json.put(NOTE)
  }
  json.putByte(brace)
}

function putCore(core: CoreBytes): void {
  const { bytes } = core
  json.put(ID)
  json.putHex(bytes, core.idAt, core.idAt + idBytes)
  json.put(ORDINAL)
  json.putNumber(core.ordinal)
  json.put(TEXT)
  json.putEscaped(bytes, core.textStart, core.textEnd)
  json.put(core.isFromDiff ? KIND.diff : KIND.main)
  json.put(HASH)
  json.putHex(bytes, core.idAt + idBytes, core.idAt + idBytes + hashBytes)
  json.put(core.isServiceRow ? SERVICE.true : SERVICE.false)
}

function putSources(core: CoreBytes, sources: NonNullable<CardBytes['sources']>): void {
  json.put(SOURCES)
  putSlot(core, sources.main)
  json.put(DIFF_SOURCE)
  putSlot(core, sources.diff)
  json.putByte(brace)
}

function putSlot(core: CoreBytes, slot: TextBytes | null): void {
  if (slot === null) return json.put(NULL)
  json.reserve(textRoom(slot.start, slot.end))
  json.put(SLOT)
  json.putEscaped(slot.bytes, slot.start, slot.end)
  json.put(SLOT_HASH)
  // The effective source's hash is stored; only a text that the diff covers is hashed.
  if (slot.start === core.textStart) json.putHex(core.bytes, core.idAt + idBytes, core.idAt + idBytes + hashBytes)
  else json.putAscii(sha256Hex(slot.bytes.subarray(slot.start, slot.end)))
  json.put(SLOT_END)
}

function putReference(reference: NonNullable<CardBytes['reference']> | null): void {
  json.put(REFERENCE)
  if (reference === null) return json.put(NULL)
  const { bytes, start, end } = reference.text
  json.reserve(textRoom(start, end))
  json.put(SLOT)
  json.putEscaped(bytes, start, end)
  json.put(reference.kind === 'diff' ? REFERENCE_END.diff : REFERENCE_END.main)
}

function putHead(head: HeadBytes | null, core: CoreBytes): void {
  if (head === null) return json.put(NULL)
  const { bytes, text, origin, provider, model } = head
  json.reserve(textRoom(0, bytes.length))
  json.put(HEAD_TEXT)
  json.putEscaped(bytes, text.start, text.end)
  json.put(STATUS[shownStatus(head)])
  json.put(FRESHNESS[freshness(!isMadeFrom(core, head), head.isVerified)])
  json.put(ORIGIN[origin])
  json.put(PROVIDER)
  putName(bytes, provider)
  json.put(MODEL)
  putName(bytes, model)
  json.put(UPDATED_AT)
  json.putTime(head.createdAtMs)
  json.put(HEAD_END)
}

/** Is the hash in the head the one of the row's source? */
function isMadeFrom(core: CoreBytes, { bytes, sourceHashAt }: HeadBytes): boolean {
  const at = core.idAt + idBytes
  for (let i = 0; i < hashBytes; i++) if (bytes[sourceHashAt + i] !== core.bytes[at + i]) return false
  return true
}

function putName(bytes: Uint8Array, name: Span | null): void {
  if (name === null) return json.put(NULL)
  json.put(QUOTE)
  json.putEscaped(bytes, name.start, name.end)
  json.put(QUOTE)
}

function putCounts(counts: Readonly<Record<string, number>> | undefined): void {
  if (counts === undefined) json.put(NOTHING)
  else json.putJson(counts)
}
