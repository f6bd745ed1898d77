// Reads CSV dumps (docs/game-files.md#text-dumps): the extractor's with eight columns and the plain one with two. A row with an
// id and empty text is a deletion marker; id 0 with empty text is an empty slot of the game's table.
import { CsvRecords } from './csv.ts'
import type { CsvRecord } from './csv.ts'
import { damagedLine } from '../damage.ts'
import { checkedText, emptyBatch, refuseId } from './dump-batch.ts'
import type { DumpBatch } from './dump-batch.ts'
import type { LineBatch } from './lines.ts'
import { parseHexId, quoted } from '../text-entry.ts'
import type { TextEntry } from '../text-entry.ts'

const EXTRACTOR = ['Number', 'File', 'All Blocks', 'Work Blocks', 'Current Block', 'Unknown', 'ID', 'OriginalText']
const PLAIN = ['ID', 'OriginalText']

/** The game's extractor writes line breaks like this, quoted or not; no text of the game has it. */
export const unescapedBreaks = (text: string): string =>
  text.includes('\\') ? text.replaceAll(/\\[nr]/g, (found) => (found === '\\n' ? '\n' : '\r')) : text
export const emptySlotId = '0000000000000000'

interface CsvShape {
  readonly format: 'csv' | 'extractor-csv'
  readonly delimiter: string
  readonly columns: readonly string[]
}

export function csvShapeOf(header: string): CsvShape | null {
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

export async function* readCsv(
  batches: AsyncIterable<LineBatch>,
  file: string,
  shape: CsvShape,
): AsyncGenerator<DumpBatch> {
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
