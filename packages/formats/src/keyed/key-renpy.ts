// Ren'Py's files of translations, tl/LANGUAGE/*.rpy: a `translate LANGUAGE label:` block with the line said in place of the
// one in the comment above it, and `translate LANGUAGE strings:` with old and new texts. Everything but the texts stays:
// speakers, clauses, code.
import { remarkOf } from '../../../../src/base/remark.ts'
import { type KeyedDocument, type KeyedFormat, type KeyedSide, KeyedTexts } from './keyed-format.ts'
import { languageEdits } from './language-names.ts'
import { NO_PROJECT } from './project.ts'

export const keyRenpy: KeyedFormat = {
  name: "Ren'Py",
  meaning: "Ren'Py translations (translate LANGUAGE label:)",
  files: /\.rpy$/i,
  isByName: true,
  looksLike: (start) => BLOCK.test(start),
  read: (document, file, side, project = NO_PROJECT) => ({
    ...new Blocks(document, file, side).read(),
    ofLanguage: Array.from(document.matchAll(new RegExp(BLOCK, 'gm')), ({ index, 1: before = '', 2: word = '' }) =>
      languageEdits(document, index + before.length, index + before.length + word.length, project.targetLanguage),
    ).flat(),
  }),
  write: writeLiteral,
}

const BLOCK = /^(translate[ \t]+)(\w+)[ \t]+([\w.]+)[ \t]*:/m
/** Statements with texts that nobody says. */
const OTHER_STATEMENTS = new Set(
  (
    'voice play queue stop show hide scene with window pause jump call return if elif else while for python init ' +
    'image define default style menu label screen transform add use'
  ).split(' '),
)
/** Where the text stands in the game, as Ren'Py writes it above each block and each old text. */
const PLACE = /^#[ \t]*(\S.*\.rpym?:\d+)$/
const SPEAKER = /^[\p{L}\p{M}\p{N}_.@\- \t]*$/u

interface Literal {
  readonly start: number
  readonly end: number
}

/** Said, or new: with the place that is written. */
type Said = { readonly text: string; readonly speaker?: string } & Literal

class Blocks {
  readonly #document: string
  readonly #side: KeyedSide
  readonly #texts: KeyedTexts
  /** Null: outside of a block, or in one of code or styles. */
  #label: string | null = null
  /** Of the comments of a block, in their order. */
  #sources: string[] = []
  #said = 0
  #old: string | null = null
  #place = ''

  constructor(document: string, file: string, side: KeyedSide) {
    this.#document = document
    this.#side = side
    this.#texts = new KeyedTexts(document, file, side)
    this.#texts.needsMarkup('renpy')
  }

  read(): KeyedDocument {
    const document = this.#document
    let line = 1
    for (let at = 0; at < document.length; ) {
      const next = document.indexOf('\n', at)
      const end = this.#take(at, next === -1 ? document.length : next, line)
      const after = document.indexOf('\n', end)
      line += document.slice(at, after === -1 ? end : after).split('\n').length
      at = after === -1 ? document.length : after + 1
    }
    return { ...this.#texts.done(), isBilingual: true }
  }

  /** Returns where the statement ends: a text may go over several lines. */
  #take(start: number, end: number, line: number): number {
    const raw = this.#document.slice(start, end).replace('\uFEFF', ' ')
    const trimmed = raw.trim()
    if (trimmed === '') return end
    const [, place] = PLACE.exec(trimmed) ?? []
    if (place !== undefined) {
      this.#place = place
      return end
    }
    if (!/^[ \t]/.test(start === 0 ? raw.trimStart() : raw) && !trimmed.startsWith('#')) {
      const [, , , label = null] = BLOCK.exec(trimmed) ?? []
      this.#label = label === 'python' || label === 'style' ? null : label
      this.#sources = []
      this.#said = 0
      this.#old = null
      return end
    }
    if (this.#label === null) return end
    const from = start + raw.indexOf(trimmed)
    return this.#label === 'strings'
      ? this.#takeString(trimmed, from, end, line)
      : this.#takeSaid(trimmed, from, end, line)
  }

  #takeString(trimmed: string, from: number, end: number, line: number): number {
    const [, keyword] = /^(old|new)(?=[\s"'])/.exec(trimmed) ?? []
    if (keyword === undefined) return end
    const quote = from + keyword.length + (/\S/.exec(trimmed.slice(keyword.length))?.index ?? 0)
    const literal = this.#literalAt(quote)
    if (literal === null) {
      this.#texts.leaveOut('damaged', line, trimmed)
      return end
    }
    const text = textIn(this.#document.slice(from, literal.end))
    if (keyword === 'old') this.#old = textIn(`new ${this.#document.slice(quote, literal.end)}`)
    else if (this.#old === null) this.#texts.leaveOut('key', line)
    else {
      this.#add(this.#old, this.#old, { text, start: from, end: literal.end }, line)
      this.#old = null
      this.#place = ''
    }
    return Math.max(end, literal.end)
  }

  #takeSaid(trimmed: string, from: number, end: number, line: number): number {
    const isComment = trimmed.startsWith('#')
    const statement = isComment ? trimmed.slice(1).trimStart() : trimmed
    const said = this.#saidAt(from + trimmed.length - statement.length, statement)
    if (said === null) return end
    if (isComment) {
      if (said !== 'damaged' && said.end <= end) this.#sources.push(said.text)
      return end
    }
    const at = this.#said++
    if (said === 'damaged') {
      this.#texts.leaveOut('damaged', line, trimmed)
      return end
    }
    this.#add(`${this.#label}${at === 0 ? '' : `[${at}]`}`, this.#sources[at] ?? said.text, said, line)
    return Math.max(end, said.end)
  }

  /** Null: nothing is said in this statement. */
  #saidAt(from: number, statement: string): Said | 'damaged' | null {
    const quote = statement.search(/["'`]/)
    const head = statement.slice(0, Math.max(quote, 0)).trim()
    if (quote === -1 || !SPEAKER.test(head) || OTHER_STATEMENTS.has(/^\S*/.exec(head)?.[0] ?? '')) return null
    const first = this.#literalAt(from + quote)
    if (first === null) return 'damaged'
    // "Lucy" "Hello!": the first one is who says it.
    const gap = /^[ \t]+(?=["'`])/.exec(this.#document.slice(first.end, first.end + 80))?.[0]
    const literal = head === '' && gap !== undefined ? this.#literalAt(first.end + gap.length) : first
    if (literal === null) return 'damaged'
    const speaker = head === '' && literal !== first ? textIn(this.#document.slice(first.start, first.end)) : head
    return { text: textIn(this.#document.slice(literal.start, literal.end)), speaker, ...literal }
  }

  /** Null: it does not end, or is in three quotes. */
  #literalAt(start: number): Literal | null {
    const document = this.#document
    const quote = document[start] ?? ''
    if (document.startsWith(quote.repeat(3), start)) return null
    const stop = quote === "'" ? /['\\]/g : quote === '"' ? /["\\]/g : /[`\\]/g
    stop.lastIndex = start + 1
    let found = stop.exec(document)
    for (; found?.[0] === '\\'; found = stop.exec(document)) stop.lastIndex++
    return found === null ? null : { start, end: stop.lastIndex }
  }

  #add(key: string, source: string, { text, start, end, speaker = '' }: Said, line: number): void {
    const remark = remarkOf({ notes: speaker === '' ? [] : [`speaker: ${speaker}`], places: [this.#place] })
    this.#texts.add({ key, text: this.#side === 'source' ? source : text, line, start, end, remark })
  }
}

// Lines that are said have runs of white space as one blank, and `\ ` for a further one; strings are as in Python.

const NEW = /^new\s*/
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', '{': '{{', '[': '[[', '%': '%%' }
const OF_PYTHON: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' }

function textIn(before: string): string {
  const keyword = /^(?:new|old)\s*/.exec(before)?.[0]
  const inside = before.slice((keyword?.length ?? 0) + 1, -1).replaceAll('\r\n', '\n')
  const names = keyword === undefined ? ESCAPES : OF_PYTHON
  const collapsed = keyword === undefined ? inside.replaceAll(/[ \n]+/g, ' ') : inside
  return collapsed.replaceAll(/\\(?:u([0-9a-fA-F]{1,4})|([^]))/g, (escape, hex?: string, name = '') => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    return names[name] ?? (keyword === undefined || /["'`\\]/.test(name) ? name : escape)
  })
}

function writeLiteral(before: string, text: string): string {
  if (textIn(before) === text) return before
  const keyword = NEW.exec(before)?.[0] ?? ''
  const quote = before[keyword.length] ?? '"'
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replaceAll('\r', '')
    .replaceAll('\n', '\\n')
  const written = keyword === '' ? escaped.replaceAll(/(?<= ) /g, '\\ ') : escaped
  return `${keyword}${quote}${written}${quote}`
}
