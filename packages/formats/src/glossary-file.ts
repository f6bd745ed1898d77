// Reads and writes glossaries as files: CSV and TSV with a header, and the term lists of other tools in JSON
// (docs/game-files.md).
import { isUtf8 } from 'node:buffer'
import {
  FACT_NAMES,
  factsFrom,
  TERM_CHOICE_NAMES,
  TERM_CHOICES,
  type TermFacts,
  type TermListName,
} from '../../../src/base/term-facts.ts'
import { DamagedFile, damagedLine, type Problem } from './damage.ts'
import { csvField, type CsvRecord, CsvRecords } from './dump/csv.ts'
import { quoted } from './text-entry.ts'

interface GlossaryRow {
  readonly source: string
  /** Accepted translations. An entry without any is a note for readers. */
  readonly forms: readonly string[]
  readonly caseSensitive: boolean
  readonly doNotTranslate: boolean
  readonly note: string
  /** The term's facts; left out if the file has no column for them. */
  readonly facts?: TermFacts
}

// Term lists of other tools, in JSON (docs/command-line.md#glossary): those of LinguaGacha and AiNiee, of ParaTranz, and a plain
// object of terms and translations. A term that comes more than once has all its translations.

type Members = Readonly<Record<'term' | 'translation' | 'note' | 'caseSensitive', string>>

const TERM_LISTS: Readonly<Record<TermListName, Members>> = {
  linguagacha: { term: 'src', translation: 'dst', note: 'info', caseSensitive: 'case_sensitive' },
  paratranz: { term: 'term', translation: 'translation', note: 'note', caseSensitive: 'caseSensitive' },
}

const isTermList = (text: string): boolean => /^\s*[[{]/.test(text)

/** Reads the term list of another tool. `file`: its name in messages. Throws DamagedFile. */
function* readTermList(text: string, file: string): Generator<GlossaryRow | null> {
  const rows = new Map<string, GlossaryRow & { readonly all: Set<string> }>()
  const value = parsed(text, file)
  yield null
  const isList = Array.isArray(value)
  for (const [at, name] of Object.keys(value).entries()) {
    const entry = isList ? value[name] : { src: name, dst: value[name] }
    const where = { at: 'entry', entry: at + 1 } as const
    const row = rowOfEntry(entry as Entry, (problem) => new DamagedFile({ file, where, ...problem }))
    const key = `${row.caseSensitive} ${row.source}`
    const same = rows.get(key)
    if (same === undefined) rows.set(key, { ...row, all: new Set(row.forms) })
    else for (const form of row.forms) same.all.add(form)
    yield null
  }
  for (const { all, ...row } of rows.values()) yield { ...row, forms: [...all] }
}

type Entry = Readonly<Record<string, unknown>>

function parsed(text: string, file: string): Entry {
  try {
    return JSON.parse(text) as Entry
  } catch (error) {
    throw damagedLine(file, 1, { problem: 'element_no_json', found: quoted((error as Error).message) })
  }
}

function rowOfEntry(entry: Entry, fault: (problem: Problem) => DamagedFile): GlossaryRow {
  const names = Object.values(TERM_LISTS).find(({ term }) => typeof entry?.[term] === 'string')
  if (names === undefined) throw fault({ problem: 'no_term' })
  const textOf = (name: string): string => {
    const value = entry[name] ?? ''
    if (typeof value !== 'string')
      throw fault({ problem: 'text_member', member: name, found: quoted(JSON.stringify(value)) })
    return value.trim()
  }
  const source = textOf(names.term)
  if (source === '') throw fault({ problem: 'no_term' })
  if (entry['regex'] === true) throw fault({ problem: 'term_pattern', found: quoted(source) })
  const translation = textOf(names.translation)
  return {
    source,
    forms: translation === '' ? [] : [translation],
    caseSensitive: entry[names.caseSensitive] === true,
    doNotTranslate: translation === source,
    note: textOf(names.note),
  }
}

/** Writes a list as the tool reads it, without terms that have no translation; of several forms only the first, without its star. */
export function formatTermList(rows: Iterable<GlossaryRow>, tool: TermListName): string {
  const { term, translation, note, caseSensitive } = TERM_LISTS[tool]
  const entries = [...rows].flatMap((row) => {
    const form = row.doNotTranslate ? row.source : row.forms[0]?.replaceAll('*', '')
    if (form === undefined) return []
    const about = [row.facts?.meaning, row.facts?.kind, row.facts?.gender, row.note].filter(Boolean).join('; ')
    const extra = tool === 'linguagacha' ? { regex: false } : {}
    return [{ [term]: row.source, [translation]: form, [note]: about, ...extra, [caseSensitive]: row.caseSensitive }]
  })
  return `${JSON.stringify(entries, null, 2)}\n`
}

// Reads and writes glossaries as CSV or TSV (docs/command-line.md#glossary; docs/glossary.md): header `source` and
// `forms` (accepted forms separated by |), optional `case_sensitive`, `do_not_translate` and `note`, in any order. BOM, CRLF,
// quoted fields and blank lines are accepted; other faults are refused with their line.

const PLAIN_COLUMNS = ['source', 'forms', 'case_sensitive', 'do_not_translate', 'note'] as const
const COLUMNS = [...PLAIN_COLUMNS, ...FACT_NAMES] as const
type Column = (typeof COLUMNS)[number]
const FORM_SEPARATOR = '|'
/** As in a spreadsheet. */
const cellLengthMax = 32_767

/** Reads a glossary: CSV, TSV, or a term list in JSON. `file`: its name in messages. Throws DamagedFile. */
export const parseGlossary = (bytes: Uint8Array, file: string): GlossaryRow[] =>
  [...readGlossary(bytes, file)].filter((row) => row !== null)

/** Reads a glossary piece by piece; null: a piece without a row. Throws DamagedFile. */
export function* readGlossary(bytes: Uint8Array, file: string): Generator<GlossaryRow | null> {
  const text = textOfGlossary(bytes, file)
  yield* isTermList(text) ? readTermList(text, file) : readTable(text, file)
}

function* readTable(text: string, file: string): Generator<GlossaryRow | null> {
  const lines = text.split('\n')
  const header = lines.find((line) => line.trim() !== '')
  if (header === undefined) throw damagedLine(file, 1, { problem: 'glossary_empty', columns: COLUMNS.join(', ') })
  const delimiter = ['\t', ';', ','].find((candidate) => header.includes(candidate)) ?? ','
  const records = new CsvRecords(delimiter, file)
  const lineOfTerm = new Map<string, number>()
  let columns: ReadonlyMap<Column, number> | null = null
  let isInRecord = false
  for (const [at, line] of lines.entries()) {
    yield null
    if (!isInRecord && line.trim() === '') continue
    const record = records.push(line, at + 1)
    isInRecord = record === null
    if (record === null) continue
    if (columns === null) {
      columns = columnsOf(record, file)
      continue
    }
    const row = rowOfRecord(record, columns, file)
    // A term may have two entries: "Qi" with letter case beside "Qi" without.
    const term = `${row.caseSensitive} ${row.source}`
    const earlier = lineOfTerm.get(term)
    if (earlier !== undefined)
      throw damagedLine(file, record.line, { problem: 'term_twice', found: quoted(row.source), line: earlier })
    lineOfTerm.set(term, record.line)
    yield row
  }
  records.finish()
}

function textOfGlossary(bytes: Uint8Array, file: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = buffer.toString('utf8')
  if (isUtf8(buffer)) return text.replace(/^\uFEFF/, '')
  throw damagedLine(file, (text.split('\uFFFD')[0] ?? '').split('\n').length, { problem: 'line_no_text' })
}

function columnsOf({ line, fields }: CsvRecord, file: string): ReadonlyMap<Column, number> {
  const columns = new Map<Column, number>()
  for (const [at, field] of fields.entries()) {
    const name = field.trim().toLowerCase()
    if (name === '') continue
    const column = COLUMNS.find((known) => known === name)
    if (column === undefined)
      throw damagedLine(file, line, { problem: 'unknown_column', found: quoted(field), columns: COLUMNS.join(', ') })
    if (columns.has(column)) throw damagedLine(file, line, { problem: 'column_twice', found: quoted(field) })
    columns.set(column, at)
  }
  if (columns.has('source') && columns.has('forms')) return columns
  throw damagedLine(file, line, { problem: 'glossary_header', found: quoted(fields.join(' ')) })
}

function rowOfRecord({ line, fields }: CsvRecord, columns: ReadonlyMap<Column, number>, file: string): GlossaryRow {
  const fault = (problem: Problem): DamagedFile => damagedLine(file, line, problem)
  const width = Math.max(...columns.values()) + 1
  const extra = fields.slice(width).filter((field) => field.trim() !== '')
  if (extra.length > 0) throw fault({ problem: 'extra_columns', found: fields.length, expected: width })
  const value = (column: Column): string => fields[columns.get(column) ?? -1]?.trim() ?? ''
  const flag = (column: Column): boolean => {
    const text = value(column).toLowerCase()
    if (['1', 'true', 'yes'].includes(text)) return true
    if (!['', '0', 'false', 'no'].includes(text)) throw fault({ problem: 'no_yes_or_no', column, found: quoted(text) })
    return false
  }
  const source = value('source')
  if (source === '') throw fault({ problem: 'no_term' })
  for (const column of COLUMNS) {
    const { length: found } = value(column)
    if (found > cellLengthMax) throw fault({ problem: 'cell_too_long', column, found, expected: cellLengthMax })
  }
  const forms = value('forms')
    .split(FORM_SEPARATOR)
    .map((form) => form.trim())
    .filter((form) => form !== '')
  for (const name of TERM_CHOICE_NAMES) {
    const text = value(name)
    const choices: readonly string[] = TERM_CHOICES[name]
    if (text !== '' && !choices.includes(text))
      throw fault({ problem: 'unknown_choice', column: name, found: quoted(text), choices: choices.join(', ') })
  }
  return {
    source,
    forms,
    caseSensitive: flag('case_sensitive'),
    doNotTranslate: flag('do_not_translate'),
    note: value('note'),
    ...(FACT_NAMES.some((name) => columns.has(name)) && { facts: factsFrom(value) }),
  }
}

/** Writes a glossary as `parseGlossary` reads it. Columns of facts that no term has are left out. */
export function formatGlossary(
  rows: Iterable<GlossaryRow>,
  delimiter: ',' | '\t' = ',',
  cell: (text: string) => string = (text) => text,
): string {
  const all = [...rows]
  const told = FACT_NAMES.filter((name) => all.some(({ facts }) => facts?.[name] !== undefined))
  const lines = [[...PLAIN_COLUMNS, ...told].join(delimiter)]
  for (const { source, forms, caseSensitive, doNotTranslate, note, facts } of all) {
    const said = told.map((name) => facts?.[name] ?? '')
    const fields = [source, forms.join(FORM_SEPARATOR), `${caseSensitive}`, `${doNotTranslate}`, note, ...said]
    lines.push(fields.map((field) => csvField(cell(field), delimiter)).join(delimiter))
  }
  return `${lines.join('\n')}\n`
}
