// The formats of text dumps (docs/game-files.md): how each is recognised by its beginning, and read in batches of entries with
// their lines.
import { DamagedFile, damagedLine, type Place, shapes, type UnknownShape } from '../damage.ts'
import type { FormatName, TemplateColumn } from '../game-text.ts'
import { lineBytesMax, parseHexId, quoted, reversedId, textBytesMax, type TextEntry } from '../text-entry.ts'
import { closingQuote, type CsvRecord, CsvRecords } from './csv.ts'
import { type LineBatch, linesOf } from './dump-bytes.ts'
import { elementsOf, type JsonElement } from './json-elements.ts'

export interface DumpBatch {
  readonly entries: TextEntry[]
  /** The line of each entry, for messages. The entry's `number` may be another one. */
  readonly lines: number[]
}

const emptyBatch = (): DumpBatch => ({ entries: [], lines: [] })

function refuseId(file: string, line: number, found: string): never {
  throw damagedLine(file, line, { problem: 'no_id', found: quoted(found) })
}

/** Refuses a text that is too long or has lone surrogates. */
function checkedText(text: string, file: string, line: number): string {
  if (text.length * 3 > textBytesMax && Buffer.byteLength(text) > textBytesMax) {
    throw damagedLine(file, line, {
      problem: 'text_too_long',
      found: Buffer.byteLength(text),
      expected: textBytesMax,
    })
  }
  if (!text.isWellFormed()) throw damagedLine(file, line, { problem: 'text_no_unicode' })
  return text
}

// Reads CSV dumps (docs/game-files.md#text-dumps): the extractor's with eight columns and the plain one with two. A row with an
// id and empty text is a deletion marker; id 0 with empty text is an empty slot of the game's table.

const EXTRACTOR = ['Number', 'File', 'All Blocks', 'Work Blocks', 'Current Block', 'Unknown', 'ID', 'OriginalText']
const PLAIN = ['ID', 'OriginalText']

/** Makes real line breaks of those that the game's extractor writes like this, quoted or not; no text of the game has such. */
const unescapedBreaks = (text: string): string =>
  text.includes('\\') ? text.replaceAll(/\\[nr]/g, (found) => (found === '\\n' ? '\n' : '\r')) : text
const emptySlotId = '0000000000000000'

interface CsvShape {
  readonly format: 'csv' | 'extractor-csv'
  readonly delimiter: string
  readonly columns: readonly string[]
}

function csvShapeOf(header: string): CsvShape | null {
  for (const delimiter of [';', ',']) {
    const fields = header
      .trim()
      .split(delimiter)
      .map((field) => field.trim().replace(/^"(.*)"$/, '$1'))
    const announces = (columns: readonly string[]): boolean =>
      fields.length === columns.length && fields.every((field, at) => field === columns[at])
    if (announces(PLAIN)) return { format: 'csv', delimiter, columns: PLAIN }
    if (announces(EXTRACTOR)) return { format: 'extractor-csv', delimiter, columns: EXTRACTOR }
  }
  return null
}

async function* readCsv(batches: AsyncIterable<LineBatch>, file: string, shape: CsvShape): AsyncGenerator<DumpBatch> {
  const records = new CsvRecords(shape.delimiter, file)
  let isHeaderRead = false
  let isInRecord = false
  for await (const { first, lines } of batches) {
    const batch = emptyBatch()
    for (const [at, line] of lines.entries()) {
      if (!isInRecord && line.trim() === '') continue
      const record = records.push(line, first + at)
      isInRecord = record === null
      if (record === null) continue
      const entry = isHeaderRead ? entryOf(record, file, shape) : null
      isHeaderRead = true
      if (entry === null) continue
      batch.entries.push(entry)
      batch.lines.push(record.line)
    }
    if (batch.entries.length > 0) yield batch
  }
  records.finish()
}

function entryOf({ line, fields }: CsvRecord, file: string, { columns, format }: CsvShape): TextEntry | null {
  if (fields.length !== columns.length) {
    throw damagedLine(file, line, {
      problem: 'column_count',
      found: fields.length,
      expected: columns.length,
      columns: columns.join(', '),
    })
  }
  const [key, written] = [fields[columns.length - 2] ?? '', fields[columns.length - 1] ?? '']
  const text = format === 'csv' ? written : unescapedBreaks(written)
  const id = parseHexId(key) ?? refuseId(file, line, key)
  if (id === emptySlotId && text === '') return null
  const entry = { id, text: text === '' ? null : checkedText(text, file, line), file, number: line }
  if (format === 'csv') return entry
  const [number, ofFile] = [fields[0] ?? '', fields[1] ?? '']
  if (!/^\d{1,15}$/.test(number)) throw damagedLine(file, line, { problem: 'number_column', found: quoted(number) })
  return { ...entry, file: ofFile === '' ? file : ofFile, number: Number(number) }
}

// Reads the community's TSV dumps (docs/game-files.md#text-dumps): only `\n` and `\r` are escapes; fields may be
// CSV-quoted. In a hand-edited row, a quote may never close, or close in the middle of the line: then the row is taken
// literally, with its quotes. A tab inside an unquoted text is text.
//
// Our addition (text-writer.ts): in a quoted text, a single quote between a backslash and n or r breaks the escape, so
// `\"n` is the two characters `\n`. No other CSV has one there.

/** True: a header whose columns are separated by a tab, or by two spaces in its place. */
const isTsvHeader = (line: string): boolean => /^"?ID"?(?:\t| {2})"?OriginalText"?\s*$/.test(line)

const ROW = /^(?:([0-9a-fA-F]{16})|"([0-9a-fA-F]{16})")\t/

/** A quoted text that continues on the lines after its row, until it closes or another row starts. */
interface OpenRow {
  readonly id: string
  readonly line: number
  /** The line as it stands, which is used if the quote never closes. */
  readonly raw: string
  readonly pieces: string[]
  length: number
  /** The first line this is not a row, if the quote never closes. */
  stray: { readonly line: number; readonly text: string } | null
}

async function* readTsv(batches: AsyncIterable<LineBatch>, file: string): AsyncGenerator<DumpBatch> {
  const rows = makeRowReader(file)
  let isHeaderRead = false
  for await (const { first, lines } of batches) {
    const batch = emptyBatch()
    for (const [at, line] of lines.entries()) {
      if (isHeaderRead) rows.push(line, first + at, batch)
      else if (line.trim() !== '') {
        if (!isTsvHeader(line)) throw damagedLine(file, first + at, { problem: 'header_missing', found: quoted(line) })
        isHeaderRead = true
      }
    }
    if (batch.entries.length > 0) yield batch
  }
  const last = emptyBatch()
  rows.giveUp(last)
  if (last.entries.length > 0) yield last
}

function makeRowReader(file: string) {
  let open: OpenRow | null = null

  const add = (batch: DumpBatch, id: string, text: string, line: number): void => {
    if (id === emptySlotId && text === '') return
    batch.entries.push({ id, text: text === '' ? null : checkedText(text, file, line), file, number: line })
    batch.lines.push(line)
  }

  /** Gives up waiting for the closing quote: the row is taken literally, and the lines after it are no rows. */
  const giveUp = (batch: DumpBatch): void => {
    if (open === null) return
    const { id, line, raw, stray } = open
    open = null
    add(batch, id, unescapedBreaks(raw), line)
    if (stray !== null) throw damagedLine(file, stray.line, { problem: 'tsv_row', found: quoted(stray.text) })
  }

  const goOn = (row: OpenRow, line: string, number: number, batch: DumpBatch): void => {
    const end = closing(line, 0)
    row.pieces.push(end === -1 ? line : line.slice(0, end))
    row.length += line.length + 1
    if (line.trim() !== '') row.stray ??= { line: number, text: line }
    if (end !== -1 && isRowEnd(line, end)) {
      open = null
      add(batch, row.id, unquoted(row.pieces.join('\n')), row.line)
    } else if (end !== -1 || row.length > lineBytesMax) giveUp(batch)
  }

  const start = (line: string, number: number, batch: DumpBatch): void => {
    const row = ROW.exec(line)
    if (row === null) {
      const tab = line.indexOf('\t')
      if (tab === -1) throw damagedLine(file, number, { problem: 'tsv_row', found: quoted(line) })
      refuseId(file, number, line.slice(0, tab))
    }
    const id = parseHexId(row[1] ?? row[2] ?? '') ?? refuseId(file, number, line)
    const text = line.slice(row[0].length)
    const raw = text.endsWith('\r') ? text.slice(0, -1) : text
    const end = text.startsWith('"') ? closing(text, 1) : 0
    if (end === -1) open = { id, line: number, raw, pieces: [text.slice(1)], length: text.length, stray: null }
    else if (end > 0 && isRowEnd(text, end)) add(batch, id, unquoted(text.slice(1, end)), number)
    else add(batch, id, unescapedBreaks(raw), number)
  }

  const push = (line: string, number: number, batch: DumpBatch): void => {
    if (open !== null) {
      if (!ROW.test(line)) {
        goOn(open, line, number, batch)
        return
      }
      giveUp(batch)
    }
    if (line.trim() !== '') start(line, number, batch)
  }

  return { push, giveUp }
}

const closing = (line: string, from: number): number =>
  closingQuote(line, from, (at) => line[at - 1] === '\\' && at > from && /[nr]/.test(line[at + 1] ?? ''))

/** True: only empty columns follow the closing quote. */
const isRowEnd = (line: string, closesAt: number): boolean => /^\t*\r?$/.test(line.slice(closesAt + 1))

const ESCAPED: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '""': '"', '\\"': '\\' }
const unquoted = (text: string): string => text.replaceAll(/""|\\"(?=[nr])|\\[nr]/g, (found) => ESCAPED[found] ?? found)

// Reads dumps with one JSON object a line (docs/game-files.md#text-dumps).
//
//     JSONL         {"id": "0123456789abcdef", "text": "…"}, optional "deleted": true, "file", "number": ours
//     locmap JSONL  {"b":1,"s":3,"h":"efcdab8967452301","v":"text"}, optional "deleted": true; h is the u64 as a number

type Parse = (record: Record<string, unknown>, file: string, line: number) => TextEntry

async function* readJsonLines(
  batches: AsyncIterable<LineBatch>,
  file: string,
  parse: Parse,
): AsyncGenerator<DumpBatch> {
  for await (const { first, lines } of batches) {
    const batch = emptyBatch()
    for (const [at, line] of lines.entries()) {
      if (line.trim() === '') continue
      batch.entries.push(parse(parseObject(line, file, first + at), file, first + at))
      batch.lines.push(first + at)
    }
    if (batch.entries.length > 0) yield batch
  }
}

function parseObject(line: string, file: string, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // The code below refuses this line like any other that is no object.
  }
  throw damagedLine(file, number, { problem: 'line_no_object', found: quoted(line) })
}

function parseOwn(record: Record<string, unknown>, file: string, line: number): TextEntry {
  const { id: key, file: ofFile, number, layer } = record
  if (typeof key !== 'string') throw noMember(file, line, 'id', key)
  const id = parseHexId(key) ?? refuseId(file, line, key)
  if (ofFile !== undefined && (typeof ofFile !== 'string' || ofFile === '')) {
    throw damagedLine(file, line, { problem: 'file_member', found: describe('file', ofFile) })
  }
  if (number !== undefined && !(typeof number === 'number' && Number.isSafeInteger(number) && number > 0)) {
    throw damagedLine(file, line, { problem: 'number_member', found: describe('number', number) })
  }
  const entry = { id, text: textOf(record, 'text', file, line), file: ofFile ?? file, number: number ?? line }
  return typeof layer === 'string' || layer === null ? { ...entry, layer } : entry
}

function parseLocmap(record: Record<string, unknown>, file: string, line: number): TextEntry {
  const { h: key } = record
  if (typeof key !== 'string') throw noMember(file, line, 'h', key)
  const id = reversedId(parseHexId(key) ?? refuseId(file, line, key))
  return { id, text: textOf(record, 'v', file, line), file, number: line }
}

/** The text of a record. Null: it is a deletion marker. */
function textOf(record: Record<string, unknown>, member: string, file: string, line: number): string | null {
  const { deleted } = record
  if (deleted === true) return null
  if (deleted !== undefined && deleted !== false) {
    throw damagedLine(file, line, { problem: 'deleted_member', found: describe('deleted', deleted) })
  }
  const text = record[member]
  if (typeof text === 'string') return checkedText(text, file, line)
  if (text === undefined) throw damagedLine(file, line, { problem: 'text_absent', member })
  throw damagedLine(file, line, { problem: 'text_member', member, found: describe(member, text) })
}

const noMember = (file: string, line: number, member: string, value: unknown): DamagedFile =>
  damagedLine(
    file,
    line,
    value === undefined
      ? { problem: 'member_absent', member }
      : { problem: 'id_member', member, found: describe(member, value) },
  )

const describe = (member: string, value: unknown): string => `"${member}": ${quoted(JSON.stringify(value))}`

// Reads dumps that are one JSON document (docs/game-files.md#text-dumps). `number` counts entries, not lines.
//
//     entries.json   {"<u64 decimal>": "text"}: decimal of the little-endian u64; other tools write it signed
//     template JSON  [{"ID": "…", "English": "…", "Chinese": "…", "Target": "…"}]

async function* readEntriesJson(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<DumpBatch> {
  let number = 0
  for await (const elements of elementsOf(chunks, file, '{')) {
    const batch = emptyBatch()
    for (const element of elements) {
      // Parsing an object for every row would cost three times as much.
      const key = /^"([^"\\]{0,64})"\s*:/.exec(element.text)
      if (key === null) throw damagedLine(file, element.line, { problem: 'json_entry', found: quoted(element.text) })
      const id = idOfDecimal(key[1] ?? '')
      if (id === null) throw damagedLine(file, element.line, { problem: 'no_decimal_id', found: quoted(key[1] ?? '') })
      const text = parseJson(element, file, element.text.slice(key[0].length))
      if (typeof text !== 'string')
        throw damagedLine(file, element.line, { problem: 'json_entry', found: quoted(element.text) })
      batch.entries.push({ id, text: checkedText(text, file, element.line), file, number: ++number })
      batch.lines.push(element.line)
    }
    yield batch
  }
}

/** Reads one column of a template. An empty cell means that the row has no text there; in the game's own language it is an empty text. */
async function* readTemplate(
  chunks: AsyncIterable<Buffer>,
  file: string,
  column: TemplateColumn,
): AsyncGenerator<DumpBatch> {
  let number = 0
  for await (const elements of elementsOf(chunks, file, '[')) {
    const batch = emptyBatch()
    for (const element of elements) {
      const { ID: key, [column]: text } = parseRow(element, file)
      number++
      if (typeof key !== 'string')
        throw damagedLine(file, element.line, { problem: 'id_member', member: 'ID', found: quoted(element.text) })
      const id = parseHexId(key) ?? refuseId(file, element.line, key)
      if ((text === null || text === '') && column !== 'English') continue
      if (typeof text !== 'string')
        throw damagedLine(file, element.line, { problem: 'text_member', member: column, found: quoted(element.text) })
      batch.entries.push({ id, text: checkedText(text, file, element.line), file, number })
      batch.lines.push(element.line)
    }
    yield batch
  }
}

function parseJson(element: JsonElement, file: string, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw damagedLine(file, element.line, { problem: 'element_no_json', found: quoted(element.text) })
  }
}

function parseRow(element: JsonElement, file: string): Record<string, unknown> {
  const value = parseJson(element, file, element.text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw damagedLine(file, element.line, { problem: 'element_no_object', found: quoted(element.text) })
}

const [signedMin, unsignedMax] = [-(2n ** 63n), 2n ** 64n - 1n]

/** The id for a number: `text` is a little-endian u64 in decimal, signed or unsigned. */
function idOfDecimal(text: string): string | null {
  if (!/^-?\d{1,20}$/.test(text)) return null
  const value = BigInt(text)
  if (value < signedMin || value > unsignedMax) return null
  const key = Buffer.alloc(8)
  key.writeBigUInt64LE(BigInt.asUintN(64, value))
  return key.toString('hex')
}

// Recognises the format of a text dump by its beginning (docs/game-files.md#text-dumps), and has the table of readers.

export type DumpFormat = Exclude<FormatName, 'container'>

interface Shape {
  /** True: ids are hex digits in a byte order that only a comparison with known ids can tell. */
  readonly isHexOrderOpen: boolean
  readonly read: (chunks: AsyncIterable<Buffer>, file: string, start: DumpStart) => AsyncGenerator<DumpBatch>
}

export interface DumpStart {
  readonly firstLine: string
  readonly column: TemplateColumn
}

export const SHAPES: Readonly<Record<DumpFormat, Shape>> = {
  jsonl: { isHexOrderOpen: true, read: (chunks, file) => readJsonLines(linesOf(chunks, file), file, parseOwn) },
  tsv: { isHexOrderOpen: true, read: (chunks, file) => readTsv(linesOf(chunks, file), file) },
  'extractor-csv': { isHexOrderOpen: true, read: readCsvDump },
  csv: { isHexOrderOpen: true, read: readCsvDump },
  'entries-json': { isHexOrderOpen: false, read: readEntriesJson },
  'locmap-jsonl': {
    isHexOrderOpen: false,
    read: (chunks, file) => readJsonLines(linesOf(chunks, file), file, parseLocmap),
  },
  'template-json': { isHexOrderOpen: true, read: (chunks, file, { column }) => readTemplate(chunks, file, column) },
}

function readCsvDump(chunks: AsyncIterable<Buffer>, file: string, { firstLine }: DumpStart): AsyncGenerator<DumpBatch> {
  const shape = csvShapeOf(firstLine) ?? refuseShape(file, { problem: 'shape_text', found: quoted(firstLine) })
  return readCsv(linesOf(chunks, file), file, shape)
}

/** The first line that is not blank, without a BOM. */
export function firstLineOf(text: string): string {
  const start = text.replace(/^\uFEFF?\s*/, '')
  const end = start.indexOf('\n')
  return end === -1 ? start : start.slice(0, end)
}

/** A list of another game, whose entries have other members. */
const OTHER_LIST = /^\uFEFF?\s*\[\s*(?:null\b|\{(?![^]*"(?:ID|English|Chinese|Target)"\s*:)\s*")/

/** The format of a dump, by its beginning; null: none is known. */
export function shapeOf(text: string): DumpFormat | null {
  const firstLine = firstLineOf(text)
  if (firstLine.startsWith('[')) return OTHER_LIST.test(text) ? null : 'template-json'
  if (firstLine.startsWith('{')) return jsonShapeOf(text.replace(/^\uFEFF?\s*/, ''), firstLine)
  if (isTsvHeader(firstLine)) return 'tsv'
  return csvShapeOf(firstLine)?.format ?? null
}

function jsonShapeOf(text: string, firstLine: string): DumpFormat | null {
  if (/^\{\s*(?:"-?\d+"\s*:|\}\s*$)/.test(text)) return 'entries-json'
  // Tests only member names, so that the reader refuses a damaged first line.
  if (/"id"\s*:/.test(firstLine)) return 'jsonl'
  return /"h"\s*:/.test(firstLine) ? 'locmap-jsonl' : null
}

export function refuseShape(file: string, found: UnknownShape, where: Place = { at: 'byte', byte: 0 }): never {
  const damage = { file, where, shapes, ...found }
  throw new DamagedFile(damage)
}
