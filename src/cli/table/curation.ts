// Rows of the command table: settings, glossary, review.
import type { CommandSpec, ValueSpec } from '../command.ts'
import { briefLengthMax } from '../../domain/limits.ts'
import { SETTING_NAMES } from '../../domain/settings.ts'
import { TERM_LIST_NAMES } from '../../base/term-facts.ts'
import { SUGGESTION_KINDS } from '../../domain/checks/suggestion.ts'
import { STUDY_ORDERS } from '../../../packages/language/src/study-order.ts'
import { PROPOSAL_STATUSES } from '../../domain/vocabulary.ts'
import { FILE, LABEL, NAME, TEXT } from './shared.ts'

const settingArgument = {
  value: { kind: 'text', placeholder: 'NAME', choices: SETTING_NAMES, noun: 'setting' },
  summary: 'Name of the setting; windrow setting list explains them',
} as const

export const settingCommands = {
  list: {
    name: 'setting list',
    summary: 'Show every setting with its value, default and meaning',
    examples: ['windrow setting list', 'windrow setting list --json'],
  },
  get: {
    name: 'setting get',
    summary: "Print a setting's value",
    arguments: [settingArgument],
    examples: ['windrow setting get daily_row_quota'],
  },
  set: {
    name: 'setting set',
    summary: 'Change a setting; a running server follows at its next request',
    arguments: [
      settingArgument,
      { value: { kind: 'text', placeholder: 'VALUE' }, summary: 'The new value; default resets it' },
    ],
    options: [{ name: 'as', summary: 'Change it as this person, with their rights, for the audit', value: NAME }],
    examples: ['windrow setting set api_v1_enabled false', 'windrow setting set caption_policy free'],
  },
} as const satisfies Record<string, CommandSpec>

export const rememberCommand: CommandSpec = {
  name: 'remember',
  summary: 'Fill rows without a text from rows with the same source, or but for numbers and tokens',
  details: [
    'Approved manual texts first, then reviewed ones, then the most frequent machine text. Each text passes the gate of its row and is a draft in the machine layer, by windrow/memory, with the row and the revision that it came from. A run prints its number N; windrow revert --memory N takes it back.',
    'A twin is a source that differs in numbers and tokens only: its text is taken with these exchanged, if that has one reading and the plural forms of the target language are the same.',
    'Left alone, and counted: divided (people approved different texts for this source), refused (the gate refuses the text in this row), taken_back (somebody took this text back from this row).',
    'An interrupted run keeps what it has written, and the next one fills the rest.',
    '--json: {memory, filled, twins, left: {divided, refused, taken_back}, examples: [{row_id, outcome, text, from_row, from_layer, from_revision}], seconds}; outcome is filled, or why the row was left alone.',
  ],
  options: [
    {
      name: 'filter',
      summary: 'Only rows of this filter: as in an address of the site, or the name of a saved one',
      value: { kind: 'text', placeholder: 'FILTER' },
    },
    { name: 'dry-run', summary: 'Count what would be filled and show ten; changes nothing' },
    { name: 'as', summary: 'Fill as this person, with their rights, for the revisions', value: NAME },
  ],
  examples: ['windrow remember --dry-run', "windrow remember --filter 'patch=7'"],
}

const tableFormat: ValueSpec = {
  kind: 'text',
  placeholder: 'FORMAT',
  choices: ['csv', 'tsv', ...TERM_LIST_NAMES],
  noun: 'format',
}

export const glossaryCommands = {
  import: {
    name: 'glossary import',
    summary: 'Replace the glossary by a CSV or TSV file, or a term list in JSON',
    details: [
      'The header names the columns: source, forms (accepted forms with | between them), and optionally case_sensitive, do_not_translate, note.',
      'JSON is read as LinguaGacha, AiNiee and ParaTranz write it, or as one object of terms and translations.',
    ],
    arguments: [{ value: FILE, summary: 'CSV, TSV or JSON file' }],
    options: [{ name: 'merge', summary: 'Add and update terms, remove none' }],
    examples: ['windrow glossary import terms.csv', 'windrow glossary import more.tsv --merge'],
  },
  export: {
    name: 'glossary export',
    summary: 'Write the glossary as CSV or TSV, or for another tool',
    arguments: [{ value: FILE, summary: 'File to write; standard output without it', isOptional: true }],
    options: [
      { name: 'format', summary: 'Format of the file', value: tableFormat, defaultText: 'csv' },
      { name: 'force', summary: 'Replace a file that exists' },
    ],
    examples: [
      'windrow glossary export terms.csv',
      'windrow glossary export --format tsv',
      'windrow glossary export terms.json --format paratranz',
    ],
  },
  list: {
    name: 'glossary list',
    summary: 'List terms',
    examples: ['windrow glossary list', 'windrow glossary list --json'],
  },
} as const satisfies Record<string, CommandSpec>

export const briefCommands = {
  show: {
    name: 'brief show',
    summary: 'Print the brief: the text that tells every agent how to write',
    arguments: [
      {
        value: { kind: 'text', placeholder: 'VERSION' },
        summary: 'An earlier version; windrow brief list shows them',
        isOptional: true,
      },
    ],
    examples: ['windrow brief show', 'windrow brief show 2'],
  },
  set: {
    name: 'brief set',
    summary: 'Replace the brief; earlier versions are kept',
    details: [
      `UTF-8 text of at most ${briefLengthMax} characters; an empty one takes the brief away. Agents get the new version with their next rows.`,
    ],
    arguments: [{ value: FILE, summary: 'The text; - for standard input' }],
    options: [{ name: 'as', summary: 'Change it as this person, with their rights, for the audit', value: NAME }],
    examples: ['windrow brief set brief.md --as Ada', 'windrow brief set - < brief.md'],
  },
  list: {
    name: 'brief list',
    summary: 'List the versions of the brief, newest first',
    examples: ['windrow brief list', 'windrow brief list --json'],
  },
} as const satisfies Record<string, CommandSpec>

const suggestionArgument = { value: { kind: 'text', placeholder: 'ID' }, summary: 'Number of the suggestion' } as const

export const suggestionCommands = {
  list: {
    name: 'suggestion list',
    summary: 'List terms and labels that people and agents suggested',
    options: [
      {
        name: 'status',
        summary: 'Only suggestions with this status',
        value: { kind: 'text', placeholder: 'STATUS', choices: PROPOSAL_STATUSES, noun: 'status' },
      },
      {
        name: 'kind',
        summary: 'Only suggestions of this kind',
        value: { kind: 'text', placeholder: 'KIND', choices: SUGGESTION_KINDS, noun: 'kind' },
      },
    ],
    examples: ['windrow suggestion list --status pending'],
  },
  approve: {
    name: 'suggestion approve',
    summary: 'Add a suggested term to the glossary, or label the rows of a suggested label',
    arguments: [suggestionArgument],
    examples: ['windrow suggestion approve 12'],
  },
  reject: {
    name: 'suggestion reject',
    summary: 'Reject a suggested term or label',
    arguments: [suggestionArgument],
    options: [{ name: 'reason', summary: 'Why, for its author', value: TEXT, isRequired: true }],
    examples: ['windrow suggestion reject 12 --reason "an ordinary word"'],
  },
} as const satisfies Record<string, CommandSpec>

const proposalArgument = { value: { kind: 'text', placeholder: 'ID' }, summary: 'Number of the proposal' } as const
const reviewer = { name: 'as', summary: 'Who reviews', value: NAME, isRequired: true } as const

export const proposalCommands = {
  list: {
    name: 'proposal list',
    summary: 'List proposals',
    options: [
      {
        name: 'status',
        summary: 'Only proposals of this status',
        value: { kind: 'text', placeholder: 'STATUS', choices: PROPOSAL_STATUSES, noun: 'status' },
      },
      { name: 'author', summary: 'Only proposals of this person', value: NAME },
      { ...LABEL, summary: 'Only proposals for rows with this label; - for rows without any' },
    ],
    examples: ['windrow proposal list --status pending', 'windrow proposal list --author Olena --json'],
  },
  show: {
    name: 'proposal show',
    summary: 'Show one proposal',
    arguments: [proposalArgument],
    examples: ['windrow proposal show 17'],
  },
  approve: {
    name: 'proposal approve',
    summary: 'Approve a proposal: it becomes the manual translation',
    arguments: [proposalArgument],
    options: [
      reviewer,
      { name: 'confirm-source', summary: 'The text also fits the changed source' },
      { name: 'confirm-waived', summary: 'The text is good although checks that its bot waived find something' },
    ],
    examples: ['windrow proposal approve 17 --as Ihor'],
  },
  reject: {
    name: 'proposal reject',
    summary: 'Reject a proposal',
    arguments: [proposalArgument],
    options: [reviewer, { name: 'reason', summary: 'Why, for its author', value: TEXT, isRequired: true }],
    examples: ['windrow proposal reject 17 --as Ihor --reason "the tone is wrong"'],
  },
} as const satisfies Record<string, CommandSpec>

export const studyCommand: CommandSpec = {
  name: 'study',
  summary: 'List names in the sources that are no terms yet, and how they are translated',
  details: [
    'Names are rows that are nothing else, words with capitals, in colours or in quotation marks. Spellings of one name are one entry. Terms of the glossary are left out.',
  ],
  options: [
    {
      name: 'order',
      summary: 'By how well the translations agree, the worst first, or the likeliest terms first',
      value: { kind: 'text', placeholder: 'ORDER', choices: STUDY_ORDERS, noun: 'order' },
      defaultText: 'agreement',
    },
    {
      name: 'limit',
      summary: 'Names to list; 0: all',
      value: { kind: 'integer', placeholder: 'N', min: 0, max: 10_000 },
      defaultText: '50',
    },
    { name: 'not', summary: 'Say that a name is no term: it is not listed again', value: NAME },
    { name: 'again', summary: 'Take that back', value: NAME },
  ],
  examples: ['windrow study', 'windrow study --order likely --limit 200', 'windrow study --not "Main Story"'],
}
