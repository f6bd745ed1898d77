// Text dumps that are one JSON document ("Game files", Text dumps). Their `number` is the entry's, not the line's.
//
//     entries.json   {"<u64 decimal>": "text"}: decimal of the little-endian u64; other tools write it signed
//     template JSON  [{"ID": "…", "English": "…", "Chinese": "…", "Target": "…"}]
import { checkedText, emptyBatch, refuseColumns, refuseId, refuseLine } from './dump-batch.ts'
import type { DumpBatch } from './dump-batch.ts'
import type { TemplateColumn } from './game-text.ts'
import { elementsOf } from './json-elements.ts'
import type { JsonElement } from './json-elements.ts'
import { parseHexId, quoted } from './text-entry.ts'

/** Reads entries.json. */
export async function* readEntriesJson(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<DumpBatch> {
  let number = 0
  for await (const elements of elementsOf(chunks, file, '{')) {
    const batch = emptyBatch()
    for (const element of elements) {
      const [key, text] = Object.entries(parseElement(element, file, `{${element.text}}`))[0] ?? ['', undefined]
      if (typeof text !== 'string') refuseColumns(file, element.line, quoted(element.text), '"<number>": "text"')
      const id =
        idOfDecimal(key) ?? refuseLine(file, element.line, 'the id is no id', quoted(key), 'a 64-bit number in decimal')
      batch.entries.push({ id, text: checkedText(text, file, element.line), file, number: ++number })
      batch.lines.push(element.line)
    }
    yield batch
  }
}

/** Reads one column of a template JSON; a row where it is empty has no text for us, except of the game's own language. */
export async function* readTemplate(
  chunks: AsyncIterable<Buffer>,
  file: string,
  column: TemplateColumn,
): AsyncGenerator<DumpBatch> {
  let number = 0
  for await (const elements of elementsOf(chunks, file, '[')) {
    const batch = emptyBatch()
    for (const element of elements) {
      const { ID: key, [column]: text } = parseElement(element, file, element.text)
      number++
      if (typeof key !== 'string') refuseColumns(file, element.line, quoted(element.text), 'a member "ID"')
      const id = parseHexId(key) ?? refuseId(file, element.line, key)
      if ((text === null || text === '') && column !== 'English') continue
      if (typeof text !== 'string')
        refuseColumns(file, element.line, quoted(element.text), `a member "${column}" with a text`)
      batch.entries.push({ id, text: checkedText(text, file, element.line), file, number })
      batch.lines.push(element.line)
    }
    yield batch
  }
}

function parseElement(element: JsonElement, file: string, json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Told below, like any other element of the wrong kind.
  }
  return refuseLine(file, element.line, 'the element is no JSON of the expected shape', quoted(element.text), 'a row')
}

const [signedMin, unsignedMax] = [-(2n ** 63n), 2n ** 64n - 1n]

/** The id of a little-endian u64 in decimal, which may be written as a signed number. */
function idOfDecimal(text: string): string | null {
  if (!/^-?\d{1,20}$/.test(text)) return null
  const value = BigInt(text)
  if (value < signedMin || value > unsignedMax) return null
  const key = Buffer.alloc(8)
  key.writeBigUInt64LE(BigInt.asUintN(64, value))
  return key.toString('hex')
}
