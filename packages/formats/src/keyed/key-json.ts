// A game's JSON: every string is a text, and its key is the path to it, `menu.items.0`. Numbers, true, false and null are
// left alone, and so are comments and trailing commas. Where the one root is the language that the file is named after, keys are
// without it. Line breaks and tabs may stand raw in a string, as many games read them.
import { type JSONPath, printParseErrorCode, visit } from 'jsonc-parser'
import { remarkOf } from '../../../../src/base/remark.ts'
import { damagedLine } from '../damage.ts'
import { type Edit, nestingMax, quoted } from '../text-entry.ts'
import { remarkAbove, SLASHES } from './lines.ts'
import {
  joinedKey,
  type KeyedDocument,
  type KeyedFormat,
  type KeyedSide,
  KeyedTexts,
  spelledKey,
} from './keyed-format.ts'
import { readLanguages } from './json-languages.ts'
import { isNamedIn, languageEdits } from './language-names.ts'
import { NO_PROJECT } from './project.ts'

export const keyJson: KeyedFormat = {
  name: 'JSON',
  files: /\.(?:json|arb)$/i,
  isFreeOfLines: true,
  meaning: 'JSON ({"key": "text"}, flat or nested)',
  looksLike: (start) => BEGINNING.test(start) && !isObjectALine(start),
  read: (document, file, side, project = NO_PROJECT) => {
    const all = readJson(document, file, 'source')
    const several = readLanguages({ document, parsed: parsedOf(document), file, side }, all.texts, project, readable)
    if (several !== null) return { ...several, unread: all.unread, isPartial: all.isPartial }
    const root = ROOT.exec(document)
    const name = root?.[1] ?? ''
    const arb = localeEdits(document, all, project.targetLanguage)
    const read = { ...withDescriptions(side === 'source' ? all : readJson(document, file, side)), ...arb }
    const keys = [...read.texts.map(({ key }) => key), ...read.unread]
    if (root === null || !isNamedIn(file, name) || !keys.every((key) => key.startsWith(`${name}.`))) return read
    const start = root[0].length - name.length
    const texts = read.texts.map((text) => ({ ...text, key: text.key.slice(name.length + 1) }))
    const unread = read.unread.map((key) => key.slice(name.length + 1))
    return {
      ...read,
      texts,
      unread,
      ofLanguage: languageEdits(document, start, start + name.length, project.targetLanguage),
    }
  },
  write: (before, text) => (textIn(before) === text ? before : literalLike(before, text)),
}

/** Behind comments, which may be longer than the first lines that are looked at. */
const BEGINNING = new RegExp(
  String.raw`^(?!\s*$)\s*(?://[^\n]*(?:\n\s*|$)|/\*(?:[^*]|\*(?!/))*(?:\*/\s*|\*?$))*` +
    String.raw`(?:\{|\[\s*(?:[[{"\]/]|-?\d|null|true|false)|$)`,
)

/** To the end of the first name, if an object stands behind it. */
const ROOT = /^\uFEFF?\s*\{\s*"([A-Za-z]{2,3}(?:[-_]\w{2,8})*)(?="\s*:\s*\{)/

/** What ARB says beside a text: `@menu` with the description of `menu`, which is no text itself, nor is `@@locale`. */
const ABOUT = /^@([^.]+)\.(\w+)/

function withDescriptions(read: KeyedDocument): KeyedDocument {
  if (!read.texts.some(({ key }) => key.startsWith('@'))) return read
  const keys = new Set(read.texts.map(({ key }) => key))
  const isAbout = (key: string): boolean => key.startsWith('@@') || keys.has(ABOUT.exec(key)?.[1] ?? '')
  const described = new Map<string, string>()
  for (const { key, text } of read.texts) {
    const [, of = '', member] = ABOUT.exec(key) ?? []
    if (member === 'description') described.set(of, text)
  }
  const texts = read.texts.filter(({ key }) => !isAbout(key))
  return {
    ...read,
    texts: texts.map((text) => {
      const said = described.get(text.key)
      return said === undefined ? text : { ...text, remark: remarkOf({ notes: [text.remark?.note ?? '', said] }) }
    }),
  }
}

/** The language that an ARB file says, as the target's; nothing if it says none. */
function localeEdits(document: string, { texts }: KeyedDocument, target: string): Pick<KeyedDocument, 'ofLanguage'> {
  const locale = texts.find(({ key }) => key === '@@locale')
  return locale === undefined ? {} : { ofLanguage: languageEdits(document, locale.start + 1, locale.end - 1, target) }
}

/** JSONL. */
function isObjectALine(start: string): boolean {
  const [first = '', second = ''] = start.trimStart().split('\n', 2)
  return first.startsWith('{') && first.trimEnd().endsWith('}') && second.startsWith('{')
}

/** Of a literal in which control characters may stand raw. */
const textIn = (literal: string): string =>
  JSON.parse(
    // oxlint-disable-next-line no-control-regex -- they are what JSON.parse refuses
    literal.replaceAll(/[\0-\x1F]/g, (raw) => `\\u${raw.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ) as string

/** `isShown`: whether a string is a text; by default each is. `onOther`: numbers, true, false and null. */
export function readJson(
  document: string,
  file: string,
  side: KeyedSide,
  isShown: (path: JSONPath, text: string) => boolean = () => true,
  onOther: ((path: JSONPath, value: unknown, place: Pick<Edit, 'start' | 'end'>) => void) | null = null,
): KeyedDocument {
  const texts = new KeyedTexts(document, file, side)
  const parsed = parsedOf(document)
  const lineAt = lineCounter(document)
  let depth = 0
  /** Where the name of the next text begins; -1: it has none. */
  let named = -1
  const open = (offset: number): void => {
    named = -1
    if (++depth <= nestingMax) return
    throw damagedLine(file, lineAt(offset), { problem: 'nested_too_deep', expected: nestingMax })
  }
  const close = (): void => void depth--
  visit(
    parsed,
    {
      onObjectBegin: open,
      onArrayBegin: open,
      onObjectEnd: close,
      onArrayEnd: close,
      onObjectProperty: (_name, offset) => void (named = offset),
      onLiteralValue: (text: unknown, start, length, _line, _character, pathOf) => {
        const entry = named === -1 ? start : named
        named = -1
        if (typeof text !== 'string') {
          onOther?.(pathOf(), text, { start, end: start + length })
          return
        }
        const path = pathOf()
        if (!isShown(path, text)) return
        const [key, line, end] = [joinedKey(path, '.'), lineAt(start), start + length]
        const own = readable(document.slice(start, end))
        if (key === null) texts.leaveOut('joined_key', line, String(path.at(-1)))
        else if (own === null) texts.leaveOut('damaged', line, key)
        else
          texts.add(
            { key, text: own, line, start, end, remark: remarkAbove(document, entry, SLASHES) },
            spelledKey(path),
          )
      },
      onError: (code, offset) => {
        if (IN_STRINGS.has(printParseErrorCode(code)) && document[offset] === '"') return
        const rest = document.slice(offset, offset + 61)
        const found = rest === '' ? 'the end of the file' : quoted(rest)
        const problem = /^(?:'|[\p{L}_$][\w$]*\s*:)/u.test(rest) ? 'json5_syntax' : 'json_syntax'
        throw damagedLine(file, lineAt(offset), { problem, found })
      },
    },
    { allowTrailingComma: true },
  )
  return texts.done()
}

/** Faults of one string, behind which the parser goes on. */
const IN_STRINGS: ReadonlySet<string> = new Set(['InvalidCharacter', 'InvalidEscapeCharacter', 'InvalidUnicode'])

/** Null: it has an escape that JSON does not know. */
function readable(literal: string): string | null {
  try {
    return textIn(literal)
  } catch {
    return null
  }
}

/** Of offsets that ascend. */
function lineCounter(document: string): (offset: number) => number {
  const lineBreak = /\r\n?|\n/g
  const nextLine = (): number => (lineBreak.test(document) ? lineBreak.lastIndex : Number.POSITIVE_INFINITY)
  let [line, next] = [1, nextLine()]
  return (offset) => {
    while (next <= offset) {
      next = nextLine()
      line++
    }
    return line
  }
}

/** As the parser takes it: a byte order mark is text to it, and a raw line break ends a string. */
const parsedOf = (document: string): string => withoutBreaks(document.replace(/^\uFEFF/, ' '))

/** The document with a tab for each line break in a string. */
function withoutBreaks(document: string): string {
  const opener = /"|\/[/*]/g
  const inString = /["\\]/g
  const pieces: string[] = []
  let done = 0
  for (let found = opener.exec(document); found !== null; found = opener.exec(document)) {
    const start = found.index
    if (found[0] === '//') {
      const end = document.indexOf('\n', start)
      opener.lastIndex = end === -1 ? document.length : end
    } else if (found[0] === '/*') {
      const end = document.indexOf('*/', start + 2)
      opener.lastIndex = end === -1 ? document.length : end + 2
    } else if (found[0] === '"') {
      inString.lastIndex = start + 1
      let close = inString.exec(document)
      for (; close?.[0] === '\\'; close = inString.exec(document)) inString.lastIndex++
      // Where no quote follows, the parser says where the string begins.
      if (close === null) break
      opener.lastIndex = close.index + 1
      const literal = document.slice(start, close.index)
      if (!/[\n\r]/.test(literal)) continue
      pieces.push(document.slice(done, start), literal.replaceAll(/[\n\r]/g, '\t'))
      done = close.index
    }
  }
  return pieces.length === 0 ? document : [...pieces, document.slice(done)].join('')
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
