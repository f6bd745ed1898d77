// A game's own YAML: every string is a text, and its key is the path to it, as in JSON. A file whose one root is its language
// (`en:` in en.yml) has keys without it, so that the files of all languages have the same. A text is written in the style that it
// has, or in double quotes.
import {
  Composer,
  type CST,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  Parser,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import { type DamagedFile, damagedLine } from '../damage.ts'
import { type Edit, nestingMax, quoted } from '../text-entry.ts'
import { HASH, remarkAbove } from './lines.ts'
import {
  joinedKey,
  type KeyedDocument,
  type KeyedFormat,
  type KeyedSide,
  KeyedTexts,
  spelledKey,
} from './keyed-format.ts'
import { formsOf, isNamedIn, languageEdits } from './language-names.ts'
import { NO_PROJECT } from './project.ts'

export const keyYaml: KeyedFormat = {
  name: 'YAML',
  meaning: 'YAML (key: text)',
  files: /\.ya?ml$/i,
  isByName: true,
  looksLike: (start) => /^[ \t]*(?:- |["']?[^\s#:"'][^\n:]*["']?:(?:\s|$)|[{[])/m.test(start),
  read: (document, file, side, project = NO_PROJECT) =>
    new Values(document, file, side, project.targetLanguage).read(project.targetLanguage),
  write: (_, text) => doubleQuoted(text),
}

const FORMS = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])

type Path = readonly (string | number)[]

/** Names, texts and marks of a file: some 150,000 usual lines. The library's tree takes 300 bytes for each. */
const partsMax = 1_000_000
const TOO_MANY = { problem: 'too_many_parts', expected: partsMax } as const
const TOO_DEEP = { problem: 'nested_too_deep', expected: nestingMax } as const

class Values {
  readonly #document: string
  readonly #file: string
  readonly #texts: KeyedTexts
  readonly #lines = new LineCounter()
  readonly #lineEnd: string
  /** Of the target's language. */
  readonly #forms: readonly string[]

  constructor(document: string, file: string, side: KeyedSide, target: string) {
    this.#forms = side === 'source' ? formsOf(target) : []
    this.#lineEnd = document.includes('\r\n') ? '\r\n' : '\n'
    this.#document = document
    this.#file = file
    this.#texts = new KeyedTexts(document, file, side)
  }

  read(target: string): KeyedDocument {
    const ofLanguage: Edit[] = []
    const composer = new Composer({ uniqueKeys: false, logLevel: 'silent' })
    let first: DamagedFile | null = null
    // By itself the library gathers a fault for each comma too many. It catches some of what is thrown here and reports that as a
    // further fault, so the first one is thrown again.
    Object.assign(composer, {
      onError: (at: ErrorPlace, _: string, message: string, isWarning?: boolean) => {
        if (isWarning !== true) throw (first ??= this.#fault(offsetOf(at), message))
      },
    })
    const documents = [...composer.compose(this.#tokens())]
    for (const [at, { contents, errors }] of documents.entries()) {
      const [fault] = errors
      if (fault !== undefined) throw this.#fault(fault.pos[0], fault.message)
      const root = contents as Node | null
      const inside = rootOf(root, this.#file)
      if (isScalar(inside?.key)) ofLanguage.push(...this.#languageEdits(inside.key, target))
      this.#take(inside?.value ?? root, documents.length > 1 ? [at] : [], 0, 0)
    }
    return { ...this.#texts.done(), ofLanguage }
  }

  /** The tokens of the tree. Refuses one that is too deep or too large, which would take all of the library's stack or memory. */
  *#tokens(): Generator<CST.Token> {
    const parser = new Parser(this.#lines.addNewLine)
    this.#lines.addNewLine(0)
    let parts = 0
    for (const part of new Lexer().lex(this.#document)) {
      yield* parser.next(part)
      if (parser.stack.length > 2 * nestingMax) throw this.#refused(parser.offset, TOO_DEEP)
      if (++parts > partsMax) throw this.#refused(parser.offset, TOO_MANY)
    }
    yield* parser.end()
  }

  #fault(offset: number, message: string): DamagedFile {
    const { line, col } = this.#lines.linePos(offset)
    const found = quoted(`${message} at line ${line}, column ${col}:`)
    return this.#refused(offset, { problem: 'yaml_syntax', found })
  }

  #refused = (offset: number, damage: Parameters<typeof damagedLine>[2]): DamagedFile =>
    damagedLine(this.#file, this.#lineAt(offset), damage)

  #languageEdits({ range, type }: Scalar, target: string): readonly Edit[] {
    const quote = type === 'PLAIN' ? 0 : 1
    return range ? languageEdits(this.#document, range[0] + quote, range[1] - quote, target) : []
  }

  #lineAt = (offset: number): number => Math.max(1, this.#lines.linePos(offset).line)

  /** `named`: where the name of a text begins, or the text itself. */
  #take(node: unknown, path: Path, depth: number, named: number): void {
    if (depth > nestingMax) throw this.#refused(startOf(node), TOO_DEEP)
    if (isMap(node)) {
      for (const { key, value } of node.items) this.#take(value, [...path, nameOf(key)], depth + 1, startOf(key))
      this.#addForms(node, path)
    } else if (isSeq(node)) {
      for (const [at, item] of node.items.entries()) this.#take(item, [...path, at], depth + 1, startOf(item))
    } else if (isScalar(node) && typeof node.value === 'string' && node.range) this.#add(node, node.value, path, named)
  }

  /** Forms of a plural that only the target's language has, behind its last one. */
  #addForms({ items, flow }: YAMLMap, path: Path): void {
    const [names, last] = [items.map(({ key }) => nameOf(key)), items.at(-1)]
    const value = last?.value
    const isPlural = names.includes('other') && names.every((name) => FORMS.has(name)) && flow !== true
    if (!isPlural || !isScalar(value) || !/^(?:PLAIN|QUOTE)/.test(value.type ?? '') || !value.range) return
    const [, end] = value.range
    const indent = ' '.repeat(this.#lines.linePos(startOf(last?.key)).col - 1)
    for (const form of this.#forms.filter((each) => !names.includes(each))) {
      const write = (_: string, to: string): string => `${this.#lineEnd}${indent}${form}: ${doubleQuoted(to)}`
      const key = joinedKey([...path, form], '.')
      if (key !== null)
        this.#texts.add({ key, text: String(value.value), line: this.#lineAt(end), start: end, end, write })
    }
  }

  #add(node: Scalar, text: string, path: Path, named: number): void {
    const [start, end] = node.range ?? [0, 0]
    const line = this.#lineAt(start)
    const key = joinedKey(path, '.')
    if (key === null) this.#texts.leaveOut('joined_key', line, String(path.at(-1)))
    else {
      const write = (before: string, to: string): string => (to === text ? before : literalLike(before, to, node.type))
      const remark = remarkAbove(this.#document, named, HASH)
      this.#texts.add({ key, text, line, start, end, write, remark }, spelledKey(path))
    }
  }
}

/** Where a fault of the library is: from there on, from there to there, or a token. */
type ErrorPlace = number | readonly [number, number] | { readonly offset: number }

const offsetOf = (at: ErrorPlace): number => (typeof at === 'number' ? at : 'offset' in at ? at.offset : at[0])
const startOf = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0
const nameOf = (key: unknown): string => (isScalar(key) ? String(key.value) : String(key))

/** The one member of the root, if it is named as a language and the file is named after it; undefined: there is none. */
function rootOf(root: Node | null, file: string): Pair | undefined {
  if (!isMap(root) || root.items.length !== 1) return undefined
  const [pair] = root.items
  const name = nameOf(pair?.key)
  return pair !== undefined && isNamedIn(file, name) && isMap(pair.value) ? pair : undefined
}

/** Resolved to something else than a text where they stand alone. */
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i
const PLAIN = /^[\p{L}](?:[^\n\r\t:#,[\]{}\\"'&*!|>%@`\p{C}]|:(?!\s|$)|(?<!\s)#)*$/u

function literalLike(before: string, text: string, type: Scalar['type']): string {
  if (type === 'PLAIN' && PLAIN.test(text) && !WORDS.test(text) && !/\s$/.test(text)) return text
  if (type === 'QUOTE_SINGLE' && !/[\p{Cc}\u2028\u2029]/u.test(text)) return `'${text.replaceAll("'", "''")}'`
  const isBlock = type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED'
  return (
    (isBlock ? blockLike(before, text) : null) ??
    doubleQuoted(text) + (isBlock ? (/\r?\n$/.exec(before)?.[0] ?? '') : '')
  )
}

/** In lines, with the indentation that is there; null: the block cannot hold this text. */
function blockLike(before: string, text: string): string | null {
  const [whole, chomping, comment = '', end = '\n', indent] =
    /^[|>]([-+]?)([ \t]+#[^\r\n]*)?(\r?\n)(?:[ \t]*\r?\n)*( +)/.exec(before) ?? []
  const inside = chomping === '-' ? text : text.endsWith('\n') ? text.slice(0, -1) : null
  const isPlain = inside !== null && /^[^\s]/.test(inside) && !/\n$|(?!\n)[\p{Cc}\u2028\u2029]/u.test(inside)
  if (whole === undefined || !isPlain) return null
  const lines = inside.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`))
  return `|${chomping}${comment}${end}${lines.join(end)}${/\r?\n$/.exec(before)?.[0] ?? ''}`
}

/** JSON, but for the characters that YAML takes for line breaks or does not take. */
const doubleQuoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
