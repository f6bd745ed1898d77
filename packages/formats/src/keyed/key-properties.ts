// A game's own .properties (Java, libGDX): `key = text`, in lines that a backslash continues, as
// java.util.Properties reads them. Comments and the white space around keys stay.
import { BANG, remarkAbove } from './lines.ts'
import { isAllEscaped, unicodeEscape } from './escapes.ts'
import { type KeyedDocument, type KeyedFormat, type KeyedSide, KeyedTexts } from './keyed-format.ts'

export const keyProperties: KeyedFormat = {
  name: 'properties',
  meaning: 'properties (key = text)',
  files: /\.properties$/i,
  isByName: true,
  isFreeOfLines: true,
  looksLike: (start) => /\S/.test(start),
  read: readProperties,
  write: writeValue,
}

/** A backslash at the end of a line, and the white space that begins the next one. */
const CONTINUED = String.raw`\\(?:\r\n|\r|\n)[ \t\f]*`
const BLANK = `(?:[ \\t\\f]|${CONTINUED})*`
/** Between key and text. */
const SEPARATOR = new RegExp(`^${BLANK}[=:]?${BLANK}`)
const ESCAPE = new RegExp(String.raw`${CONTINUED}|\\u[0-9a-fA-F]{4}|\\[^]?`, 'g')
const NAMED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }

function readProperties(document: string, file: string, side: KeyedSide): KeyedDocument {
  const texts = new KeyedTexts(document, file, side)
  for (const { line, start, end } of logicalLines(document)) {
    const whole = document.slice(start, end)
    const key = /^(?:[^\\=: \t\f]+|\\(?!\r|\n)[^])*/.exec(whole)?.[0] ?? ''
    const place = { line, start: start + key.length, end, remark: remarkAbove(document, start, BANG) }
    if (/\\u(?![0-9a-fA-F]{4})/.test(whole.replaceAll('\\\\', ''))) texts.leaveOut('damaged', line, key)
    else texts.add({ key: unescaped(key), text: textIn(whole.slice(key.length)), ...place })
  }
  return texts.done()
}

const unescaped = (text: string): string =>
  text.replaceAll(ESCAPE, (escape) => {
    if (/^\\[\r\n]/.test(escape)) return ''
    if (escape.length === 6) return String.fromCharCode(Number.parseInt(escape.slice(2), 16))
    const name = escape.slice(1)
    return NAMED[name] ?? name
  })

/** `before`: from behind the key. */
const textIn = (before: string): string => unescaped(before.replace(SEPARATOR, ''))

const WRITTEN: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\f': '\\f' }

function writeValue(before: string, text: string): string {
  if (textIn(before) === text) return before
  const separator = SEPARATOR.exec(before)?.[0] || '='
  const written = text.replaceAll(/[\\\t\n\r\f]/g, (found) => WRITTEN[found] ?? found).replace(/^[ =:]/, '\\$&')
  const isAscii = isAllEscaped(before.slice(separator.length))
  return separator + (isAscii ? written.replaceAll(/[^\0-\x7F]/g, unicodeEscape) : written)
}

interface LogicalLine {
  readonly line: number
  /** Of the key. */
  readonly start: number
  readonly end: number
}

/** Without blank lines and comments. */
function* logicalLines(document: string): Generator<LogicalLine> {
  const blank = /[ \t\f\uFEFF]*/y
  const stop = /[\\\r\n]/g
  let line = 1
  for (let at = 0; at < document.length; ) {
    blank.lastIndex = at
    blank.test(document)
    const start = blank.lastIndex
    const isComment = /[#!]/.test(document[start] ?? '')
    const first = line
    let end = document.length
    let next = document.length
    stop.lastIndex = start
    for (let found = stop.exec(document); found !== null; found = stop.exec(document)) {
      const isContinued = found[0] === '\\' && !isComment
      if (found[0] === '\\' && isComment) continue
      const from = found.index + (isContinued ? 1 : 0)
      const length = document.startsWith('\r\n', from) ? 2 : 1
      const isBreak = /[\r\n]/.test(document[from] ?? '')
      if (isBreak) line++
      stop.lastIndex = from + length
      if (isContinued) continue
      end = from
      next = from + length
      break
    }
    if (!isComment && start < end) yield { line: first, start, end }
    at = next
  }
}
