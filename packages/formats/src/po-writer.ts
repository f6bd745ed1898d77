// Writes a PO file, entry by entry (docs/exchange.md#the-file):
//
//     #. a comment for translators and tools
//     #: where the game has it
//     #, fuzzy, max-length:24
//     #| msgid "the source for which a fuzzy text was made"
//     msgctxt "0102030405060708"
//     msgid "the source"
//     msgstr "the translation"
import type { ByteSink } from '../../../src/base/bytes.ts'
import { fieldLines } from './po-reader.ts'
import { writeEntries } from './text-writer.ts'

export interface WrittenEntry {
  /** Comments, each of one line. */
  readonly comments: readonly string[]
  readonly isFuzzy: boolean
  readonly previousId: string | null
  readonly context: string
  readonly id: string
  /** The translation; empty: there is none. */
  readonly text: string
  /** Tokens of the source, which tools should protect. */
  readonly keep: readonly string[]
  /** How wide the text may be, in letters; null: not known. Only XLIFF has a place for this. */
  readonly maxLetters: number | null
  /** Where the game has the text, in one line; empty: not known. */
  readonly place: string
  /** How many characters the game's file allows; null: it does not say. */
  readonly maxLength: number | null
}

export function entryText(entry: WrittenEntry): string {
  const { comments, isFuzzy, previousId, context, id, text, place, maxLength } = entry
  const flags = [...(isFuzzy ? ['fuzzy'] : []), ...(maxLength === null ? [] : [`max-length:${maxLength}`])]
  return [
    '\n',
    ...comments.map((comment) => `#. ${comment}\n`),
    place === '' ? '' : `#: ${place}\n`,
    flags.length === 0 ? '' : `#, ${flags.join(', ')}\n`,
    previousId === null ? '' : fieldLines('#| msgid', previousId),
    fieldLines('msgctxt', context),
    fieldLines('msgid', id),
    fieldLines('msgstr', text),
  ].join('')
}

/** Writes a file, which appears complete or not at all. Returns the number of entries. */
export async function writePo(
  to: string | ByteSink,
  header: Readonly<Record<string, string>>,
  batches: AsyncIterable<readonly WrittenEntry[]>,
  signal: AbortSignal,
): Promise<number> {
  const fields = Object.entries(header).map(([name, value]) => `${name}: ${value}\n`)
  const first = fieldLines('msgid', '') + fieldLines('msgstr', fields.join(''))
  return await writeEntries(to, { header: first, entry: entryText }, batches, signal)
}
