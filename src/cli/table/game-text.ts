// Rows of the command table: game text in and out.
import type { CommandSpec, OptionSpec } from '../command.ts'
import { defaultLevel } from '../../formats/container/default-level.ts'
import { FORMATS } from '../../formats/game-text.ts'
import { configOption, FILE, FOLDER, NAME, ROW_STATE, SOURCE, TIME, TIMES } from './shared.ts'

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
    'Main, diff, reference and reference diff are one slot each and replaced whole. A damaged file changes nothing, and neither does an import that is interrupted.',
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
    {
      name: 'called',
      summary: 'What the file of an option is called from now on, where its name on disk says nothing',
      value: { kind: 'text', placeholder: 'OPTION=NAME' },
      isRepeatable: true,
      defaultText: 'the name on disk',
    },
    { name: 'dry-run', summary: 'Say what would happen and change nothing' },
    { name: 'report', summary: 'Write a line (JSONL) for each affected row', value: FILE },
    { name: 'allow-retire', summary: 'Go on when many rows would have no source left' },
    { name: 'skip-damaged', summary: 'Import the rest of a damaged container' },
    { name: 'force', summary: 'Take a translated file as a source all the same' },
    { name: 'overwrite', summary: 'Localized files replace any machine head that came from a localized file' },
    { name: 'overwrite-all', summary: 'Localized files replace any machine head' },
    {
      name: 'as',
      summary: 'The person whose import it is, by their rights, for the report and the revisions',
      value: NAME,
    },
  ],
  examples: [
    'windrow import --main translate_words_map_en --diff translate_words_map_en_diff',
    'windrow import --main main.jsonl --no-diff --dry-run --json',
    'windrow import --localized main.uk.jsonl',
  ],
}

const ASKS_NOT = { name: 'yes', summary: 'Do it without the question' } as const

export const installCommand: CommandSpec = {
  name: 'install',
  summary: "Put the translated files into the game's folder; its untouched files are kept aside",
  details: [
    "The folder is the one that --game names, that of the last install, the one that the texts were imported from if it is the game's own, or that of the only game found on this machine.",
    '--json prints {folder, files: [{name, was}], warnings}; was is new, untouched, ours or changed.',
  ],
  options: [
    configOption('game'),
    { name: 'stale', summary: 'Also take stale translations whose markup still fits' },
    ASKS_NOT,
  ],
  examples: [
    'windrow install',
    'windrow install --game "D:\\Steam\\steamapps\\common\\Where Winds Meet\\Package\\HD\\oversea\\locale" --yes',
  ],
}

export const uninstallCommand: CommandSpec = {
  name: 'uninstall',
  summary: "Put the game's untouched files back, byte for byte",
  details: [
    'A file that a patch or the launcher has replaced since is left as it is.',
    '--json prints {folder, files: [{name, was}], kept}; was is ours (put back), untouched, changed or missing.',
  ],
  options: [ASKS_NOT],
  examples: ['windrow uninstall', 'windrow uninstall --yes'],
}

export const exportCommand: CommandSpec = {
  name: 'export',
  summary: 'Write translated game files, or a text dump',
  details: [
    '--main FILE, --diff FILE or both with --out DIR write the translated twins of untouched game files under the same names.',
    'An entry is translated only where its text is the one that was imported: elsewhere it keeps its text and is counted as overlaid (the diff replaces it) or template_differs (import these files first).',
    '--to FILE writes one text a row. main and diff read back with the import option of that name, the others with --localized; rows without that text are left out. An existing FILE is replaced, but never a game file.',
    '--json of game files: layers {manual, machine} and fallback {untranslated, stale, rejected, invalid, not_approved, too_long, control_characters, outside_filter, overlaid, template_differs} count entries of both files; files lists slot, template, path, entries, deletion_markers, layers, fallback, size_bytes of each; warnings, seconds. Of a dump: rows, path, format, warnings, seconds. With --with-history: rows, revisions, proposals, path, seconds.',
    '--with-history writes every text that was ever written, by whom and over what, and the proposals; another store takes it in with windrow merge.',
    TIMES,
  ],
  needsOneOf: ['main', 'diff', 'to'],
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
      defaultText: String(defaultLevel),
      excludes: ['to'],
    },
    {
      name: 'filter',
      summary: 'Translate only rows of this filter, as in an address of the site, or of one saved under a name',
      value: { kind: 'text', placeholder: 'FILTER' },
      excludes: ['at'],
    },
    { name: 'at', summary: 'With the translations as they stood then, over the sources of now', value: TIME },
    { name: 'to', summary: 'Text dump to write', value: FILE },
    {
      name: 'format',
      summary: 'Format of the text dump',
      value: { kind: 'text', placeholder: 'FORMAT', choices: ['jsonl', 'tsv', 'csv'], noun: 'format' },
      defaultText: 'jsonl',
      excludes: ['main', 'diff'],
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
      excludes: ['main', 'diff'],
    },
    {
      name: 'state',
      summary: 'Only rows in this state',
      value: ROW_STATE,
      defaultText: 'all',
      excludes: ['main', 'diff'],
    },
    {
      name: 'source',
      summary: 'Only rows of this source',
      value: SOURCE,
      defaultText: 'all',
      excludes: ['main', 'diff'],
    },
    {
      name: 'with-history',
      summary: 'Write all revisions and proposals instead, for windrow merge of another store',
      excludes: ['main', 'diff', 'format', 'text', 'state', 'source', 'at', 'filter'],
    },
  ],
  examples: [
    'windrow export --main translate_words_map_en --diff translate_words_map_en_diff --out translated',
    'windrow export --to translated.jsonl',
    "windrow export --to reviewed.jsonl --filter 'layer=machine&status=reviewed'",
    'windrow export --to before.jsonl --at 2026-11-21T14:30Z',
    'windrow export --to manual.tsv --format tsv --text manual',
    'windrow export --to team.jsonl --with-history',
  ],
}

export const mergeCommand: CommandSpec = {
  name: 'merge',
  summary: "Take in the history of a teammate's store",
  details: [
    'FILE is what windrow export --to FILE --with-history wrote there. Revisions and proposals that are not here are added, with who wrote them when.',
    'Where only one side went on, its text comes into force; where both did, the stronger does (approved before draft, then the later one) and the other becomes a proposal. Merging twice, or the other way round, ends the same. What a merge does in full: docs/merging.md.',
    'A damaged file changes nothing, and neither does a merge that is interrupted. Exit 3: the rules here refuse some of the texts.',
    '--json: rows, changed, unknown, revisions, taken, conflicts, refused, people, proposals_added, proposals_changed, conflicts_settled, import (its number, for windrow revert --import N; absent when nothing changed), seconds; with --dry-run also examples.',
  ],
  arguments: [{ summary: 'The history of the other store', value: FILE }],
  options: [
    { name: 'dry-run', summary: 'Say what would happen, with ten examples, and change nothing' },
    {
      name: 'report',
      summary: 'Write a line (JSONL) for each text that changes, and for each that is not taken',
      value: FILE,
    },
    {
      name: 'called',
      summary: 'What the file is called, where its name on disk says nothing',
      value: { kind: 'text', placeholder: 'NAME' },
      defaultText: 'the name on disk',
    },
    { name: 'as', summary: 'The person whose merge it is, by their rights, for the audit', value: NAME },
  ],
  examples: ['windrow merge team.jsonl --dry-run', 'windrow merge team.jsonl --report merge.jsonl'],
}
