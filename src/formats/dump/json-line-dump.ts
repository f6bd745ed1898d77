// Text dumps with a JSON object a line (docs/game-files.md#text-dumps).
//
//     JSONL         {"id": "0123456789abcdef", "text": "…"}, optional "deleted": true, "file", "number": our own
//     locmap JSONL  {"b":1,"s":3,"h":"efcdab8967452301","v":"text"}, optional "deleted": true; h is the u64 as a number
import { checkedText, emptyBatch, refuseColumns, refuseId, refuseLine } from './dump-batch.ts'
import type { DumpBatch } from './dump-batch.ts'
import type { LineBatch } from './lines.ts'
import { parseHexId, quoted, reversedId } from '../text-entry.ts'
import type { TextEntry } from '../text-entry.ts'

type Parse = (record: Record<string, unknown>, file: string, line: number) => TextEntry

/** Reads our own JSONL. */
export const readJsonl = (lines: AsyncIterable<LineBatch>, file: string): AsyncGenerator<DumpBatch> =>
  readJsonLines(lines, file, parseOwn)

/** Reads locmap JSONL. */
export const readLocmap = (lines: AsyncIterable<LineBatch>, file: string): AsyncGenerator<DumpBatch> =>
  readJsonLines(lines, file, parseLocmap)

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
    // Told below, like any other line that is no object.
  }
  return refuseLine(file, number, 'the line is no JSON object', quoted(line), 'one object a line')
}

function parseOwn(record: Record<string, unknown>, file: string, line: number): TextEntry {
  const { id: key, file: ofFile, number, layer } = record
  if (typeof key !== 'string') refuseColumns(file, line, describe('id', key), 'a member "id"')
  const id = parseHexId(key) ?? refuseId(file, line, key)
  if (ofFile !== undefined && (typeof ofFile !== 'string' || ofFile === '')) {
    refuseColumns(file, line, describe('file', ofFile), '"file" to be a file name')
  }
  if (number !== undefined && !(typeof number === 'number' && Number.isSafeInteger(number) && number > 0)) {
    refuseColumns(file, line, describe('number', number), '"number" to be a whole number from 1')
  }
  const entry = { id, text: textOf(record, 'text', file, line), file: ofFile ?? file, number: number ?? line }
  return typeof layer === 'string' || layer === null ? { ...entry, layer } : entry
}

function parseLocmap(record: Record<string, unknown>, file: string, line: number): TextEntry {
  const { h: key } = record
  if (typeof key !== 'string') refuseColumns(file, line, describe('h', key), 'a member "h"')
  const id = reversedId(parseHexId(key) ?? refuseId(file, line, key))
  return { id, text: textOf(record, 'v', file, line), file, number: line }
}

/** The text, or `null` when the record is a deletion marker. */
function textOf(record: Record<string, unknown>, member: string, file: string, line: number): string | null {
  const { deleted } = record
  if (deleted === true) return null
  if (deleted !== undefined && deleted !== false) {
    refuseColumns(file, line, describe('deleted', deleted), '"deleted" to be true or false')
  }
  const text = record[member]
  if (typeof text !== 'string')
    return refuseColumns(file, line, describe(member, text), `a member "${member}" with a text`)
  return checkedText(text, file, line)
}

const describe = (member: string, value: unknown): string =>
  value === undefined ? `no "${member}"` : `"${member}": ${quoted(JSON.stringify(value))}`
