// Rows of the command table: game text in and out.
import type { CommandSpec, OptionSpec } from '../command.ts'
import { FORMATS } from '../../formats/game-text.ts'
import { FILE, FOLDER, NAME, ROW_STATE, SOURCE } from './shared.ts'

const slots: readonly OptionSpec[] = [
  { name: 'main', summary: "The game's main file", value: FILE },
  { name: 'diff', summary: "The game's diff file", value: FILE, excludes: ['no-diff'] },
  { name: 'reference', summary: 'The Chinese main file', value: FILE, excludes: ['no-reference'] },
  { name: 'reference-diff', summary: 'The Chinese diff file', value: FILE, excludes: ['no-reference-diff'] },
  { name: 'localized', summary: 'A translated main file: becomes machine text', value: FILE },
  { name: 'localized-diff', summary: 'A translated diff file: becomes machine text', value: FILE },
  { name: 'no-diff', summary: 'Empty the diff slot' },
  { name: 'no-reference', summary: 'Empty the reference slot' },
  { name: 'no-reference-diff', summary: 'Empty the reference diff slot' },
]

export const importCommand: CommandSpec = {
  name: 'import',
  summary: 'Read game text into the store',
  details: [
    'Files are game containers (translate_words_map_*) or text dumps (gzip or zstd compressed too), recognised by content.',
    'Main, diff, reference and reference diff are one slot each and replaced whole. A damaged file changes nothing.',
  ],
  needsOneOf: slots.map((slot) => slot.name),
  options: [
    ...slots,
    {
      name: 'format',
      summary: 'Read the files as this format whatever they look like',
      value: { kind: 'text', placeholder: 'FORMAT', choices: Object.keys(FORMATS), noun: 'format' },
      defaultText: 'recognised by content',
    },
    { name: 'dry-run', summary: 'Say what would happen and change nothing' },
    { name: 'report', summary: 'Write a line (JSONL) for each affected row', value: FILE },
    { name: 'allow-retire', summary: 'Go on when many rows would have no source left' },
    { name: 'skip-damaged', summary: 'Import the rest of a damaged container' },
    { name: 'force', summary: 'Take a translated file as a source all the same' },
    { name: 'overwrite', summary: 'Localized files replace any machine head that came from a localized file' },
    { name: 'overwrite-all', summary: 'Localized files replace any machine head' },
    { name: 'as', summary: 'The person whose import it is, for the report and the revisions', value: NAME },
  ],
  examples: [
    'windrow import --main translate_words_map_en --diff translate_words_map_en_diff',
    'windrow import --main main.jsonl --no-diff --dry-run --json',
    'windrow import --localized main.uk.jsonl',
  ],
}

export const exportCommand: CommandSpec = {
  name: 'export',
  summary: 'Write translated game files, or a text dump',
  details: [
    '--main FILE [--diff FILE] --out DIR writes the translated twins of untouched game files under the same names.',
    'An entry is translated only where its text is the one that was imported: elsewhere it keeps its text and is counted as overlaid (the diff replaces it) or template_differs (import these files first).',
    '--to FILE writes one text a row. main and diff read back with the import option of that name, the others with --localized; rows without that text are left out. An existing FILE is replaced, but never a game file.',
    '--json of game files: layers {manual, machine} and fallback {untranslated, stale, rejected, invalid, not_approved, too_long, overlaid, template_differs} count entries of both files; files lists slot, template, path, entries, deletion_markers, layers, fallback, size_bytes of each; warnings, seconds. Of a dump: rows, path, format, warnings, seconds.',
  ],
  needsOneOf: ['main', 'to'],
  options: [
    { name: 'main', summary: 'Untouched main file, the template', value: FILE, excludes: ['to'] },
    { name: 'diff', summary: 'Untouched diff file, the template', value: FILE, excludes: ['to'] },
    { name: 'out', summary: 'Folder for the translated files', value: FOLDER, excludes: ['to'] },
    { name: 'stale', summary: 'Also take stale translations whose markup still fits', excludes: ['to'] },
    { name: 'force', summary: 'Replace files that exist in --out, but never the template itself' },
    {
      name: 'level',
      summary: 'zstd level of game containers',
      value: { kind: 'integer', placeholder: 'N', min: 1, max: 22 },
      defaultText: '19',
      excludes: ['to'],
    },
    { name: 'to', summary: 'Text dump to write', value: FILE },
    {
      name: 'format',
      summary: 'Format of the text dump',
      value: { kind: 'text', placeholder: 'FORMAT', choices: ['jsonl', 'tsv', 'csv'], noun: 'format' },
      defaultText: 'jsonl',
      excludes: ['main'],
    },
    {
      name: 'text',
      summary: 'Which text of a row: what the game would get, a source, or a layer',
      value: {
        kind: 'text',
        placeholder: 'TEXT',
        choices: ['game', 'main', 'diff', 'manual', 'machine'],
        noun: 'text',
      },
      defaultText: 'game',
      excludes: ['main'],
    },
    { name: 'state', summary: 'Only rows in this state', value: ROW_STATE, defaultText: 'all', excludes: ['main'] },
    { name: 'source', summary: 'Only rows of this source', value: SOURCE, defaultText: 'all', excludes: ['main'] },
  ],
  examples: [
    'windrow export --main translate_words_map_en --diff translate_words_map_en_diff --out translated',
    'windrow export --to translated.jsonl',
    'windrow export --to manual.tsv --format tsv --text manual',
  ],
}
