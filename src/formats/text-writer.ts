// Writes text dumps for `export --to`: one text a row, and what is written here the readers give back without a
// difference, whatever Unicode a text holds. The one thing TSV and CSV can't tell apart is a deletion marker from a text
// without characters: both are an empty column, and read back as a deletion marker. JSONL can.
//
//     jsonl  {"id","text"[,"deleted"][,"file","number"][,"layer","status","provider","model"]} a line
//     csv    ID;OriginalText — a field with a delimiter, a quote, a line break or outer white space is quoted, its quotes
//            doubled; line breaks stand in it as they are, since CSV dumps know no escapes
//     tsv    ID<TAB>OriginalText — a line feed is \n, a CR is \r, and nothing else is escaped, so tabs, NUL, spaces and
//            lone backslashes stand as they are. A text is quoted when it starts with a quote, holds a tab or has outer
//            white space. Escapes hold inside quotes too, so a text with a backslash and an n of its own needs one thing
//            more: it is quoted, and a single quote is put between the two: C:\new is "C:\"new". A quote that is text is
//            always doubled, so a single one inside a field can mean nothing else; tsv-dump.ts drops it and the escape
//            with it, and a plain CSV reader sees the end of the quotes and the text going on.
import type { ByteSink } from '../base/bytes.ts'
import { csvField } from './dump/csv.ts'
import { writeWhole } from '../base/whole-file.ts'

export const DUMP_FORMATS = ['jsonl', 'tsv', 'csv'] as const
export type WrittenFormat = (typeof DUMP_FORMATS)[number]

export interface DumpRow {
  /** 16 lower-case hex digits, file order. */
  readonly id: string
  /** `null`: a deletion marker. */
  readonly text: string | null
  /** The rest is written to JSONL only, each member that is there. */
  readonly file?: string
  readonly number?: number
  /** `null`: the original text. */
  readonly layer?: string | null
  readonly status?: string | null
  readonly provider?: string | null
  readonly model?: string | null
}

const CSV_DELIMITER = ';'

const WRITERS: Readonly<Record<WrittenFormat, { readonly header: string; readonly line: (row: DumpRow) => string }>> = {
  jsonl: { header: '', line: jsonLine },
  tsv: { header: 'ID\tOriginalText\n', line: ({ id, text }) => `${id}\t${tsvField(text ?? '')}\n` },
  csv: {
    header: `ID${CSV_DELIMITER}OriginalText\n`,
    line: ({ id, text }) => `${id}${CSV_DELIMITER}${csvField(text ?? '', CSV_DELIMITER)}\n`,
  },
}

function jsonLine({ id, text, file, number, layer, status, provider, model }: DumpRow): string {
  const deleted = text === null ? true : undefined
  return `${JSON.stringify({ id, text: text ?? '', deleted, file, number, layer, status, provider, model })}\n`
}

/** A text as it stands in a TSV dump. */
export function tsvField(text: string): string {
  const isPlain = !/^["\s]|\t|\s$|\\[nr]/.test(text)
  if (isPlain) return /[\n\r]/.test(text) ? text.replaceAll('\n', '\\n').replaceAll('\r', '\\r') : text
  const inside = text.replaceAll(/"|\\(?=[nr])|\n|\r/g, (found) => QUOTED[found] ?? found)
  return `"${inside}"`
}

const QUOTED: Readonly<Record<string, string>> = { '"': '""', '\\': '\\"', '\n': '\\n', '\r': '\\r' }

/** Writes the rows as a text dump, into a file that appears whole or not at all, or into a stream; gives their number. */
export async function writeTextDump(
  to: string | ByteSink,
  format: WrittenFormat,
  batches: AsyncIterable<readonly DumpRow[]> | Iterable<readonly DumpRow[]>,
  signal?: AbortSignal,
): Promise<number> {
  const { header, line } = WRITERS[format]
  const writeInto = async ({ append }: ByteSink): Promise<number> => {
    let rows = 0
    await append(header)
    for await (const batch of batches) {
      signal?.throwIfAborted()
      await append(batch.map(line).join(''))
      rows += batch.length
    }
    return rows
  }
  if (typeof to !== 'string') return await writeInto(to)
  return await writeWhole(to, (file) => writeInto({ append: (text) => file.appendFile(text) }))
}
