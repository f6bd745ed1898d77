// Every shape of text dump, there and back: how each is written by the tools it comes from, and what survives. The facts
// are proven by dump-table.test.ts and printed in docs/game-files.md.
import type { FormatName } from '../../../packages/formats/src/game-text.ts'
import { tsvField } from '../../../packages/formats/src/text-writer.ts'
import { csvField } from '../../../packages/formats/src/dump/csv.ts'
import { reversedId } from '../../../packages/formats/src/text-entry.ts'

export interface TableEntry {
  readonly id: string
  /** Null: a deletion marker. */
  readonly text: string | null
  readonly file: string
  readonly number: number
}

export interface DumpKind {
  /** How line breaks stand in it. */
  readonly lineBreaks: 'as they are' | 'as `\\n` and `\\r`'
  /** A backslash and an n of a text come back as such. */
  readonly keepsBackslashN: boolean
  readonly keepsDeletions: boolean
  /** A text without characters comes back as such, and not as a deletion marker. */
  readonly keepsEmpty: boolean
  readonly keepsPlaces: boolean
  readonly isExported: boolean
  readonly write: (entries: readonly TableEntry[]) => string
}

const textIn = ({ text }: TableEntry): string => text ?? ''
const u64Of = (id: string): bigint => BigInt(`0x${reversedId(id)}`)
const quotedField = (text: string): string => `"${text.replaceAll('"', '""')}"`
const extractorBreaks = (text: string): string => text.replaceAll('\n', '\\n').replaceAll('\r', '\\r')
const json = (value: unknown): string => JSON.stringify(value)

export const DUMP_TABLE: Readonly<Record<Exclude<FormatName, 'container'>, DumpKind>> = {
  jsonl: {
    lineBreaks: 'as they are',
    keepsBackslashN: true,
    keepsDeletions: true,
    keepsEmpty: true,
    keepsPlaces: true,
    isExported: true,
    write: (entries) =>
      entries.map((one) => `${json({ ...one, text: textIn(one), deleted: one.text === null })}\n`).join(''),
  },
  tsv: {
    lineBreaks: 'as `\\n` and `\\r`',
    keepsBackslashN: true,
    keepsDeletions: true,
    keepsEmpty: false,
    keepsPlaces: false,
    isExported: true,
    write: (entries) => `ID\tOriginalText\n${entries.map((one) => `${one.id}\t${tsvField(textIn(one))}\n`).join('')}`,
  },
  csv: {
    lineBreaks: 'as they are',
    keepsBackslashN: true,
    keepsDeletions: true,
    keepsEmpty: false,
    keepsPlaces: false,
    isExported: true,
    write: (entries) =>
      `ID;OriginalText\n${entries.map((one) => `${one.id};${csvField(textIn(one), ';')}\n`).join('')}`,
  },
  'extractor-csv': {
    lineBreaks: 'as `\\n` and `\\r`',
    keepsBackslashN: false,
    keepsDeletions: true,
    keepsEmpty: false,
    keepsPlaces: true,
    isExported: false,
    write: (entries) =>
      `Number;File;All Blocks;Work Blocks;Current Block;Unknown;ID;OriginalText\r\n${entries
        .map((one) => {
          const fields = [`${one.number}`, one.file, '3763', '3762', '1', '00', one.id, extractorBreaks(textIn(one))]
          return `${fields.map(quotedField).join(';')}\r\n`
        })
        .join('')}`,
  },
  'entries-json': {
    lineBreaks: 'as they are',
    keepsBackslashN: true,
    keepsDeletions: false,
    keepsEmpty: true,
    keepsPlaces: false,
    isExported: false,
    write: (entries) => `{${entries.map((one) => `"${u64Of(one.id)}":${json(textIn(one))}`).join(',\n')}}`,
  },
  'locmap-jsonl': {
    lineBreaks: 'as they are',
    keepsBackslashN: true,
    keepsDeletions: true,
    keepsEmpty: true,
    keepsPlaces: false,
    isExported: false,
    write: (entries) =>
      entries
        .map((one) => `${json({ b: 1, s: 0, h: reversedId(one.id), v: textIn(one), deleted: one.text === null })}\n`)
        .join(''),
  },
  'template-json': {
    lineBreaks: 'as they are',
    keepsBackslashN: true,
    keepsDeletions: false,
    keepsEmpty: true,
    keepsPlaces: false,
    isExported: false,
    write: (entries) => json(entries.map((one) => ({ ID: one.id, English: textIn(one), Chinese: '', Target: '' }))),
  },
}
