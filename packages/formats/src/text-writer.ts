// Writes files of entries, and with that the text dumps of `export --to`. The readers return the same texts, but in TSV and CSV an
// empty text is read as a deletion marker: both are an empty column.
//
//     jsonl  {"id","text"[,"deleted"][,"file","number"][,"layer","status","provider","model"]} a line
//     csv    ID;OriginalText — a field with a delimiter, a quote, a line break or outer white space is quoted, its quotes
//            doubled; line breaks are literal, because CSV dumps have no escapes
//     tsv    ID<TAB>OriginalText — a line feed is \n, a CR is \r; nothing else is escaped. A text is quoted if it starts
//            with a quote, holds a tab or has outer white space. Escapes work inside quotes too, so a text with a
//            backslash before n or r is quoted, with a single quote between them: C:\new is "C:\"new". Quotes in a text
//            are always doubled, so the single quote is unambiguous: dump-formats.ts removes it and reads no escape there;
//            a plain CSV reader takes it for the closing quote, followed by more text.
import type { ByteSink } from '../../../src/base/bytes.ts'
import { csvField } from './dump/csv.ts'
import { writeTo } from '../../../src/base/whole-file.ts'

export const DUMP_FORMATS = ['jsonl', 'tsv', 'csv'] as const
export type WrittenFormat = (typeof DUMP_FORMATS)[number]

export interface DumpRow {
  readonly id: string
  /** The entry's text. Null: it is a deletion marker. */
  readonly text: string | null
  /** This member and the following ones are written into JSONL only. */
  readonly file?: string
  readonly number?: number
  /** The layer of the text. Null: it is the original text. */
  readonly layer?: string | null
  readonly status?: string | null
  readonly provider?: string | null
  readonly model?: string | null
}

const CSV_DELIMITER = ';'

const WRITERS: Readonly<Record<WrittenFormat, Written<DumpRow>>> = {
  jsonl: { header: '', entry: jsonLine },
  tsv: { header: 'ID\tOriginalText\n', entry: ({ id, text }) => `${id}\t${tsvField(text ?? '')}\n` },
  csv: {
    header: `ID${CSV_DELIMITER}OriginalText\n`,
    entry: ({ id, text }) => `${id}${CSV_DELIMITER}${csvField(text ?? '', CSV_DELIMITER)}\n`,
  },
}

function jsonLine({ id, text, file, number, layer, status, provider, model }: DumpRow): string {
  const deleted = text === null ? true : undefined
  return `${JSON.stringify({ id, text: text ?? '', deleted, file, number, layer, status, provider, model })}\n`
}

export function tsvField(text: string): string {
  const isPlain = !/^["\s]|\t|\s$|\\[nr]/.test(text)
  if (isPlain) return /[\n\r]/.test(text) ? text.replaceAll('\n', '\\n').replaceAll('\r', '\\r') : text
  const inside = text.replaceAll(/"|\\(?=[nr])|\n|\r/g, (found) => QUOTED[found] ?? found)
  return `"${inside}"`
}

const QUOTED: Readonly<Record<string, string>> = { '"': '""', '\\': '\\"', '\n': '\\n', '\r': '\\r' }

/** Writes a dump, completely or not at all. Returns the number of rows. */
export const writeTextDump = (
  to: string | ByteSink,
  format: WrittenFormat,
  batches: Batches<DumpRow>,
  signal?: AbortSignal,
): Promise<number> => writeEntries(to, WRITERS[format], batches, signal)

type Batches<T> = AsyncIterable<readonly T[]> | Iterable<readonly T[]>

interface Written<T> {
  /** What stands before the first entry. */
  readonly header: string
  /** An entry, before which there are `at` others. */
  readonly entry: (entry: T, at: number) => string
  /** What stands behind the last of so many entries. */
  readonly end?: (entries: number) => string
}

/** Writes a file, which appears complete or not at all. Returns the number of entries. */
export const writeEntries = <T>(
  to: string | ByteSink,
  { header, entry: textOf, end }: Written<T>,
  batches: Batches<T>,
  signal?: AbortSignal,
): Promise<number> =>
  writeTo(to, async ({ append }) => {
    let entries = 0
    await append(header)
    for await (const batch of batches) {
      signal?.throwIfAborted()
      await append(batch.map((entry, at) => textOf(entry, entries + at)).join(''))
      entries += batch.length
    }
    if (end !== undefined) await append(end(entries))
    return entries
  })
