// Tables with a key and a text column, in CSV (RFC 4180) or with tabs. Other columns, quotes and line ends are left as they are. With
// tabs, a quote that closes nowhere or before the field ends is part of the text, as in the dumps of the first game.
import { damagedLine } from '../damage.ts'
import { closingQuote } from '../dump/csv.ts'
import { keyedColumnsMax, quoted } from '../text-entry.ts'
import { type KeyedDocument, type KeyedFormat, type KeyedSide, KeyedTexts } from './keyed-format.ts'

/** Names of columns, in any case; the first one that is there. */
const KEYS = ['key', 'keys', 'id', 'name', 'identifier']
const TEXTS = ['text', 'source', 'english', 'en', 'value', 'string', 'original']

export const keyCsv: KeyedFormat = tableFormat('CSV', [',', ';'], 'CSV (header key,text or key;text)')
export const keyTsv: KeyedFormat = tableFormat('TSV', ['\t'], 'TSV (header key<TAB>text)')

function tableFormat(name: string, delimiters: readonly string[], meaning: string): KeyedFormat {
  return {
    name,
    files: /\.(?:csv|tsv|txt)$/i,
    meaning,
    looksLike: (start) => delimiterOf(start, delimiters) !== undefined,
    read: (document, file, side) => {
      const [delimiter = ','] = delimiters
      return readTable(document, file, side, delimiterOf(document, delimiters) ?? delimiter)
    },
    write: (before, text) => (textIn(before) === text ? before : fieldLike(before, text)),
  }
}

function delimiterOf(document: string, delimiters: readonly string[]): string | undefined {
  const header = /[^\s\uFEFF][^\n]*/.exec(document.slice(startOf(document)))?.[0] ?? ''
  return delimiters.find((delimiter) => {
    const names = header.split(delimiter, keyedColumnsMax).map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
    return columnsOf(names) !== null
  })
}

/** Behind a byte order mark and the line `sep=;` that tells Excel the delimiter. */
const startOf = (document: string): number => /^\uFEFF?(?:"?sep=[^\n]{1,2}\r?\n)?/i.exec(document)?.[0].length ?? 0

interface Columns {
  readonly key: number
  readonly text: number
}

function columnsOf(header: readonly string[]): Columns | null {
  const names = header.map((name) => name.trim().toLowerCase())
  const [key, text] = [KEYS, TEXTS].map((known) => known.map((name) => names.indexOf(name)).find((at) => at !== -1))
  return key === undefined || text === undefined ? null : { key, text }
}

const isQuoted = (field: string): boolean => field.startsWith('"') && closingQuote(field, 1) === field.length - 1
const textIn = (field: string): string => (isQuoted(field) ? field.slice(1, -1).replaceAll('""', '"') : field)

/** In quotes if it must be, whatever the delimiter is, or was. */
function fieldLike(before: string, text: string): string {
  const isLiteral = before.startsWith('"') && !isQuoted(before) && !isQuoted(text) && !/[\t\r\n]|^\s|\s$/.test(text)
  const isBare = !before.startsWith('"') && !/[",;\t\r\n]|^\s|\s$/.test(text)
  return isLiteral || isBare ? text : `"${text.replaceAll('"', '""')}"`
}

function readTable(document: string, file: string, side: KeyedSide, delimiter: string): KeyedDocument {
  const texts = new KeyedTexts(document, file, side)
  const fieldText = ({ start, end }: Field): string => textIn(document.slice(start, end))
  let columns: Columns | null = null
  for (const { line, fields, isDamaged } of recordsOf(document, delimiter, file)) {
    if (isDamaged) {
      texts.leaveOut('damaged', line, document.slice(fields[0]?.start, fields[0]?.end))
      continue
    }
    if (columns === null) {
      columns = columnsOf(fields.map(fieldText))
      if (columns !== null) continue
      const found = quoted(document.slice(fields[0]?.start, fields.at(-1)?.end))
      throw damagedLine(file, line, { problem: 'key_columns', found, keys: KEYS.join(', '), texts: TEXTS.join(', ') })
    }
    const [key, place] = [fields[columns.key], fields[columns.text]]
    if (key === undefined || place === undefined) {
      texts.leaveOut('row', line)
      continue
    }
    texts.add({ key: fieldText(key), text: fieldText(place), line, ...place })
  }
  return texts.done()
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
