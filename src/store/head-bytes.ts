// The heads of a row as places in their stored JSON, for answers that send texts on: what was made into JSON once is not
// taken apart and made anew. Hot: a hundred rows a page, 0.6 µs each.
import type { HeadBytes, HeadsBytes } from '../domain/row.ts'
import type { Database } from './environment.ts'
import { keyOfU32 } from './keyspace.ts'

const NO_HEADS: HeadsBytes = { manual: null, machine: null }

/** The heads of a row, in a copy of their own. Throws when the record is damaged. */
export function readHeadBytes(db: Database, ordinal: number): HeadsBytes {
  const stored = db.getBinary(keyOfU32('head', ordinal))
  return stored === undefined ? NO_HEADS : headsIn(stored)
}

/**
 * The heads in a stored record: `{"manual":…,"machine":…}` in either order, each null or an object of plain values,
 * without white space between them. Throws when it breaks off.
 */
export function headsIn(bytes: Uint8Array): HeadsBytes {
  let [manual, machine]: [HeadBytes | null, HeadBytes | null] = [null, null]
  for (let at = 1; bytes[at] !== closeBrace; at = afterComma(bytes, at)) {
    const nameEnd = endOfString(bytes, at)
    const isManual = nameEnd - at === '"manual"'.length
    at = nameEnd + 1
    if (bytes[at] !== openBrace) at = endOfValue(bytes, at)
    else {
      const head = headAt(bytes, at)
      if (isManual) manual = head
      else machine = head
      at = head.end
    }
  }
  return { manual, machine }
}

/** Members are told apart by length and first letter: no string is made of a name. */
const tagOf = (length: number, first: number): number => (length << 8) | first
const tag = (name: string): number => tagOf(name.length, name.charCodeAt(0))

/** What is wanted of a head, by the tags of its members. */
const TAKE = new Map<number, (head: FoundHead, start: number, end: number) => void>([
  [tag('text'), (head, start, end) => (head.text = { start, end })],
  [tag('status'), (head, start, end) => (head.status = { start, end })],
  [tag('origin'), (head, start, end) => (head.origin = { start, end })],
  [tag('provider'), (head, start, end) => (head.provider = { start, end })],
  [tag('model'), (head, start, end) => (head.model = { start, end })],
  [tag('sourceHash'), (head, start, end) => (head.sourceHash = { start, end })],
  [tag('isVerified'), (head, start) => (head.isVerified = head.bytes[start] === letterT)],
  [tag('isInvalid'), (head, start) => (head.isInvalid = head.bytes[start] === letterT)],
  [tag('createdAtMs'), (head, start, end) => (head.createdAtMs = numberAt(head.bytes, start, end))],
])

type FoundHead = { -readonly [M in keyof HeadBytes]: HeadBytes[M] } & {
  /** Behind its closing brace. */
  end: number
}

function headAt(bytes: Uint8Array, start: number): FoundHead {
  const nowhere = { start: 0, end: 0 }
  const spans = {
    text: nowhere,
    status: nowhere,
    origin: nowhere,
    provider: nowhere,
    model: nowhere,
    sourceHash: nowhere,
  }
  const head = { bytes, ...spans, isVerified: false, isInvalid: false, createdAtMs: 0, end: 0 }
  let at = start + 1
  while (bytes[at] !== closeBrace) {
    const nameEnd = endOfString(bytes, at)
    const valueStart = nameEnd + 1
    const valueEnd = endOfValue(bytes, valueStart)
    TAKE.get(tagOf(nameEnd - at - 2, bytes[at + 1] as number))?.(head, valueStart, valueEnd)
    at = afterComma(bytes, valueEnd)
  }
  head.end = at + 1
  return head
}

const [quote, comma, zero, backslash, letterT, openBrace, closeBrace] = [0x22, 0x2c, 0x30, 0x5c, 0x74, 0x7b, 0x7d]

const afterComma = (bytes: Uint8Array, at: number): number => (bytes[at] === comma ? at + 1 : at)

/** Behind the closing quote of the string that begins at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (bytes[at] !== quote) {
    at += bytes[at] === backslash ? 2 : 1
    if (at >= bytes.length) throw new Error('a stored head is damaged: `windrow check` names its row')
  }
  return at + 1
}

/** Behind the plain value that begins at `start`. */
function endOfValue(bytes: Uint8Array, start: number): number {
  if (bytes[start] === quote) return endOfString(bytes, start)
  let at = start
  while (bytes[at] !== comma && bytes[at] !== closeBrace) {
    if (++at >= bytes.length) throw new Error('a stored head is damaged: `windrow check` names its row')
  }
  return at
}

function numberAt(bytes: Uint8Array, from: number, end: number): number {
  let value = 0
  for (let at = from; at < end; at++) value = 10 * value + (bytes[at] as number) - zero
  return value
}
