// A game's own XML: its elements with their places in the document, and what stands in one as a text. A format says by data which
// elements hold texts (key-xliff.ts, key-xml.ts). Elements inside a text are shown as tags, with their id alone, and are written as
// they were.
import type { SaxesTagNS } from 'saxes'
import { damagedLine } from '../damage.ts'
import type { Edit } from '../text-entry.ts'
import { escapedText, writableText, xliffParser, xmlParser, type XmlParser } from '../xliff-parser.ts'
import { languageEdits } from './language-names.ts'

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string
  readonly attribute: (name: string) => string
  readonly parent: XmlElement | null
  readonly line: number
  /** The comment right before it; empty: none. */
  readonly comment: string
  /** Of the opening tag; offsets are those of the document. */
  readonly tagStart: number
  readonly tagEnd: number
  readonly isSelfClosing: boolean
  /** Where the closing tag begins and ends; both `tagEnd` if it closes itself. */
  contentEnd: number
  end: number
  /** Of an entry, and of elements in it. */
  readonly children: XmlElement[]
}

interface Reading {
  readonly document: string
  readonly file: string
  readonly isXliff?: boolean
  /** The elements that are wanted, each with all that is in it; none is one inside of another. */
  readonly isEntry: (element: XmlElement) => boolean
  readonly onEntry: (element: XmlElement) => void
  readonly onClose?: (element: XmlElement) => void
}

/** Returns its last line. Throws DamagedFile. */
export function readXml({ document, file, isXliff = false, isEntry, onEntry, onClose }: Reading): number {
  let current: XmlElement | null = null
  let entry: XmlElement | null = null
  let comment = ''
  /** Where the comment begins and ends, and the last tag. */
  let [from, to, last] = [0, 0, 0]
  const open = ({ local: name, attributes, isSelfClosing }: SaxesTagNS): void => {
    const { position, line } = parser
    const tagStart = document.lastIndexOf('<', position - 1)
    // What stands behind another element on its line, and goes on in none, is about that one.
    const isTrailing =
      comment !== '' && !document.slice(last, from).includes('\n') && document.slice(to, tagStart).includes('\n')
    last = position
    current = {
      name,
      attribute: (of) => attributes[of]?.value ?? '',
      parent: current,
      line,
      comment: isTrailing ? '' : comment,
      tagStart,
      tagEnd: position,
      isSelfClosing,
      contentEnd: position,
      end: position,
      children: [],
    }
    comment = ''
    if (entry !== null) current.parent?.children.push(current)
    else if (isEntry(current)) entry = current
  }
  const close = (): void => {
    const element = current as XmlElement
    comment = ''
    last = parser.position
    current = element.parent
    if (!element.isSelfClosing) {
      element.end = parser.position
      element.contentEnd = document.lastIndexOf('<', parser.position - 1)
    }
    onClose?.(element)
    if (element !== entry) return
    entry = null
    onEntry(element)
  }
  const parser: XmlParser = (isXliff ? xliffParser : xmlParser)({
    refuse: (problem) => {
      throw damagedLine(file, parser.line, problem)
    },
    open,
    close,
    mayBeUtf16: true,
  })
  parser.on('comment', (text) => {
    comment = text
    to = parser.position
    from = document.lastIndexOf('<!--', to - 1)
  })
  parser.write(document)
  const { line } = parser
  parser.close()
  return line
}

export const childOf = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((child) => child.name === name)

/** What makes an attribute that names a language name the target's. */
export function attributeEdits(
  document: string,
  { tagStart, tagEnd }: XmlElement,
  attribute: string,
  target: string,
): readonly Edit[] {
  const said = new RegExp(String.raw`(\s${attribute}\s*=\s*["'])([\w-]+)`).exec(document.slice(tagStart, tagEnd))
  const [, before = '', word = ''] = said ?? []
  const start = tagStart + (said?.index ?? 0) + before.length
  return languageEdits(document, start, start + word.length, target)
}

export const contentIn = (document: string, { tagEnd, contentEnd }: XmlElement): string =>
  document.slice(tagEnd, contentEnd)

/** An element inside of a text. */
export interface Tag {
  readonly kind: 'open' | 'close' | 'alone'
  readonly name: string
  readonly shown: string
  readonly raw: string
}

export interface Content {
  readonly text: string
  readonly tags: readonly Tag[]
  /** It has comments or instructions, which have no place in a text. */
  readonly hasOthers: boolean
}

/** How a format escapes texts beside what XML does. */
export interface Spelling {
  readonly decode: (text: string) => string
  /** Of a piece between two tags. */
  readonly encode: (text: string, isFirst: boolean, isLast: boolean) => string
}
export const PLAIN: Spelling = { decode: (text) => text, encode: (text) => text }

const ATTRIBUTES = String.raw`(?:[^"'>/]|"[^"]*"|'[^']*'|/(?!>))*`
const MARKUP = new RegExp(
  String.raw`<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|<(/?)([^\s/>]+)(${ATTRIBUTES})(/?)>|&([^;\s]+);`,
  'g',
)
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }),
)
/** Elements of XLIFF that stand for a piece of code; what is in them is that code. */
const CODE = /^(?:[\w.-]+:)?(?:ph|bpt|ept|it)$/

/** Of the XML between two tags, which is well formed. */
export function contentOf(raw: string, { decode }: Spelling = PLAIN): Content {
  if (!/[<&\r]/.test(raw)) return { text: decode(raw), tags: [], hasOthers: false }
  const tags: Tag[] = []
  let [text, plain, done, hasOthers] = ['', '', 0, false]
  /** The element of code that is open, and how deep. */
  let code: { readonly name: string; readonly start: number; depth: number } | null = null
  const flush = (): void => {
    text += decode(plain)
    plain = ''
  }
  const add = (kind: Tag['kind'], name: string, shown: string, whole: string): void => {
    flush()
    text += shown
    tags.push({ kind, name, shown, raw: whole })
  }
  for (const found of raw.matchAll(MARKUP)) {
    const [whole, cdata, slash, name = '', attributes = '', alone, entity] = found
    const [start, end] = [found.index, found.index + whole.length]
    if (code !== null) {
      if (name === code.name && alone === '') code.depth += slash === '' ? 1 : -1
      if (code.depth === 0) {
        add('alone', name, shownTag(name, raw.slice(code.start, start), '/'), raw.slice(code.start, end))
        code = null
      }
      done = end
      continue
    }
    plain += lines(raw.slice(done, start))
    done = end
    if (cdata !== undefined) plain += lines(cdata)
    else if (entity !== undefined) plain += characterOf(entity)
    else if (name === '') hasOthers = true
    else if (slash === '/') add('close', name, `</${name}>`, whole)
    else if (alone === '/') add('alone', name, shownTag(name, attributes, '/'), whole)
    else if (CODE.test(name)) code = { name, start, depth: 1 }
    else add('open', name, shownTag(name, attributes, ''), whole)
  }
  plain += lines(raw.slice(done))
  flush()
  return { text, tags, hasOthers }
}

const lines = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

function characterOf(entity: string): string {
  const [, hex, decimal] = /^#(?:x([0-9a-fA-F]+)|(\d+))$/.exec(entity) ?? []
  if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
  return decimal === undefined ? (ENTITIES.get(entity) ?? '') : String.fromCodePoint(Number(decimal))
}

/** `<x id="1"/>`: its id names an element, so the rest is left out; without one it has all. */
function shownTag(name: string, attributes: string, slash: string): string {
  const [, id] = /\sid\s*=\s*("[^"<>]*"|'[^'<>]*')/.exec(attributes) ?? []
  return id === undefined ? `<${name}${attributes.trimEnd()}${slash}>` : `<${name} id=${id}${slash}>`
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The XML of a text; null: its tags are not those of the source, each once and one inside of the other as XML has them. */
function written(text: string, tags: readonly Tag[], { encode }: Spelling): string | null {
  const left = [...tags]
  const open: string[] = []
  const shown = [...new Set(tags.map((tag) => literal(tag.shown)))]
  const all = tags.length === 0 ? [text] : text.split(new RegExp(`(${shown.join('|')})`))
  const pieces: string[] = []
  for (const [at, piece] of all.entries()) {
    if (at % 2 === 0) {
      pieces.push(escapedText(writableText(encode(piece, at === 0, at === all.length - 1))))
      continue
    }
    const tag = left.find((one) => one.shown === piece)
    if (tag === undefined || (tag.kind === 'close' && open.pop() !== tag.name)) return null
    if (tag.kind === 'open') open.push(tag.name)
    left.splice(left.indexOf(tag), 1)
    pieces.push(tag.raw)
  }
  return left.length === 0 && open.length === 0 ? pieces.join('') : null
}

/** What stands in an element when its text is this; `before`, which stands there, where it is that text. Null as for `written`. */
export function writeContent(before: string, text: string, tags: readonly Tag[] = [], spelling = PLAIN): string | null {
  if (contentOf(before, spelling).text === text) return before
  if (/^<!\[CDATA\[(?:(?!\]\]>)[^])*\]\]>$/.test(before) && !/\]\]>|\r/.test(text)) {
    return `<![CDATA[${writableText(spelling.encode(text, true, true))}]]>`
  }
  return written(text, tags, spelling)
}

/** `tag` closes itself, `<a/>`; with a text, `<a>text</a>`. */
export function writeOpened(tag: string, text: string, tags: readonly Tag[] = [], spelling = PLAIN): string | null {
  if (text === '') return tag
  const inside = written(text, tags, spelling)
  const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? ''
  return inside === null ? null : `${tag.replace(/\s*\/>$/, '')}>${inside}</${name}>`
}
