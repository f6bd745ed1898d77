// A game's own XLIFF 1.2: the key is the unit's id, with the name of its file before it where there are several. The target is
// replaced, or written below the source. Units with elements in their texts stay as they are.
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { damagedLine, type Problem } from '../damage.ts'
import { escapedText, writableText } from '../xml-text.ts'
import { xliffParser, type XliffParser } from '../xliff-parser.ts'
import type { KeyedDocument, KeyedFormat, KeyedSide } from './keyed-format.ts'
import { KeyedTexts } from './keyed-texts.ts'

export const keyXliff: KeyedFormat = {
  meaning: 'XLIFF 1.2 (<trans-unit id="key"><source>text</source>)',
  isBilingual: true,
  looksLike: (start) => /^\s*</.test(start) && /<(?:[\w.-]+:)?xliff[\s>]/.test(start),
  read: (document, file, side) => new Units(document, file).read(side),
  write: (before, text) => (textIn(before) === text ? before : placeWith(before, text)),
}

interface Unit {
  readonly original: string
  readonly id: string
  readonly line: number
  readonly isTranslatable: boolean
  isPlain: boolean
  source: string | null
  target: string | null
  /** Of the target, or of the source and the white space before it. */
  start: number
  end: number
}

class Units {
  readonly #document: string
  readonly #file: string
  readonly #texts: KeyedTexts
  readonly #parser: XliffParser
  readonly #units: Unit[] = []
  #files = 0
  #original = ''
  #unit: Unit | null = null
  #field: 'source' | 'target' | null = null
  #altDepth = 0

  constructor(document: string, file: string) {
    this.#document = document
    this.#file = file
    this.#texts = new KeyedTexts(document, file)
    this.#parser = xliffParser({
      refuse: (problem) => this.#refuse(problem),
      open: (tag) => this.#open(tag),
      close: (name) => this.#close(name),
    })
    this.#parser.on('text', (text) => this.#add(text))
    this.#parser.on('cdata', (text) => this.#add(text))
    this.#parser.on('comment', () => this.#noteElement())
    this.#parser.on('processinginstruction', () => this.#noteElement())
  }

  read(side: KeyedSide): KeyedDocument {
    this.#parser.write(this.#document)
    const lastLine = this.#parser.line
    this.#parser.close()
    if (this.#units.length === 0) throw damagedLine(this.#file, lastLine, { problem: 'xliff_empty' })
    for (const unit of this.#units) {
      const { original, id, line, start, end, source, target } = unit
      if (source === null || !unit.isTranslatable) continue
      if (!unit.isPlain) this.#texts.leaveOut('inline', line)
      else if (side === 'source' || (target ?? '') !== '') {
        const key = this.#files > 1 && id !== '' ? `${original}\u0004${id}` : id
        this.#texts.add({ key, text: side === 'source' ? source : (target ?? ''), line, start, end })
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
    if (name === 'trans-unit') {
      this.#unit = {
        original: this.#original,
        id: of('id'),
        line: this.#parser.line,
        isTranslatable: of('translate') !== 'no',
        isPlain: true,
        source: null,
        target: null,
        start: 0,
        end: 0,
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
      if (name === 'target') unit.start = isSelfClosing ? tagStart : position
      else if (unit.target === null) unit.start = this.#blankBefore(tagStart)
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
  if (name === 'target') return `${before.slice(0, -2).trimEnd()}>${end}`
  return `${before}${lastLineOf(blank)}<${prefix}target>${end}`
}

/** The line break and the indentation; nothing if all stands on one line. */
function lastLineOf(blank: string): string {
  const at = blank.lastIndexOf('\n')
  return at === -1 ? '' : blank.slice(blank[at - 1] === '\r' ? at - 1 : at)
}
