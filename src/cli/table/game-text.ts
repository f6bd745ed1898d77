// Rows of the command table: game text in and out.
import type { CommandSpec, OptionSpec } from '../command.ts'
import { defaultLevel } from '../../formats/container/default-level.ts'
import { GAME_LANGUAGES } from '../../domain/game-language.ts'
import { PROFILE_NAMES } from '../../domain/profile.ts'
import { FORMATS } from '../../formats/game-text.ts'
import { configOption, FILE, FOLDER, NAME, ROW_STATE, SOURCE, TIME, TIMES } from './shared.ts'

const slots: readonly OptionSpec[] = [
  { name: 'main', summary: "The game's main file", value: FILE },
  { name: 'diff', summary: "The game's diff file", value: FILE, excludes: ['no-diff'] },
  { name: 'reference', summary: 'The Chinese main file', value: FILE, excludes: ['no-reference'] },
  { name: 'reference-diff', summary: 'The Chinese diff file', value: FILE, excludes: ['no-reference-diff'] },
  {
    name: 'official',
    summary: "The game's file in another language, known by its name, or de=FILE, de-diff=FILE",
    value: { kind: 'text', placeholder: 'FILE' },
    isRepeatable: true,
  },
  {
    name: 'also',
    summary: 'A file of a further pair, known by its name, as translate_words_map_en__small',
    value: FILE,
    isRepeatable: true,
  },
  { name: 'localized', summary: 'A translated main file: becomes machine text', value: FILE },
  { name: 'localized-diff', summary: 'A translated diff file: becomes machine text', value: FILE },
  { name: 'no-diff', summary: 'Empty the diff slot' },
  {
    name: 'no-also',
    summary: 'Empty a further pair (small) or its diff (small_diff)',
    value: { kind: 'text', placeholder: 'PAIR' },
    isRepeatable: true,
  },
  { name: 'no-reference', summary: 'Empty the reference slot' },
  { name: 'no-reference-diff', summary: 'Empty the reference diff slot' },
  {
    name: 'no-official',
    summary: 'Empty this language, or its diff: de, de-diff',
    value: { kind: 'text', placeholder: 'LANGUAGE' },
    isRepeatable: true,
  },
]

export const importCommand: CommandSpec = {
  name: 'import',
  summary: 'Read game text into the store',
  details: [
    'Files are game containers (translate_words_map_*) or text dumps (gzip or zstd compressed too), recognised by content.',
    `Formats: ${Object.values(FORMATS).join('; ')}. Of another game (--profile generic): JSON, tables, PO, XLIFF.`,
    'Main, diff, reference, reference diff, each --also and each --official are replaced as a whole. A damaged file or an interrupted import changes nothing.',
  ],
  needsOneOf: slots.map((slot) => slot.name),
  options: [
    ...slots,
    {
      name: 'profile',
      summary: 'Make the new store one of this game; generic: tables, JSON, PO, XLIFF (docs/another-game.md)',
      value: { kind: 'text', placeholder: 'GAME', choices: PROFILE_NAMES, noun: 'profile' },
    },
    {
      name: 'markup',
      summary: 'What in the texts of a generic game must stay, as printf,tags',
      value: { kind: 'text', placeholder: 'NAMES' },
      defaultText: 'learnt from the texts of the first import',
    },
    {
      name: 'format',
      summary: 'Read the files as this format, whatever their content',
      value: { kind: 'text', placeholder: 'FORMAT', choices: Object.keys(FORMATS), noun: 'format' },
      defaultText: 'recognised by content',
    },
    {
      name: 'called',
      summary: 'Name to record for the file of an option, if its name on disk means nothing',
      value: { kind: 'text', placeholder: 'OPTION=NAME' },
      isRepeatable: true,
      defaultText: 'the name on disk',
    },
    { name: 'dry-run', summary: 'Show what would happen; changes nothing' },
    { name: 'report', summary: 'Write a line (JSONL) for each affected row', value: FILE },
    { name: 'allow-retire', summary: 'Continue even if many rows lose their source' },
    { name: 'skip-damaged', summary: 'Import the rest of a damaged container' },
    { name: 'force', summary: 'Accept a translated file as a source, or one that seems to be another' },
    { name: 'overwrite', summary: 'Localized files replace any machine head that came from a localized file' },
    { name: 'overwrite-all', summary: 'Localized files replace any machine head' },
    {
      name: 'as',
      summary: 'Import as this person, with their rights, for the report and the revisions',
      value: NAME,
    },
  ],
  examples: [
    'windrow import --main translate_words_map_en --diff translate_words_map_en_diff',
    'windrow import --main main.jsonl --no-diff --dry-run --json',
    'windrow import --also translate_words_map_en__small --also translate_words_map_en__small_diff',
    'windrow import --localized main.uk.jsonl',
    'windrow import --profile generic --main strings.json',
  ],
}

const ASKS_NOT = { name: 'yes', summary: 'Do not ask' } as const

export const installCommand: CommandSpec = {
  name: 'install',
  summary: 'Install the translated files into the game; its own files are kept',
  details: [
    'With ADDRESS, the site or feed of a team, it downloads and installs the release that is there; it needs no store, and connects to nothing else.',
    "The folder is that of --game, else of the last install, else of the import if that was the game's own, else of the only game found on this machine.",
    '--json prints {folder, files: [{name, was}], warnings}; was is new, untouched, ours, changed or missing. With ADDRESS also version and edition.',
  ],
  arguments: [
    {
      value: { kind: 'text', placeholder: 'ADDRESS' },
      summary: 'Site or feed of a release, https://…',
      isOptional: true,
    },
  ],
  options: [
    configOption('game'),
    {
      name: 'edition',
      summary: 'Which edition of the release',
      value: { kind: 'text', placeholder: 'SLUG' },
      defaultText: 'the only one',
    },
    {
      name: 'force',
      summary: 'Install a release that was made for other files of the game, or is older than the last',
    },
    { name: 'stale', summary: 'Include stale translations whose markup still fits', excludes: ['edition', 'force'] },
    {
      name: 'as-language',
      summary: 'Replace the files of this language of the game, for players who keep English',
      value: { kind: 'text', placeholder: 'LANGUAGE', choices: GAME_LANGUAGES, noun: 'language' },
      defaultText: 'that of the last install, else the imported one',
      excludes: ['edition', 'force'],
    },
    ASKS_NOT,
  ],
  examples: [
    'windrow install',
    'windrow install https://translations.example --edition english-items',
    'windrow install --game "D:\\Steam\\steamapps\\common\\Where Winds Meet\\Package\\HD\\oversea\\locale" --yes',
  ],
}

export const uninstallCommand: CommandSpec = {
  name: 'uninstall',
  summary: "Restore the game's own files, byte for byte",
  details: [
    'Files that a patch or the launcher has replaced are left alone.',
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
    'Only entries whose text equals the imported one are translated; others are counted as overlaid (the diff replaces them) or template_differs (import these files first). One of --also with another source than its row gets a translation of exactly this text, else it is counted as other_source.',
    '--to FILE writes one text a row. main and diff read back with the import option of that name, the others with --localized; rows without that text are left out. An existing FILE is replaced, but never a game file.',
    '--json of game files: layers {manual, machine} and fallback {untranslated, stale, rejected, invalid, not_approved, too_long, control_characters, outside_filter, outside_edition, overlaid, other_source, template_differs} count entries of all files; files lists slot, pair (of further ones), template, path, entries, deletion_markers, layers, fallback, size_bytes of each; warnings, seconds. Of a dump: rows, path, format, warnings, seconds. With --with-history: rows, revisions, proposals, labels, path, seconds.',
    '--edition writes each edition into a folder of DIR with its name, all in one pass. Its --json has editions {edition, same_as, layers, fallback, files} in place of layers, fallback and files.',
    '--with-history writes every text that was ever written, by whom and over what, the proposals, and labels with their rules and rows by hand; another store takes it in with windrow merge.',
    TIMES,
  ],
  needsOneOf: ['main', 'diff', 'also', 'to'],
  options: [
    { name: 'main', summary: 'Untouched main file, the template', value: FILE, excludes: ['to'] },
    { name: 'diff', summary: 'Untouched diff file, the template', value: FILE, excludes: ['to'] },
    {
      name: 'also',
      summary: 'Untouched file of a further pair, known by its name; again for more of them',
      value: FILE,
      isRepeatable: true,
      excludes: ['to'],
    },
    { name: 'out', summary: 'Folder for the translated files', value: FOLDER, excludes: ['to'] },
    { name: 'stale', summary: 'Include stale translations whose markup still fits', excludes: ['to'] },
    { name: 'force', summary: 'Replace files that exist in --out, but never the template itself' },
    {
      name: 'level',
      summary: 'zstd level of game containers',
      value: { kind: 'integer', placeholder: 'N', min: 1, max: 22 },
      defaultText: String(defaultLevel),
      excludes: ['to'],
    },
    {
      name: 'as-language',
      summary: 'Name the files as those of this language of the game, for players who keep English',
      value: { kind: 'text', placeholder: 'LANGUAGE', choices: GAME_LANGUAGES, noun: 'language' },
      defaultText: 'the names of the templates',
      excludes: ['to'],
    },
    {
      name: 'filter',
      summary:
        'Translate (with --to: write) only rows of this filter: as in an address of the site, or the name of a saved one',
      value: { kind: 'text', placeholder: 'FILTER' },
      excludes: ['at'],
    },
    {
      name: 'edition',
      summary: 'Write this edition; again for more of them',
      value: { kind: 'text', placeholder: 'SLUG' },
      isRepeatable: true,
      excludes: ['to'],
    },
    { name: 'at', summary: 'With the translations of that time and the present sources', value: TIME },
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
      summary: 'Which text of a row: the one for the game, a source, or a layer',
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
      summary: 'Write all revisions and proposals, for windrow merge in another store',
      excludes: ['main', 'diff', 'format', 'text', 'state', 'source', 'at', 'filter'],
    },
  ],
  examples: [
    'windrow export --main translate_words_map_en --diff translate_words_map_en_diff --out translated',
    'windrow export --main translate_words_map_en --out editions --edition ukrainian --edition english-items',
    'windrow export --to translated.jsonl',
    "windrow export --to reviewed.jsonl --filter 'layer=machine&status=reviewed'",
    'windrow export --to before.jsonl --at 2026-11-21T14:30Z',
    'windrow export --to manual.tsv --format tsv --text manual',
    'windrow export --to team.jsonl --with-history',
  ],
}

export const mergeCommand: CommandSpec = {
  name: 'merge',
  summary: "Merge the history of a teammate's store into this one",
  details: [
    'FILE was written there by windrow export --to FILE --with-history. Adds revisions, proposals and labels that are missing here, with their authors and times.',
    'If one side has changed a text, its text becomes current; if both have, the stronger one does (approved before draft, then the later one) and the other becomes a proposal. Merging twice, or in the other direction, gives the same result. Details: docs/merging.md.',
    'A damaged file or an interrupted merge changes nothing. Exit 3: the rules here refuse some of the texts.',
    '--json: rows, changed, unknown, revisions, taken, conflicts, refused, people, proposals_added, proposals_changed, conflicts_settled, labels_added, label_rules_added, label_rows_changed, label_conflicts, label_rows_unknown, import (its number, for windrow revert --import N; absent when nothing changed), seconds; with --dry-run also examples.',
  ],
  arguments: [{ summary: 'The history of the other store', value: FILE }],
  options: [
    { name: 'dry-run', summary: 'Show what would happen, with ten examples; changes nothing' },
    {
      name: 'report',
      summary:
        'Write a line (JSONL) for each changed and each refused text, and each row whose label the stores decided differently',
      value: FILE,
    },
    {
      name: 'called',
      summary: 'Name to record for the file, if its name on disk means nothing',
      value: { kind: 'text', placeholder: 'NAME' },
      defaultText: 'the name on disk',
    },
    { name: 'as', summary: 'Merge as this person, with their rights, for the audit', value: NAME },
  ],
  examples: ['windrow merge team.jsonl --dry-run', 'windrow merge team.jsonl --report merge.jsonl'],
}
