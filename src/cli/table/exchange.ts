// Rows of the command table: files for translators' own tools.
import type { CommandSpec } from '../command.ts'
import { EXCHANGE_FORMATS } from '../../domain/vocabulary.ts'
import { as, WHERE } from './agent.ts'
import { FILE, NAME, ROW_STATE, SOURCE } from './shared.ts'

export const exchangeCommands = {
  export: {
    name: 'exchange export',
    summary:
      'Write rows as a PO or XLIFF file for Poedit, Weblate, OmegaT, memoQ and other tools, or as JSON for ParaTranz',
    details: [
      'An entry has the row id (msgctxt, or the id of a trans-unit), the source and the text that goes into the game; tokens, terms and the Chinese text are comments. Drafts of machines, and texts that are stale or not for the game, are marked fuzzy.',
      'A comment that begins with windrow: says what was given out. Leave it in: windrow exchange import tells by it what was changed.',
      WHERE,
      '--json: {rows, path, seconds}.',
    ],
    arguments: [{ value: FILE, summary: 'File to write; - for standard output' }],
    options: [
      {
        name: 'filter',
        summary: 'Only rows of this filter of work, as in an address of the site or the name of a saved one',
        value: { kind: 'text', placeholder: 'FILTER' },
        excludes: ['state', 'source'],
      },
      { name: 'state', summary: 'Only rows in this state', value: ROW_STATE, defaultText: 'all' },
      { name: 'source', summary: 'Only rows of this source', value: SOURCE, defaultText: 'all' },
      {
        name: 'format',
        summary: 'Of the file',
        value: { kind: 'text', placeholder: 'FORMAT', choices: EXCHANGE_FORMATS, noun: 'format' },
        defaultText: 'xliff for .xlf and .xliff, paratranz for .json, else po',
      },
      { name: 'force', summary: 'Replace a file that exists' },
      as,
    ],
    examples: [
      'windrow exchange export stale.po --state stale --as Olena',
      'windrow exchange export items.json --state none --as Olena',
      "windrow exchange export items.po --filter 'label=kind:item' --as Olena",
    ],
  },
  import: {
    name: 'exchange import',
    summary: 'Take in the texts of a PO, XLIFF or ParaTranz file that somebody changed, as proposals or machine texts',
    details: [
      'Only texts that differ from what was given out, and those whose mark fuzzy was taken off, are sent; each passes the text gate. Refusals are printed: ROW, the rule, what to do. Exit 3 when any text is refused.',
      'A text that was made for an earlier source is refused as stale_source, a machine text over one that was replaced meanwhile as stale_head. Taking in a file again changes nothing. A damaged file changes nothing.',
      WHERE,
      '--json: {sent, written, proposed, unchanged, rejected, copies, untouched, untranslated, refused: [{row_id, status, errors, warnings}], warned: [{row_id, status, warnings}], unreadable: [{line, problem}], quota, error}; with --dry-run good in place of written to unchanged.',
    ],
    arguments: [{ value: FILE, summary: 'PO, XLIFF or ParaTranz file; - for standard input' }],
    options: [
      { name: 'dry-run', summary: 'Show what would happen; changes nothing' },
      { name: 'fuzzy', summary: 'Also take in changed texts that are still marked fuzzy' },
      { name: 'machine', summary: 'Write machine texts by the author of the file, not proposals' },
      {
        name: 'author',
        summary: 'With --machine: who or what translated',
        value: NAME,
        defaultText: 'Last-Translator of the file',
      },
      { name: 'overwrite', summary: 'With --machine: replace any present machine text' },
      as,
    ],
    examples: [
      'windrow exchange import stale.po --dry-run --as Olena',
      'windrow exchange import stale.po --as Olena',
      'windrow exchange import from-tool.po --machine --author "DeepL" --as Ada',
    ],
  },
} as const satisfies Record<string, CommandSpec>
