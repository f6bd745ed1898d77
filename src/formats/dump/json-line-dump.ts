// Reads dumps with one JSON object a line (docs/game-files.md#text-dumps).
//
//     JSONL         {"id": "0123456789abcdef", "text": "…"}, optional "deleted": true, "file", "number": ours
//     locmap JSONL  {"b":1,"s":3,"h":"efcdab8967452301","v":"text"}, optional "deleted": true; h is the u64 as a number
import { type DamagedFile, damagedLine } from '../damage.ts'
import { checkedText, emptyBatch, refuseId } from './dump-batch.ts'
import type { DumpBatch } from './dump-batch.ts'
import type { LineBatch } from './lines.ts'
import { parseHexId, quoted, reversedId } from '../text-entry.ts'
import type { TextEntry } from '../text-entry.ts'

type Parse = (record: Record<string, unknown>, file: string, line: number) => TextEntry

export const readJsonl = (lines: AsyncIterable<LineBatch>, file: string): AsyncGenerator<DumpBatch> =>
  readJsonLines(lines, file, parseOwn)

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

/** Null: a deletion marker. */
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
