// Cuts one JSON document, an array or an object of any size, into its elements without holding it: they may all stand on
// one line. Bytes are looked at once; brackets and strings are followed, the rest is JSON.parse's business.
import { isUtf8 } from 'node:buffer'
import { refuseLine } from './dump-batch.ts'
import { lineBytesMax } from './limits.ts'
import { quoted } from './text-entry.ts'

export interface JsonElement {
  /** 1-based line it starts on. */
  readonly line: number
  /** An array's value, or an object's `"key": value`. */
  readonly text: string
}

const CLOSER = { '[': 0x5d, '{': 0x7d } as const
const [QUOTE, BACKSLASH, COMMA, LF] = [0x22, 0x5c, 0x2c, 0x0a]
const isBlank = (byte: number): boolean => byte === 0x20 || byte === LF || byte === 0x0d || byte === 0x09
const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d

/** Gives the elements of a document that opens with `opener`. Throws DamagedFile. */
export async function* elementsOf(
  chunks: AsyncIterable<Buffer>,
  file: string,
  opener: '[' | '{',
): AsyncGenerator<readonly JsonElement[]> {
  const cutter = makeCutter(file, opener)
  for await (const chunk of chunks) {
    const elements = cutter.push(chunk)
    if (elements.length > 0) yield elements
  }
  cutter.finish()
}

function makeCutter(file: string, opener: '[' | '{') {
  /** 0 before the document, 1 among its elements, deeper inside one; −1 behind the document. */
  let depth = 0
  let isInString = false
  let isEscaped = false
  let line = 1
  let startLine = 1
  let count = 0
  let bytesSeen = 0
  let held: Buffer[] = []
  let heldBytes = 0

  const hold = (piece: Buffer): void => {
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes > lineBytesMax)
      refuseLine(
        file,
        startLine,
        'the element is too long',
        `more than ${lineBytesMax} bytes`,
        `at most ${lineBytesMax}`,
      )
  }

  /** Ends the element that is being held; an empty document has none. */
  const cut = (isAtEnd: boolean): JsonElement | null => {
    const bytes = Buffer.concat(held)
    held = []
    heldBytes = 0
    if (!isUtf8(bytes))
      refuseLine(file, startLine, 'the element is no text', 'bytes that are no UTF-8', 'text in UTF-8')
    const text = bytes.toString('utf8')
    const body = text.trimStart()
    const element = { line: startLine + countLines(text.slice(0, text.length - body.length)), text: body }
    startLine = line
    if (body === '') {
      if (isAtEnd && count === 0) return null
      refuseLine(file, element.line, 'an element is missing', 'nothing between two commas or brackets', 'an element')
    }
    count++
    return element
  }

  /** Bytes before the document and behind it. */
  const outside = (byte: number): void => {
    const isBom = depth === 0 && bytesSeen < 3 && byte === [0xef, 0xbb, 0xbf][bytesSeen]
    if (isBlank(byte) || isBom) return
    if (depth === 0 && byte === opener.charCodeAt(0)) {
      depth = 1
      startLine = line
      return
    }
    const found = quoted(String.fromCharCode(byte))
    if (depth === 0) refuseLine(file, line, 'the document starts with something else', found, `"${opener}"`)
    refuseLine(file, line, 'something follows the end of the document', found, 'nothing')
  }

  function push(chunk: Buffer): JsonElement[] {
    const elements: JsonElement[] = []
    let start = 0
    const end = (at: number, isAtEnd: boolean): void => {
      hold(chunk.subarray(start, at))
      start = at + 1
      const element = cut(isAtEnd)
      if (element !== null) elements.push(element)
    }
    for (let at = 0; at < chunk.length; at++, bytesSeen++) {
      const byte = chunk[at] ?? 0
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isInString = false
        continue
      }
      if (byte === LF) line++
      if (depth < 1) {
        outside(byte)
        start = at + 1
      } else if (byte === QUOTE) isInString = true
      else if (isOpening(byte)) depth++
      else if (byte === COMMA && depth === 1) end(at, false)
      else if (isClosing(byte)) {
        depth--
        if (depth > 0) continue
        if (byte !== CLOSER[opener])
          refuseLine(
            file,
            line,
            'the brackets do not match',
            quoted(String.fromCharCode(byte)),
            `the end of "${opener}"`,
          )
        end(at, true)
        depth = -1
      }
    }
    if (depth > 0) hold(chunk.subarray(start))
    return elements
  }

  function finish(): void {
    if (depth !== -1) refuseLine(file, line, 'the document is cut off', 'the end of the file', `the end of "${opener}"`)
  }

  return { push, finish }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}
