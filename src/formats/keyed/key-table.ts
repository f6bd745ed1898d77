// Tables with a key and a text column, in CSV (RFC 4180) or with tabs. Other columns, quotes and line ends are left as they are.
import { damagedLine } from '../damage.ts'
import { closingQuote } from '../dump/csv.ts'
import { quoted } from '../text-entry.ts'
import type { KeyedDocument, KeyedFormat, KeyedSide } from './keyed-format.ts'
import { KeyedTexts } from './keyed-texts.ts'

/** Names of columns, in any case; the first one that is there. */
const KEYS = ['key', 'keys', 'id', 'name', 'identifier']
const TEXTS = ['text', 'source', 'english', 'en', 'value', 'string', 'original']

export const keyCsv: KeyedFormat = tableFormat([',', ';'], 'CSV (header key,text or key;text)')
export const keyTsv: KeyedFormat = tableFormat(['\t'], 'TSV (header key<TAB>text)')

function tableFormat(delimiters: readonly string[], meaning: string): KeyedFormat {
  return {
    meaning,
    isBilingual: false,
    looksLike: (start) => delimiterOf(start, delimiters) !== undefined,
    read: (document, file, side) => {
      const [delimiter = ','] = delimiters
      return readTable(document, file, side, delimiterOf(document, delimiters) ?? delimiter)
    },
    write: (before, text) => (textIn(before) === text ? before : fieldLike(before, text)),
  }
}

function delimiterOf(document: string, delimiters: readonly string[]): string | undefined {
  const [header = ''] = /[^\s\uFEFF][^\n]*/.exec(document) ?? []
  return delimiters.find((delimiter) => {
    const names = header.split(delimiter).map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
    return columnsOf(names) !== null
  })
}

interface Columns {
  readonly key: number
  readonly text: number
}

function columnsOf(header: readonly string[]): Columns | null {
  const names = header.map((name) => name.trim().toLowerCase())
  const [key, text] = [KEYS, TEXTS].map((known) => known.map((name) => names.indexOf(name)).find((at) => at !== -1))
  return key === undefined || text === undefined ? null : { key, text }
}

const textIn = (field: string): string => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)

/** In quotes if it must be, whatever the delimiter is, or was. */
const fieldLike = (before: string, text: string): string =>
  before.startsWith('"') || /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

function readTable(document: string, file: string, side: KeyedSide, delimiter: string): KeyedDocument {
  const texts = new KeyedTexts(document, file)
  const fieldText = ({ start, end }: Field): string => textIn(document.slice(start, end))
  let columns: Columns | null = null
  for (const { line, fields } of recordsOf(document, delimiter, file)) {
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
    const text = fieldText(place)
    if (text !== '' || side === 'source') texts.add({ key: fieldText(key), text, line, ...place })
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
}

/** The records of a document but blank lines. Throws DamagedFile where it is no table. */
function* recordsOf(document: string, delimiter: string, file: string): Generator<TableRecord> {
  const unquoted = new RegExp(`[^${delimiter}\\n]*`, 'y')
  const endOfLine = /\r?(?:\n|$)/y
  let line = 1

  const endOfField = (start: number): number => {
    if (document[start] !== '"') {
      unquoted.lastIndex = start
      unquoted.test(document)
      const end = unquoted.lastIndex
      return document[end] !== delimiter && end > start && document[end - 1] === '\r' ? end - 1 : end
    }
    const close = closingQuote(document, start + 1)
    if (close === -1) throw damagedLine(file, line, { problem: 'quote_open' })
    line += document.slice(start, close).split('\n').length - 1
    return close + 1
  }

  for (let at = document.startsWith('\uFEFF') ? 1 : 0; at < document.length; at = endOfLine.lastIndex) {
    const first = line
    const fields: Field[] = []
    for (let isMore = true; isMore; ) {
      const end = endOfField(at)
      fields.push({ start: at, end })
      isMore = document[end] === delimiter
      at = isMore ? end + 1 : end
    }
    endOfLine.lastIndex = at
    if (!endOfLine.test(document)) {
      throw damagedLine(file, line, { problem: 'after_quote', found: JSON.stringify(document.slice(at, at + 20)) })
    }
    line++
    if (fields.length > 1 || fields[0]?.start !== fields[0]?.end) yield { line: first, fields }
  }
}
