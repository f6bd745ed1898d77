// Reads dumps that are one JSON document (docs/game-files.md#text-dumps). `number` counts entries, not lines.
//
//     entries.json   {"<u64 decimal>": "text"}: decimal of the little-endian u64; other tools write it signed
//     template JSON  [{"ID": "…", "English": "…", "Chinese": "…", "Target": "…"}]
import { damagedLine } from '../damage.ts'
import { checkedText, emptyBatch, refuseId } from './dump-batch.ts'
import type { DumpBatch } from './dump-batch.ts'
import type { TemplateColumn } from '../game-text.ts'
import { elementsOf } from './json-elements.ts'
import type { JsonElement } from './json-elements.ts'
import { parseHexId, quoted } from '../text-entry.ts'

export async function* readEntriesJson(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<DumpBatch> {
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

/** Reads one column. A row where it is empty has no text, except in the game's own language. */
export async function* readTemplate(
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

/** `text`: a little-endian u64 in decimal, signed or unsigned. */
function idOfDecimal(text: string): string | null {
  if (!/^-?\d{1,20}$/.test(text)) return null
  const value = BigInt(text)
  if (value < signedMin || value > unsignedMax) return null
  const key = Buffer.alloc(8)
  key.writeBigUInt64LE(BigInt.asUintN(64, value))
  return key.toString('hex')
}
