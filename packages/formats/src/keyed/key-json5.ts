// A game's own JSON5 and Hjson (tModLoader): JSON with comments, names and texts without quotes or in other ones, and texts over several
// lines. Keys are paths, as in JSON. A text is written as it stood, or in double quotes.
import { damagedLine } from '../damage.ts'
import { nestingMax, quoted } from '../text-entry.ts'
import { remarkAbove, SLASHES_OR_HASH } from './lines.ts'
import {
  joinedKey,
  type KeyedDocument,
  type KeyedFormat,
  type KeyedSide,
  KeyedTexts,
  spelledKey,
} from './keyed-format.ts'

const format = (name: string, meaning: string, files: RegExp, isHjson: boolean): KeyedFormat => ({
  name,
  meaning,
  files,
  isByName: true,
  looksLike: (start) => /\S/.test(start),
  read: (document, file, side) => new Scanner(document, file, side, isHjson).read(),
  write: (_, text) => JSON.stringify(text),
})

export const keyJson5 = format('JSON5', "JSON5 ({key: 'text'})", /\.json5$/i, false)
export const keyHjson = format('Hjson', 'Hjson (key: text)', /\.hjson$/i, true)

type Path = readonly (string | number)[]

const BLANK = /(?:[\s\uFEFF]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y
const BLANK_HJSON = /(?:[\s\uFEFF]+|\/\/[^\n]*|#[^\n]*|\/\*[^]*?\*\/)*/y
const WORD = /[^\s,:[\]{}"']+/y
const REST_OF_LINE = /[^\r\n]*/y
/** Alone before a comma, a bracket or a comment. */
const NO_TEXT = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?=\s*(?:$|[,\]}#]|\/\/|\/\*))/

class Scanner {
  readonly #document: string
  readonly #file: string
  readonly #isHjson: boolean
  readonly #texts: KeyedTexts
  #at = 0
  /** Where the name of the next text begins. */
  #named = 0
  #line = 1
  #lineStart = 0
  #counted = 0

  constructor(document: string, file: string, side: KeyedSide, isHjson: boolean) {
    this.#document = document
    this.#file = file
    this.#isHjson = isHjson
    this.#texts = new KeyedTexts(document, file, side)
  }

  read(): KeyedDocument {
    this.#blank()
    // Hjson may leave out the braces around a whole file.
    if (this.#isHjson && !/[[{]/.test(this.#next)) this.#members([], 0, '')
    else this.#value([], 0)
    this.#blank()
    if (this.#at < this.#document.length) this.#refuse()
    return this.#texts.done()
  }

  get #next(): string {
    return this.#document[this.#at] ?? ''
  }

  #refuse(): never {
    const rest = this.#document.slice(this.#at, this.#at + 61)
    const found = rest === '' ? 'the end of the file' : quoted(rest)
    throw damagedLine(this.#file, this.#lineAt(this.#at), { problem: 'json_syntax', found })
  }

  /** Of offsets that ascend. */
  #lineAt(offset: number): number {
    const passed = this.#document.slice(this.#counted, offset)
    this.#line += passed.split('\n').length - 1
    if (passed.includes('\n')) this.#lineStart = this.#counted + passed.lastIndexOf('\n') + 1
    this.#counted = offset
    return this.#line
  }

  /** How far an offset is from the beginning of its line; of offsets that ascend. */
  #columnAt(offset: number): number {
    this.#lineAt(offset)
    return offset - this.#lineStart
  }

  #taken(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#document)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #blank(): void {
    this.#taken(this.#isHjson ? BLANK_HJSON : BLANK)
  }

  #separators(): void {
    this.#blank()
    while (this.#next === ',') {
      this.#at++
      this.#blank()
    }
  }

  #value(path: Path, depth: number): void {
    this.#blank()
    if (depth > nestingMax) {
      throw damagedLine(this.#file, this.#lineAt(this.#at), { problem: 'nested_too_deep', expected: nestingMax })
    }
    if (this.#next === '{') {
      this.#at++
      this.#members(path, depth, '}')
    } else if (this.#next === '[') this.#items(path, depth)
    else if (/["']/.test(this.#next)) this.#add(path, this.#at, this.#literal(), this.#at)
    else if (this.#isHjson) this.#quoteless(path)
    else if (this.#taken(WORD) === '') this.#refuse()
  }

  #items(path: Path, depth: number): void {
    this.#at++
    this.#separators()
    for (let index = 0; this.#next !== ']'; index++) {
      this.#named = this.#at
      this.#value([...path, index], depth + 1)
      this.#separators()
    }
    this.#at++
  }

  /** `end` empty: of the file. */
  #members(path: Path, depth: number, end: string): void {
    this.#separators()
    while (this.#next !== end) {
      const named = this.#at
      const name = /["']/.test(this.#next) ? this.#literal() : this.#taken(WORD)
      this.#blank()
      if (name === '' || this.#next !== ':') this.#refuse()
      this.#at++
      this.#named = named
      this.#value([...path, name], depth + 1)
      this.#separators()
    }
    this.#at += end.length
  }

  /** Its text; what follows is next. */
  #literal(): string {
    const start = this.#at
    const document = this.#document
    const quote = this.#next
    if (this.#isHjson && document.startsWith("'''", start)) {
      const end = document.indexOf("'''", start + 3)
      if (end === -1) this.#refuse()
      this.#at = end + 3
      return textOfLines(document.slice(start, this.#at), this.#columnAt(start))
    }
    const stop = quote === '"' ? /["\\]/g : /['\\]/g
    stop.lastIndex = start + 1
    let found = stop.exec(document)
    for (; found?.[0] === '\\'; found = stop.exec(document)) stop.lastIndex++
    if (found === null) this.#refuse()
    this.#at = stop.lastIndex
    return unescaped(document.slice(start + 1, this.#at - 1))
  }

  #quoteless(path: Path): void {
    const start = this.#at
    const rest = this.#taken(REST_OF_LINE)
    const [word] = NO_TEXT.exec(rest) ?? []
    const text = rest.trimEnd()
    if (word !== undefined) this.#at = start + word.length
    else if (text === '' || /^[,:\]}]/.test(text)) {
      this.#at = start
      this.#refuse()
    } else this.#add(path, start, text, start + text.length)
  }

  #add(path: Path, start: number, text: string, end: number): void {
    const line = this.#lineAt(start)
    const key = joinedKey(path, '.')
    const column = this.#columnAt(start)
    if (key === null) this.#texts.leaveOut('joined_key', line, String(path.at(-1)))
    else {
      const write = (before: string, to: string): string => (to === text ? before : literalLike(before, to, column))
      const remark = remarkAbove(this.#document, this.#named, SLASHES_OR_HASH)
      this.#texts.add({ key, text, line, start, end, write, remark }, spelledKey(path))
    }
  }
}

const NAMED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' }
const unescaped = (inside: string): string =>
  inside.replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[^]))/g,
    (_, unit?: string, byte?: string, name = '') => {
      const hex = unit ?? byte
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
      return /[\r\n\u2028\u2029]/.test(name) ? '' : (NAMED[name] ?? name)
    },
  )

/** Of `'''` lines, without the white space up to the column of the first quote. */
function textOfLines(literal: string, column: number): string {
  const lines = literal.slice(3, -3).split(/\r?\n/)
  const [first = '', ...others] = lines
  const inside = others.map((line) => line.slice(Math.min(column, /^[ \t]*/.exec(line)?.[0].length ?? 0)))
  const all = first.trim() === '' && others.length > 0 ? inside : [first, ...inside]
  return all.length > 1 && /^[ \t]*$/.test(all.at(-1) ?? '') ? all.slice(0, -1).join('\n') : all.join('\n')
}

function literalLike(before: string, text: string, column: number): string {
  if (before.startsWith("'''")) return linesLike(before, text, column) ?? JSON.stringify(text)
  const double = JSON.stringify(text)
  if (before.startsWith("'")) return `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  const isPlain = !/^$|[\r\n\u2028\u2029]|^\s|\s$|^[{}[\],:"'#]|^\/[/*]/.test(text) && !NO_TEXT.test(text)
  return before.startsWith('"') || !isPlain ? double : text
}

/** Null: these lines would be read as others. */
function linesLike(before: string, text: string, column: number): string | null {
  const [, end = '', indent = ''] = /(\r?\n)([ \t]*)'''$/.exec(before) ?? []
  if (end === '' || /'''|\r/.test(text)) return null
  const written = `'''${end}${text
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line))
    .join(end)}${end}${indent}'''`
  return textOfLines(written, column) === text ? written : null
}
