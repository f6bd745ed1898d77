// Recognises the format of a text dump by its beginning (docs/game-files.md#text-dumps), and has the table of readers.
import { readCsv, csvShapeOf } from './csv-dump.ts'
import type { DumpBatch } from './dump-batch.ts'
import type { FormatName, TemplateColumn } from '../game-text.ts'
import { readEntriesJson, readTemplate } from './json-document-dump.ts'
import { readJsonl, readLocmap } from './json-line-dump.ts'
import { linesOf } from './lines.ts'
import { DamagedFile, type Place, shapes, type UnknownShape } from '../damage.ts'
import { quoted } from '../text-entry.ts'
import { isTsvHeader, readTsv } from './tsv-dump.ts'

export type DumpFormat = Exclude<FormatName, 'container'>

interface Shape {
  /** Ids are hex digits; comparison with known ids finds their byte order. */
  readonly isHexOrderOpen: boolean
  readonly read: (chunks: AsyncIterable<Buffer>, file: string, start: DumpStart) => AsyncGenerator<DumpBatch>
}

export interface DumpStart {
  readonly firstLine: string
  readonly column: TemplateColumn
}

export const SHAPES: Readonly<Record<DumpFormat, Shape>> = {
  jsonl: { isHexOrderOpen: true, read: (chunks, file) => readJsonl(linesOf(chunks, file), file) },
  tsv: { isHexOrderOpen: true, read: (chunks, file) => readTsv(linesOf(chunks, file), file) },
  'extractor-csv': { isHexOrderOpen: true, read: readCsvDump },
  csv: { isHexOrderOpen: true, read: readCsvDump },
  'entries-json': { isHexOrderOpen: false, read: readEntriesJson },
  'locmap-jsonl': { isHexOrderOpen: false, read: (chunks, file) => readLocmap(linesOf(chunks, file), file) },
  'template-json': { isHexOrderOpen: true, read: (chunks, file, { column }) => readTemplate(chunks, file, column) },
}

function readCsvDump(chunks: AsyncIterable<Buffer>, file: string, { firstLine }: DumpStart): AsyncGenerator<DumpBatch> {
  const shape = csvShapeOf(firstLine) ?? refuseShape(file, { problem: 'shape_text', found: quoted(firstLine) })
  return readCsv(linesOf(chunks, file), file, shape)
}

/** Drops the BOM and blank lines at the beginning. */
export function firstLineOf(text: string): string {
  const start = text.replace(/^\uFEFF?\s*/, '')
  const end = start.indexOf('\n')
  return end === -1 ? start : start.slice(0, end)
}

/** Null: unknown. */
export function shapeOf(text: string): DumpFormat | null {
  const firstLine = firstLineOf(text)
  if (firstLine.startsWith('[')) return 'template-json'
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
  throw new DamagedFile({ file, where, shapes, ...found })
}
