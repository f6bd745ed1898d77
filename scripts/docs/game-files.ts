// Tables of docs/game-files.md.
import { DUMP_TABLE } from '../../test/vectors/formats/dump-table.ts'
import { table } from './markdown.ts'

const yes = (is: boolean): string => (is ? 'yes' : 'no')

/** What each shape of dump keeps, as its test proves it. */
export const dumpFormats = (): string =>
  table(
    [
      '`--format`',
      'line breaks',
      '`\\n` as text',
      'deletions',
      'empty texts',
      'file and number',
      'written by `export --to`',
    ],
    Object.entries(DUMP_TABLE).map(([format, kind]) => [
      `\`${format}\``,
      format.includes('json') ? 'as JSON has them' : kind.lineBreaks,
      kind.keepsBackslashN ? 'kept' : 'becomes a line break',
      kind.keepsDeletions ? 'kept' : 'have no sign, become empty texts',
      kind.keepsEmpty ? 'kept' : 'become deletions',
      kind.keepsPlaces ? 'kept' : 'of the dump itself',
      yes(kind.isExported),
    ]),
  )
