// Writes row cards as JSON (docs/api-v1.md#row-card), copied from stored bytes without making strings. A property test compares
// them with row-card.ts. Hot: 0.4 µs a row of the core group.
import type { CardBytes, HeadView, RowView, SlotView } from '../../app/rows/read-row.ts'
import { sha256Hex, type Span } from '../../base/bytes.ts'
import { freshness, shownStatus } from '../../domain/row.ts'
import { FRESHNESS, ORIGINS, TRANSLATION_STATUSES } from '../../domain/vocabulary.ts'
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
/** Of slots and heads. */
const SLOT = pieceOf('{"text":"')
const SLOT_HASH = pieceOf('","text_hash":"')
const SLOT_END = pieceOf('"}')
const REFERENCE = pieceOf(',"reference":')
const REFERENCE_END = { main: pieceOf('","kind":"main"}'), diff: pieceOf('","kind":"diff"}') }
const LAYERS = pieceOf(',"layers":{"manual":')
const MACHINE = pieceOf(',"machine":')
const STATUS = piecesOf(TRANSLATION_STATUSES, (status) => `","status":"${status}"`)
const FRESH = piecesOf(FRESHNESS, (word) => `,"freshness":"${word}"`)
const ORIGIN = piecesOf(ORIGINS, (origin) => `,"origin":"${origin}"`)
const PROVIDER = pieceOf(',"provider":')
const MODEL = pieceOf(',"model":')
const QUOTE = pieceOf('"')
const UPDATED_AT = pieceOf(',"updated_at":"')
const TOKENS = pieceOf(',"tokens":{"must_preserve":')
const COSMETIC = pieceOf(',"cosmetic":')
const NOTE = pieceOf(`,"note":${JSON.stringify(tokensNote)}}`)
const NOTHING = pieceOf('{}')

function piecesOf<W extends string>(words: readonly W[], textOf: (word: W) => string): Readonly<Record<W, Piece>> {
  return Object.fromEntries(words.map((word) => [word, pieceOf(textOf(word))])) as Record<W, Piece>
}

/** One buffer for all answers, because only one is written at a time. */
const json = new JsonBytes()

/** A page of rows with the core group of fields. `list` adds the rows by `add`, and returns the page's meta as JSON. */
export function corePage(list: (add: (row: RowView) => void) => string): Answer {
  json.begin(PAGE)
  let isFirst = true
  const meta = list((row) => {
    json.reserve(textRoom(row.source))
    if (!isFirst) json.putByte(comma)
    isFirst = false
    putCore(row)
    json.putByte(brace)
  })
  return ok(PAGE_END, meta)
}

export function cardsPage(cards: readonly CardBytes[], meta: string): Answer {
  json.begin(PAGE)
  for (let i = 0; i < cards.length; i++) {
    json.reserve(0)
    if (i > 0) json.putByte(comma)
    putCard(cards[i] as CardBytes)
  }
  return ok(PAGE_END, meta)
}

export function cardAnswer(card: CardBytes, meta: string): Answer {
  json.begin(CARD)
  putCard(card)
  return ok(CARD_END, meta)
}

/** Ends a successful answer. `meta` is JSON of ASCII letters only. */
function ok(end: Piece, meta: string): Answer {
  json.reserve(meta.length)
  json.put(end)
  json.putAscii(meta)
  json.putByte(brace)
  return { status: 200, body: json.finish(), isInBytes: true }
}

function putCard({ row, withSources, reference, heads, tokens }: CardBytes): void {
  json.reserve(textRoom(row.source))
  putCore(row)
  if (withSources) putSources(row)
  if (reference !== undefined) putReference(reference)
  if (heads !== undefined) {
    json.put(LAYERS)
    putHead(heads.manual, row)
    json.put(MACHINE)
    putHead(heads.machine, row)
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

function putCore(row: RowView): void {
  const { bytes } = row
  json.put(ID)
  json.putHex(bytes, row.id)
  json.put(ORDINAL)
  json.putNumber(row.ordinal)
  json.put(TEXT)
  json.putEscaped(bytes, row.source)
  json.put(row.isInDiff ? KIND.diff : KIND.main)
  json.put(HASH)
  json.putHex(bytes, row.hash)
  json.put(row.isServiceRow ? SERVICE.true : SERVICE.false)
}

function putSources(row: RowView): void {
  json.put(SOURCES)
  putSlot(row, row.main)
  json.put(DIFF_SOURCE)
  putSlot(row, row.diff)
  json.putByte(brace)
}

function putSlot({ bytes, source, hash }: RowView, slot: SlotView | null): void {
  if (slot === null) return json.put(NULL)
  json.reserve(textRoom(slot))
  json.put(SLOT)
  json.putEscaped(bytes, slot)
  json.put(SLOT_HASH)
  // The effective source's hash is stored; that of a main text which a diff replaces is computed here.
  if (slot.start === source.start) json.putHex(bytes, hash)
  else json.putAscii(sha256Hex(bytes.subarray(slot.start, slot.end)))
  json.put(SLOT_END)
}

function putReference(reference: NonNullable<CardBytes['reference']> | null): void {
  json.put(REFERENCE)
  if (reference === null) return json.put(NULL)
  const { bytes, text } = reference
  json.reserve(textRoom(text))
  json.put(SLOT)
  json.putEscaped(bytes, text)
  json.put(reference.diff === null ? REFERENCE_END.main : REFERENCE_END.diff)
}

function putHead(head: HeadView | null, row: RowView): void {
  if (head === null) return json.put(NULL)
  const { bytes, text, origin, provider, model } = head
  // Room for the whole record, which includes the names.
  json.reserve(textRoom({ start: 0, end: bytes.length }))
  json.put(SLOT)
  json.putEscaped(bytes, text)
  json.put(STATUS[shownStatus(head)])
  json.put(FRESH[freshness(!isMadeFrom(head, row), head.isVerified)])
  json.put(ORIGIN[origin])
  json.put(PROVIDER)
  putName(bytes, provider)
  json.put(MODEL)
  putName(bytes, model)
  json.put(UPDATED_AT)
  json.putTime(head.createdAtMs)
  json.put(SLOT_END)
}

function isMadeFrom({ bytes, sourceHash }: HeadView, row: RowView): boolean {
  const away = row.hash.start - sourceHash.start
  for (let at = sourceHash.start; at < sourceHash.end; at++) if (bytes[at] !== row.bytes[at + away]) return false
  return true
}

function putName(bytes: Uint8Array, name: Span | null): void {
  if (name === null) return json.put(NULL)
  json.put(QUOTE)
  json.putEscaped(bytes, name)
  json.put(QUOTE)
}

function putCounts(counts: Readonly<Record<string, number>> | undefined): void {
  if (counts === undefined) json.put(NOTHING)
  else json.putJson(counts)
}
