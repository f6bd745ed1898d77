// Row cards as JSON (Agent API v1, Row card), written from what is stored: no string is made of a text that goes from the
// store to the wire, and nothing is encoded twice. The bytes are those that JSON.stringify would give (a property test
// holds them to that). Hot: 0.4 µs a row of the core group.
import type { CardBytes, TextBytes } from '../app/card-bytes.ts'
import { sha256Hex } from '../base/bytes.ts'
import { type CoreBytes, freshness, type HeadBytes } from '../domain/row.ts'
import type { Answer } from './answer.ts'
import {
  begin,
  finish,
  isHexOf,
  type Piece,
  pieceOf,
  put,
  putAscii,
  putByte,
  putEscaped,
  putHex,
  putJson,
  putNumber,
  putSpan,
  putTime,
  reserve,
  textRoom,
} from './json-bytes.ts'

const tokensNote =
  'Every token of must_preserve has to stand in the translation verbatim and exactly as often as counted here; ' +
  'losing one of two identical tokens breaks the text. Tokens of cosmetic (colours, line breaks, tabs) should be kept.'

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
const HEAD_TEXT = pieceOf('{"text":')
const STATUS = pieceOf(',"status":')
const INVALID = pieceOf('"invalid"')
const FRESHNESS = {
  fresh: pieceOf(',"freshness":"fresh"'),
  stale: pieceOf(',"freshness":"stale"'),
  unverified: pieceOf(',"freshness":"unverified"'),
}
const ORIGIN = pieceOf(',"origin":')
const PROVIDER = pieceOf(',"provider":')
const MODEL = pieceOf(',"model":')
const UPDATED_AT = pieceOf(',"updated_at":"')
const HEAD_END = pieceOf('"}')
const TOKENS = pieceOf(',"tokens":{"must_preserve":')
const COSMETIC = pieceOf(',"cosmetic":')
const NOTE = pieceOf(`,"note":${JSON.stringify(tokensNote)}}`)
const NOTHING = pieceOf('{}')

const [idBytes, hashBytes] = [8, 32]

/** The answer of a page of the core group: `list` adds its rows and gives its meta. */
export function corePage(list: (add: (core: CoreBytes) => void) => string): Answer {
  begin(PAGE)
  let isFirst = true
  const meta = list((core) => {
    reserve(textRoom(core.textStart, core.textEnd))
    if (!isFirst) putByte(comma)
    isFirst = false
    putCore(core)
    putByte(brace)
  })
  return ok(PAGE_END, meta)
}

/** The answer of a page with any groups. */
export function cardsPage(cards: readonly CardBytes[], meta: string): Answer {
  begin(PAGE)
  for (let i = 0; i < cards.length; i++) {
    reserve(0)
    if (i > 0) putByte(comma)
    putCard(cards[i] as CardBytes)
  }
  return ok(PAGE_END, meta)
}

/** The answer of one card. */
export function cardAnswer(card: CardBytes, meta: string): Answer {
  begin(CARD)
  putCard(card)
  return ok(CARD_END, meta)
}

/** `meta` is JSON in ASCII. */
function ok(end: Piece, meta: string): Answer {
  reserve(meta.length)
  put(end)
  putAscii(meta)
  putByte(brace)
  const { body, isAscii } = finish()
  return { status: 200, body, isAscii }
}

function putCard({ core, sources, reference, heads, tokens }: CardBytes): void {
  reserve(textRoom(core.textStart, core.textEnd))
  putCore(core)
  if (sources !== undefined) putSources(core, sources)
  if (reference !== undefined) putReference(reference)
  if (heads !== undefined) {
    put(LAYERS)
    putHead(heads.manual, core)
    put(MACHINE)
    putHead(heads.machine, core)
    putByte(brace)
  }
  if (tokens !== undefined) {
    put(TOKENS)
    putCounts(tokens?.mustPreserve)
    put(COSMETIC)
    putCounts(tokens?.cosmetic)
    put(NOTE)
  }
  putByte(brace)
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
  putByte(brace)
}

function putSlot(core: CoreBytes, slot: TextBytes | null): void {
  if (slot === null) return put(NULL)
  reserve(textRoom(slot.start, slot.end))
  put(SLOT)
  putEscaped(slot.bytes, slot.start, slot.end)
  put(SLOT_HASH)
  // The effective source's hash is stored; only a text that the diff covers is hashed.
  if (slot.start === core.textStart) putHex(core.bytes, core.idAt + idBytes, core.idAt + idBytes + hashBytes)
  else putAscii(sha256Hex(slot.bytes.subarray(slot.start, slot.end)))
  put(SLOT_END)
}

function putReference(reference: NonNullable<CardBytes['reference']> | null): void {
  put(REFERENCE)
  if (reference === null) return put(NULL)
  const { bytes, start, end } = reference.text
  reserve(textRoom(start, end))
  put(SLOT)
  putEscaped(bytes, start, end)
  put(reference.kind === 'diff' ? REFERENCE_END.diff : REFERENCE_END.main)
}

/** Its members are JSON already; only freshness and time are made here. */
function putHead(head: HeadBytes | null, core: CoreBytes): void {
  if (head === null) return put(NULL)
  const { bytes, text, status, origin, provider, model } = head
  reserve(bytes.length)
  put(HEAD_TEXT)
  putSpan(bytes, text)
  put(STATUS)
  if (head.isInvalid) put(INVALID)
  else putSpan(bytes, status)
  put(FRESHNESS[freshness(!isMadeFrom(core, head), head.isVerified)])
  put(ORIGIN)
  putSpan(bytes, origin)
  put(PROVIDER)
  putSpan(bytes, provider)
  put(MODEL)
  putSpan(bytes, model)
  put(UPDATED_AT)
  putTime(head.createdAtMs)
  put(HEAD_END)
}

/** Is the hash in the head the one of the row's source? */
const isMadeFrom = (core: CoreBytes, { bytes, sourceHash }: HeadBytes): boolean =>
  isHexOf(bytes, sourceHash.start + 1, core.bytes, core.idAt + idBytes, hashBytes)

function putCounts(counts: Readonly<Record<string, number>> | undefined): void {
  if (counts === undefined) put(NOTHING)
  else putJson(counts)
}
