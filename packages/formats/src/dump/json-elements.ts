// Cuts a JSON array or object of any size into its elements without holding all of it. Each byte is read once: only brackets
// and strings are followed, JSON.parse does the rest.
import { isUtf8 } from 'node:buffer'
import { damagedLine } from '../damage.ts'
import { lineBytesMax, quoted } from '../text-entry.ts'

export interface JsonElement {
  /** The line on which the element starts, from 1. */
  readonly line: number
  /** The value in an array, or `"key": value` in an object. */
  readonly text: string
}

const CLOSER = { '[': 0x5d, '{': 0x7d } as const
const [QUOTE, BACKSLASH, COMMA, LF] = [0x22, 0x5c, 0x2c, 0x0a]
const isBlank = (byte: number): boolean => byte === 0x20 || byte === LF || byte === 0x0d || byte === 0x09
const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d

/** Yields the elements of a document that opens with `opener`. Throws DamagedFile. */
export async function* elementsOf(
  chunks: AsyncIterable<Buffer>,
  file: string,
  opener: '[' | '{',
): AsyncGenerator<readonly JsonElement[]> {
  const cutter = new ElementCutter(file, opener)
  for await (const chunk of chunks) {
    const elements = cutter.push(chunk)
    if (elements.length > 0) yield elements
  }
  cutter.finish()
}

class ElementCutter {
  readonly #file: string
  readonly #opener: '[' | '{'
  /** How many brackets are open: 0 before the document, 1 between its elements, more inside one; −1 after the document. */
  #depth = 0
  #isInString = false
  #isEscaped = false
  #line = 1
  #startLine = 1
  #count = 0
  #bomBytes = 0
  #held: Buffer[] = []
  #heldBytes = 0

  constructor(file: string, opener: '[' | '{') {
    this.#file = file
    this.#opener = opener
  }

  push(chunk: Buffer): JsonElement[] {
    const elements: JsonElement[] = []
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      if (this.#isInString) {
        at = this.#passString(chunk, at)
        continue
      }
      const byte = chunk[at] ?? 0
      if (byte === LF) this.#line++
      if (this.#depth < 1) {
        this.#passOutside(byte)
        start = at + 1
      } else if (byte === QUOTE) this.#isInString = true
      else if (isOpening(byte)) this.#depth++
      else if (isClosing(byte)) this.#depth--
      const isEnd = this.#depth === 0 && isClosing(byte)
      if (!isEnd && !(byte === COMMA && this.#depth === 1)) continue
      this.#hold(chunk.subarray(start, at))
      start = at + 1
      const element = this.#cut(isEnd)
      if (element !== null) elements.push(element)
      if (isEnd) this.#end(byte)
    }
    if (this.#depth > 0) this.#hold(chunk.subarray(start))
    return elements
  }

  finish(): void {
    if (this.#depth === -1) return
    throw damagedLine(this.#file, this.#line, { problem: 'document_cut_off', opener: this.#opener })
  }

  /** Returns the place of the string's last quote, or of the chunk's last byte if the string goes on. */
  #passString(chunk: Buffer, from: number): number {
    let isEscaped = this.#isEscaped
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at]
      if (isEscaped) isEscaped = false
      else if (byte === BACKSLASH) isEscaped = true
      else if (byte === QUOTE) {
        this.#isInString = false
        this.#isEscaped = false
        return at
      }
    }
    this.#isEscaped = isEscaped
    return chunk.length - 1
  }

  /** Checks bytes before or after the document. */
  #passOutside(byte: number): void {
    if (isBlank(byte)) return
    if (byte === [0xef, 0xbb, 0xbf][this.#bomBytes]) {
      this.#bomBytes++
      return
    }
    if (this.#depth === 0 && byte === this.#opener.charCodeAt(0)) {
      this.#depth = 1
      this.#startLine = this.#line
      return
    }
    const found = quoted(String.fromCharCode(byte))
    throw damagedLine(
      this.#file,
      this.#line,
      this.#depth === 0
        ? { problem: 'document_start', found, opener: this.#opener }
        : { problem: 'after_document', found },
    )
  }

  #hold(piece: Buffer): void {
    this.#held.push(piece)
    this.#heldBytes += piece.length
    if (this.#heldBytes <= lineBytesMax) return
    throw damagedLine(this.#file, this.#startLine, { problem: 'element_too_long', expected: lineBytesMax })
  }

  /** Ends an element, and returns it; null: the document is empty, so there is none. */
  #cut(isLast: boolean): JsonElement | null {
    const bytes = Buffer.concat(this.#held)
    this.#held = []
    this.#heldBytes = 0
    if (!isUtf8(bytes)) throw damagedLine(this.#file, this.#startLine, { problem: 'element_no_text' })
    const text = bytes.toString('utf8')
    const body = text.trimStart()
    const line = this.#startLine + countLines(text.slice(0, text.length - body.length))
    this.#startLine = this.#line
    if (body === '') {
      if (isLast && this.#count === 0) return null
      throw damagedLine(this.#file, line, { problem: 'element_missing' })
    }
    this.#count++
    return { line, text: body }
  }

  #end(byte: number): void {
    this.#depth = -1
    if (byte === CLOSER[this.#opener]) return
    const found = quoted(String.fromCharCode(byte))
    throw damagedLine(this.#file, this.#line, { problem: 'brackets', found, opener: this.#opener })
  }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}
