// A game's JSON: every string is a text, and its key is the path to it, `menu.items.0`. Numbers, true, false and null are
// left alone, and so are comments and trailing commas.
import { visit } from 'jsonc-parser'
import { damagedLine } from '../damage.ts'
import { nestingMax } from '../limits.ts'
import { quoted } from '../text-entry.ts'
import type { KeyedDocument, KeyedFormat, KeyedSide } from './keyed-format.ts'
import { KeyedTexts } from './keyed-texts.ts'

export const keyJson: KeyedFormat = {
  meaning: 'JSON ({"key": "text"}, flat or nested)',
  isBilingual: false,
  looksLike: (start) => /^\s*(?:\{|\[\s*(?:[[{"\]/]|-?\d|null|true|false)|\/[/*])/.test(start) && !isObjectALine(start),
  read: readJson,
  write: (before, text) => (JSON.parse(before) === text ? before : literalLike(before, text)),
}

/** JSONL. */
function isObjectALine(start: string): boolean {
  const [first = '', second = ''] = start.trimStart().split('\n', 2)
  return first.startsWith('{') && first.trimEnd().endsWith('}') && second.startsWith('{')
}

function readJson(document: string, file: string, side: KeyedSide): KeyedDocument {
  const texts = new KeyedTexts(document, file)
  let depth = 0
  const open = (line: number): void => {
    if (++depth <= nestingMax) return
    throw damagedLine(file, line + 1, { problem: 'nested_too_deep', expected: nestingMax })
  }
  const close = (): void => void depth--
  // The parser takes a byte order mark for text.
  visit(
    document.replace(/^\uFEFF/, ' '),
    {
      onObjectBegin: (_offset, _length, line) => open(line),
      onArrayBegin: (_offset, _length, line) => open(line),
      onObjectEnd: close,
      onArrayEnd: close,
      onLiteralValue: (text: unknown, start, length, line, _character, path) => {
        if (typeof text !== 'string' || (text === '' && side === 'translation')) return
        texts.add({ key: path().join('.'), text, line: line + 1, start, end: start + length })
      },
      onError: (_code, offset, _length, line) => {
        const rest = document.slice(offset, offset + 61)
        const found = rest === '' ? 'the end of the file' : quoted(rest)
        throw damagedLine(file, line + 1, { problem: 'json_syntax', found })
      },
    },
    { allowTrailingComma: true },
  )
  return texts.done()
}

const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/g
const unescaped = (escape: string): string => JSON.parse(`"${escape}"`) as string

/** The text as a literal that escapes what `before` escapes: `\/` for a slash, `\u0456` for і if nothing beyond ASCII stands raw. */
function literalLike(before: string, text: string): string {
  const literal = JSON.stringify(text)
  if (!before.includes('\\')) return literal
  const raw = before.slice(1, -1).replaceAll(ESCAPE, '')
  const escapes = Array.from(before.matchAll(ESCAPE), ([escape]) => escape)
  const known = new Map(escapes.map((escape) => [unescaped(escape), escape]))
  const units = escapes.filter((escape) => escape.length > 2)
  const isAscii = units.some((escape) => unescaped(escape) > '\x7F') && !/[\u0080-\uFFFF]/.test(raw)
  const isUpper = units.some((escape) => /[A-F]/.test(escape))
  const escapeOf = (unit: string): string => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${isUpper ? hex.toUpperCase() : hex}`
  }
  const pieceOf = (piece: string): string => {
    const character = piece.length === 1 ? piece : unescaped(piece)
    const isSurrogate = !character.isWellFormed()
    if (isAscii && character > '\x7F') return escapeOf(character)
    return isSurrogate || raw.includes(character) ? piece : (known.get(character) ?? piece)
  }
  return `"${literal.slice(1, -1).replaceAll(/\\(?:u[0-9a-f]{4}|.)|[^\\]/g, pieceOf)}"`
}
