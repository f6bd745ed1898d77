// Tables with a key and a text column, in CSV (RFC 4180) or with tabs. Other columns, quotes and line ends are left as they are. With
// tabs, a quote that closes nowhere or before the field ends is part of the text, as in the dumps of the first game.
import { remarkOf } from '../../../../src/base/remark.ts'
import { damagedLine } from '../damage.ts'
import { closingQuote } from '../dump/csv.ts'
import { type Edit, keyedColumnsMax, quoted } from '../text-entry.ts'
import { type KeyedDocument, type KeyedFormat, type KeyedSide, KeyedTexts } from './keyed-format.ts'
import { type NamedColumns, NO_PROJECT, type Project } from './project.ts'
import { type Columns, columnsOf, KEY_NAMES, SOURCE_NAMES } from './table-columns.ts'

export const keyCsv: KeyedFormat = tableFormat('CSV', [',', ';'], 'CSV (header key,text or key;text)')
export const keyTsv: KeyedFormat = tableFormat('TSV', ['\t'], 'TSV (header key<TAB>text)')

function tableFormat(name: string, delimiters: readonly string[], meaning: string): KeyedFormat {
  return {
    name,
    files: /\.(?:csv|tsv|txt)$/i,
    meaning,
    looksLike: (start, project = NO_PROJECT) => delimiterOf(start, delimiters, project) !== undefined,
    read: (document, file, side, project = NO_PROJECT) => {
      const [delimiter = ','] = delimiters
      return new Table(document, file, project, delimiterOf(document, delimiters, project) ?? delimiter).read(side)
    },
    write: (before, text) => (textIn(before) === text ? before : fieldLike(before, text)),
  }
}

function delimiterOf(document: string, delimiters: readonly string[], project: Project): string | undefined {
  const header = /[^\s\uFEFF][^\n]*/.exec(document.slice(startOf(document)))?.[0] ?? ''
  return delimiters.find((delimiter) => {
    const names = header.split(delimiter, keyedColumnsMax).map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
    return columnsOf(names, project) !== null
  })
}

/** Behind a byte order mark and the line `sep=;` that tells Excel the delimiter. */
const startOf = (document: string): number => /^\uFEFF?(?:"?sep=[^\n]{1,2}\r?\n)?/i.exec(document)?.[0].length ?? 0

const isQuoted = (field: string): boolean => field.startsWith('"') && closingQuote(field, 1) === field.length - 1
const textIn = (field: string): string => (isQuoted(field) ? field.slice(1, -1).replaceAll('""', '"') : field)

/** In quotes if it must be, whatever the delimiter is, or was. */
function fieldLike(before: string, text: string): string {
  const isLiteral = before.startsWith('"') && !isQuoted(before) && !isQuoted(text) && !/[\t\r\n]|^\s|\s$/.test(text)
  const isBare = !before.startsWith('"') && !/[",;\t\r\n]|^\s|\s$/.test(text)
  return isLiteral || isBare ? text : `"${text.replaceAll('"', '""')}"`
}

class Table {
  readonly #document: string
  readonly #file: string
  readonly #project: Project
  readonly #delimiter: string

  constructor(document: string, file: string, project: Project, delimiter: string) {
    this.#document = document
    this.#file = file
    this.#project = project
    this.#delimiter = delimiter
  }

  read(side: KeyedSide): KeyedDocument {
    const texts = new KeyedTexts(this.#document, this.#file, side)
    const whenWritten: Edit[] = []
    let columns: Columns | null = null
    let names: readonly string[] = []
    for (const { line, fields, isDamaged } of recordsOf(this.#document, this.#delimiter, this.#file)) {
      if (isDamaged) {
        texts.leaveOut('damaged', line, this.#document.slice(fields[0]?.start, fields[0]?.end))
        continue
      }
      const end = fields.at(-1)?.end ?? 0
      if (columns === null) {
        names = fields.map((field) => this.#text(field))
        columns = this.#columns(fields, line)
        if (columns.added !== null) whenWritten.push({ start: end, end, text: this.#delimiter + columns.added })
        continue
      }
      const { key: keyAt, source: sourceAt, target, added } = columns
      const [key, source, place] = [fields[keyAt], fields[sourceAt], fields[target] ?? { start: end, end }]
      if (key === undefined || source === undefined) {
        texts.leaveOut('row', line)
        continue
      }
      const missing = this.#delimiter.repeat(Math.max(0, target - (fields.length - 1)))
      if (added !== null) whenWritten.push({ start: end, end, text: missing })
      const text = this.#text(side === 'source' || target === sourceAt ? source : place)
      const own = target === sourceAt ? this.#text(key) : this.#text(key) || this.#keyOf(fields, columns)
      const told = [this.#textAt(fields, columns.meaning), own].filter(Boolean).join('\u0004')
      const write = (_: string, written: string): string => missing + fieldLike('', written)
      const { notes, places, maxLength } = columns.beside
      const said = (columnsAt: readonly number[]): string[] => columnsAt.map((at) => this.#textAt(fields, at))
      const remark = remarkOf({
        notes: said(notes),
        places: said(places),
        maxLength: said(maxLength)[0]?.trim() ?? null,
      })
      texts.add({ key: told, text, line, ...place, remark, ...(missing !== '' && added === null && { write }) })
    }
    const said = columns === null ? {} : { ...saidOf(columns, this.#project), columns: namedOf(columns, names) }
    return { ...texts.done(), ...said, whenWritten }
  }

  #columns(fields: readonly Field[], line: number): Columns {
    const columns = columnsOf(
      fields.map((field) => this.#text(field)),
      this.#project,
    )
    if (columns !== null) return columns
    const found = quoted(this.#document.slice(fields[0]?.start, fields.at(-1)?.end))
    throw damagedLine(this.#file, line, { problem: 'key_columns', found, keys: KEY_NAMES, texts: SOURCE_NAMES })
  }

  #text({ start, end }: Field): string {
    return textIn(this.#document.slice(start, end))
  }

  #textAt(fields: readonly Field[], at: number): string {
    return fields[at] === undefined ? '' : this.#text(fields[at])
  }

  /** As gettext has it, of a row without a key. */
  #keyOf(fields: readonly Field[], { context, source }: Columns): string {
    return [context, source]
      .map((at) => this.#textAt(fields, at))
      .filter((text) => text !== '')
      .join('\u0004')
  }
}

const namedOf = ({ key, source, target, added }: Columns, names: readonly string[]): NamedColumns => ({
  names,
  key: names[key] ?? '',
  source: names[source] ?? '',
  target: names[target] ?? added ?? '',
})

function saidOf(
  { source, target, fault, languages }: Columns,
  { targetLanguage, targetColumn }: Project,
): Pick<KeyedDocument, 'isBilingual' | 'unwritable'> {
  const found = languages.join(', ') || 'none'
  return {
    isBilingual: target !== source,
    unwritable:
      fault === 'target_unsaid'
        ? { problem: 'target_unsaid', found }
        : fault === 'target_absent'
          ? { problem: 'target_absent', found, wanted: targetColumn || targetLanguage }
          : null,
  }
}

interface Field {
  readonly start: number
  readonly end: number
}

interface TableRecord {
  /** Where it begins. */
  readonly line: number
  readonly fields: readonly Field[]
  /** Something follows a closing quote; the record ends with its line. */
  readonly isDamaged: boolean
}

/** The records of a document but blank lines. Throws DamagedFile where it is no table. */
function* recordsOf(document: string, delimiter: string, file: string): Generator<TableRecord> {
  const unquoted = new RegExp(`[^${delimiter}\\n]*`, 'y')
  const endOfLine = /\r?(?:\n|$)/y
  const start = startOf(document)
  let line = document.slice(0, start).split('\n').length

  const endOfBare = (start: number): number => {
    unquoted.lastIndex = start
    unquoted.test(document)
    const end = unquoted.lastIndex
    return document[end] !== delimiter && end > start && document[end - 1] === '\r' ? end - 1 : end
  }
  const endOfBareLine = (start: number): number => {
    const end = document.indexOf('\n', start)
    return end === -1 ? document.length : end
  }
  const isEnd = (at: number): boolean => {
    endOfLine.lastIndex = at
    return document[at] === delimiter || endOfLine.test(document)
  }
  const endOfField = (start: number): number => {
    if (document[start] !== '"') return endOfBare(start)
    const close = closingQuote(document, start + 1)
    if (delimiter === '\t' && (close === -1 || !isEnd(close + 1))) return endOfBare(start)
    if (close === -1) throw damagedLine(file, line, { problem: 'quote_open' })
    line += document.slice(start, close).split('\n').length - 1
    return close + 1
  }

  for (let at = start; at < document.length; at = endOfLine.lastIndex) {
    const first = line
    const fields: Field[] = []
    for (let isMore = true; isMore; ) {
      const end = endOfField(at)
      if (fields.length < keyedColumnsMax) fields.push({ start: at, end })
      isMore = document[end] === delimiter
      at = isMore ? end + 1 : end
    }
    endOfLine.lastIndex = at
    const isDamaged = !endOfLine.test(document)
    if (isDamaged) {
      endOfLine.lastIndex = endOfBareLine(at)
      endOfLine.test(document)
    }
    line++
    if (fields.length > 1 || fields[0]?.start !== fields[0]?.end) yield { line: first, fields, isDamaged }
  }
}
