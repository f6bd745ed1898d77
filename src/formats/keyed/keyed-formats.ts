// The files of keyed texts, by format, and how texts are put into their places.
import { keyJson } from './key-json.ts'
import { keyPo } from './key-po.ts'
import { keyCsv, keyTsv } from './key-table.ts'
import { keyXliff } from './key-xliff.ts'
import type { KeyedDocument, KeyedFormat } from './keyed-format.ts'

/** In the order in which a file is recognised. */
export const KEYED_FORMATS = {
  po: keyPo,
  xliff: keyXliff,
  'key-json': keyJson,
  'key-tsv': keyTsv,
  'key-csv': keyCsv,
} as const satisfies Record<string, KeyedFormat>
export type KeyedFormatName = keyof typeof KEYED_FORMATS

/** `read`: what the format read of the document, either side. `textOf` null: what stands there stays. All other characters stay. */
export function translateKeyed(
  document: string,
  format: KeyedFormatName,
  read: KeyedDocument,
  textOf: (key: string) => string | null,
): string {
  const { write } = KEYED_FORMATS[format]
  const pieces: string[] = []
  let done = 0
  for (const { key, start, end } of read.texts) {
    const text = textOf(key)
    if (text === null) continue
    pieces.push(document.slice(done, start), write(document.slice(start, end), text))
    done = end
  }
  return [...pieces, document.slice(done)].join('')
}
