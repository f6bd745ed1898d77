// A game's own XLIFF 1.2: the key is the unit's id, with the name of its file before it where there are several. The target is
// replaced, or written below the source, and its state says so. Units with elements in their texts stay as they are.
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { damagedLine, type Problem } from '../damage.ts'
import type { Edit } from '../text-entry.ts'
import { escapedText, writableText, xliffParser, type XliffParser } from '../xliff-parser.ts'
import { joinedKey, type KeyedDocument, type KeyedFormat, type KeyedSide, KeyedTexts } from './keyed-format.ts'

export const keyXliff: KeyedFormat = {
  name: 'XLIFF',
  files: /\.(?:xlf|xliff)$/i,
  isFreeOfLines: true,
  meaning: 'XLIFF 1.2 (<trans-unit id="key"><source>text</source>)',
  looksLike: (start) => /^\s*</.test(start) && /<(?:[\w.-]+:)?xliff[\s>]/.test(start),
  read: (document, file, side) => new Units(document, file, side).read(),
  write: (before, text) => (textIn(before) === text ? before : placeWith(before, text)),
}

interface Unit {
  readonly original: string
  readonly id: string
  readonly line: number
  readonly isTranslatable: boolean
  readonly isApproved: boolean
  isPlain: boolean
  source: string | null
  target: string | null
  /** Of the target, or of the source and the white space before it. */
  start: number
  end: number
  /** The tag of a target whose state says that it is not done, as one that is. */
  finish: Edit | null
}

const HOLDERS = new Set(['file', 'body', 'group', 'trans-unit'])

class Units {
  readonly #document: string
  readonly #file: string
  readonly #side: KeyedSide
  readonly #texts: KeyedTexts
  readonly #parser: XliffParser
  readonly #units: Unit[] = []
  #files = 0
  #original = ''
  #unit: Unit | null = null
  #field: 'source' | 'target' | null = null
  #altDepth = 0
  /** `translate` of the elements around, each its own or that of the one around it. */
  readonly #translatable: string[] = []

  constructor(document: string, file: string, side: KeyedSide) {
    this.#document = document
    this.#file = file
    this.#texts = new KeyedTexts(document, file, side)
    this.#side = side
    this.#parser = xliffParser({
      refuse: (problem) => this.#refuse(problem),
      open: (tag) => this.#open(tag),
      close: (name) => this.#close(name),
      mayBeUtf16: true,
    })
    this.#parser.on('text', (text) => this.#add(text))
    this.#parser.on('cdata', (text) => this.#add(text))
    this.#parser.on('comment', () => this.#noteElement())
    this.#parser.on('processinginstruction', () => this.#noteElement())
  }

  read(): KeyedDocument {
    this.#parser.write(this.#document)
    const lastLine = this.#parser.line
    this.#parser.close()
    if (this.#units.length === 0) throw damagedLine(this.#file, lastLine, { problem: 'xliff_empty' })
    for (const unit of this.#units) {
      const { original, id, line, start, end, source, target, isApproved, finish } = unit
      if (source === null || !unit.isTranslatable) continue
      if (!unit.isPlain) this.#texts.leaveOut('inline', line)
      else {
        const key = joinedKey(this.#files > 1 && id !== '' ? [original, id] : [id], '\u0004')
        if (key === null) {
          this.#texts.leaveOut('joined_key', line, id)
          continue
        }
        const text = this.#side === 'source' ? source : (target ?? '')
        const isDone = isApproved || finish === null
        const unfinished = isDone ? null : ({ why: 'state', texts: 1, edits: [finish] } as const)
        this.#texts.add({ key, text, line, start, end, unfinished })
      }
    }
    return this.#texts.done()
  }

  #refuse(problem: Problem): never {
    throw damagedLine(this.#file, this.#parser.line, problem)
  }

  #open({ local: name, attributes, isSelfClosing }: SaxesTagNS): void {
    const of = (attribute: string): string => attributes[attribute]?.value ?? ''
    if (name === 'file') {
      this.#files++
      this.#original = of('original')
    }
    if (name === 'alt-trans') this.#altDepth++
    if (HOLDERS.has(name)) this.#translatable.push((of('translate') || this.#translatable.at(-1)) ?? 'yes')
    if (name === 'trans-unit') {
      this.#unit = {
        original: this.#original,
        id: of('id'),
        line: this.#parser.line,
        isTranslatable: this.#translatable.at(-1) !== 'no',
        isApproved: of('approved') === 'yes',
        isPlain: true,
        source: null,
        target: null,
        start: 0,
        end: 0,
        finish: null,
      }
      this.#units.push(this.#unit)
    }
    const unit = this.#unit
    if (unit === null || this.#altDepth > 0) return
    if (this.#field !== null || name === 'seg-source') unit.isPlain = false
    else if (name === 'source' || name === 'target') {
      this.#field = name
      unit[name] = ''
      const { position } = this.#parser
      const tagStart = this.#document.lastIndexOf('<', position - 1)
      if (name === 'target') {
        unit.start = isSelfClosing ? tagStart : position
        const tag = this.#document.slice(tagStart, position)
        const text = finishedTag(tag)
        unit.finish = isSelfClosing || text === tag ? null : { start: tagStart, end: position, text }
      } else if (unit.target === null) unit.start = this.#blankBefore(tagStart)
    }
  }

  #blankBefore(tagStart: number): number {
    let at = tagStart
    while (/\s/.test(this.#document[at - 1] ?? '')) at--
    return at
  }

  #add(text: string): void {
    if (this.#unit !== null && this.#field !== null) this.#unit[this.#field] += text
  }

  #noteElement(): void {
    if (this.#unit !== null && this.#field !== null) this.#unit.isPlain = false
  }

  #close(name: string): void {
    const unit = this.#unit
    if (HOLDERS.has(name)) this.#translatable.pop()
    if (name === 'alt-trans') this.#altDepth--
    else if (name === 'trans-unit') this.#unit = null
    else if (unit !== null && this.#altDepth === 0 && name === this.#field) {
      const { position } = this.#parser
      const isSelfClosing = this.#document[position - 2] === '/'
      if (name === 'target') unit.end = isSelfClosing ? position : this.#document.lastIndexOf('<', position - 1)
      else if (unit.target === null) unit.end = position
      this.#field = null
    }
  }
}

const ATTRIBUTE = /\s([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g

/** The tag of a target without what says that its text is a guess or to be done, as windrow reads it in exchange. */
function finishedTag(tag: string): string {
  const isUnfinished = Array.from(tag.matchAll(ATTRIBUTE)).some(
    ([, name, value = '']) => name === 'state' && /^.(?:new|needs-)/.test(value),
  )
  if (!isUnfinished) return tag
  return tag.replaceAll(ATTRIBUTE, (attribute, name: string, value: string) => {
    if (name === 'state-qualifier') return ''
    return name === 'state' ? attribute.replace(value, `${value[0]}translated${value[0]}`) : attribute
  })
}

/** `<target/>`, or white space and `<source>…</source>`. */
const ELEMENT = /^(\s*)<([^\s:<>/]+:)?(source|target)(?=[\s/>])/

/** Of what stands in a target; nothing in an element without one. */
function textIn(before: string): string {
  if (ELEMENT.test(before)) return ''
  if (!/[&<\r]/.test(before)) return before
  let text = ''
  const parser = new SaxesParser({ fragment: true })
  const add = (piece: string): void => void (text += piece)
  parser.on('text', add)
  parser.on('cdata', add)
  parser.write(before).close()
  return text
}

function placeWith(before: string, text: string): string {
  const written = escapedText(writableText(text))
  const [, blank = '', prefix = '', name] = ELEMENT.exec(before) ?? []
  if (name === undefined) return written
  const end = `${written}</${prefix}target>`
  if (name === 'target') return `${finishedTag(before).slice(0, -2).trimEnd()}>${end}`
  return `${before}${lastLineOf(blank)}<${prefix}target>${end}`
}

/** The line break and the indentation; nothing if all stands on one line. */
function lastLineOf(blank: string): string {
  const at = blank.lastIndexOf('\n')
  return at === -1 ? '' : blank.slice(blank[at - 1] === '\r' ? at - 1 : at)
}
