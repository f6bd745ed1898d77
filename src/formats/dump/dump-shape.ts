// Recognises the shape of a text dump by its beginning (docs/game-files.md#text-dumps), and holds the reader of each
// shape.
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
  /** The id is 16 hex digits whose byte order is known only by overlap with known ids. */
  readonly isHexOrderOpen: boolean
  readonly read: (chunks: AsyncIterable<Buffer>, file: string, start: DumpStart) => AsyncGenerator<DumpBatch>
}

/** What the reader of a shape needs to know beside the bytes. */
export interface DumpStart {
  /** The first line that isn't blank. */
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

/** The text without its BOM and the blank lines before the first one. */
export function firstLineOf(text: string): string {
  const start = text.replace(/^\uFEFF?\s*/, '')
  const end = start.indexOf('\n')
  return end === -1 ? start : start.slice(0, end)
}

/** The shape of a text that begins like this, `null` when it is none we know. */
export function shapeOf(text: string): DumpFormat | null {
  const firstLine = firstLineOf(text)
  if (firstLine.startsWith('[')) return 'template-json'
  if (firstLine.startsWith('{')) return jsonShapeOf(text.replace(/^\uFEFF?\s*/, ''), firstLine)
  if (isTsvHeader(firstLine)) return 'tsv'
  return csvShapeOf(firstLine)?.format ?? null
}

function jsonShapeOf(text: string, firstLine: string): DumpFormat | null {
  if (/^\{\s*(?:"-?\d+"\s*:|\}\s*$)/.test(text)) return 'entries-json'
  // By member names only, so that a damaged first line is refused by its reader.
  if (/"id"\s*:/.test(firstLine)) return 'jsonl'
  return /"h"\s*:/.test(firstLine) ? 'locmap-jsonl' : null
}

/** Throws the refusal of an unknown shape, which lists the known ones. */
export function refuseShape(file: string, found: UnknownShape, where: Place = { at: 'byte', byte: 0 }): never {
  throw new DamagedFile({ file, where, shapes, ...found })
}
