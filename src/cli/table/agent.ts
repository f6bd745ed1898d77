// Rows of the command table for agents in a shell, on the local store or on a server.
import type { CommandSpec, OptionSpec, ValueSpec } from '../command.ts'
import {
  aroundMax,
  claimRowsDefault,
  claimRowsMax,
  claimSecondsDefault,
  claimSecondsMax,
  claimSecondsMin,
  rowsLimitMax,
} from '../../domain/limits.ts'
import { SEARCH_FIELDS } from '../../domain/vocabulary.ts'
import { FILE, FOLDER, NAME, ROW_STATE, SOURCE, TEXT, TIME, TIMES } from './shared.ts'

export const WHERE =
  'Works on the local store with --as NAME, else on the server WINDROW_URL with the key WINDROW_KEY, with the same rights and rules.'
const LINES =
  'A line is ROW, a tab and the text; a line break in a text is \\n, a tab \\t, a backslash \\\\. A line that begins with { is JSON: {"row_id", "text", "source_hash", "expected_revision", "fault"}, the last three optional. Lines that begin with # are skipped.'

export const as: OptionSpec = { name: 'as', summary: 'Work on the local store as this person', value: NAME }
const jsonLines: OptionSpec = { name: 'jsonl', summary: 'A JSON object on each line, with everything about a row' }
const after: OptionSpec = {
  name: 'after',
  summary: 'Continue after this row, as the hint on stderr says',
  value: { kind: 'integer', placeholder: 'N', min: 0 },
}
const limit: OptionSpec = {
  name: 'limit',
  summary: 'Most rows to return',
  value: { kind: 'integer', placeholder: 'N', min: 1, max: Math.min(rowsLimitMax, claimRowsMax) },
  defaultText: String(claimRowsDefault),
}
const seconds: OptionSpec = {
  name: 'seconds',
  summary: 'How long the claim lasts',
  value: { kind: 'integer', placeholder: 'S', min: claimSecondsMin, max: claimSecondsMax },
  defaultText: String(claimSecondsDefault),
}
const official: OptionSpec = {
  name: 'official',
  summary: "Add the game's texts in these languages, as de,ja: [de: …]",
  value: { kind: 'text', placeholder: 'LANGUAGES' },
}
const rowArgument = {
  value: { kind: 'text', placeholder: 'ROW' } as const,
  summary: 'Row id, or the first column of windrow rows',
}
const claimArgument = {
  value: { kind: 'text', placeholder: 'CLAIM' } as const,
  summary: 'The id that windrow rows --claim printed',
}
const FIELD: ValueSpec = { kind: 'text', placeholder: 'FIELD', choices: SEARCH_FIELDS, noun: 'field' }
const input = { value: FILE, summary: 'File of texts; standard input without it, or with -', isOptional: true } as const

export const agentCommands = {
  rows: {
    name: 'rows',
    summary: 'Print rows to translate, one a line, or claim them',
    details: [
      'A line is ROW, the source, and in brackets the tokens to keep and, for stale rows, the old source and the present translation, separated by tabs. Glossary terms of the rows are in a line that begins with #.',
      '--claim takes rows that nobody else is given meanwhile (states none and stale only). Nothing on stdout and exit 0: this work is finished; exit 75: others hold what is left.',
      WHERE,
      TIMES,
      '--json: {claim: {id, expires_at} or null, rows, left, held_by_others, remembered, next}.',
    ],
    options: [
      { name: 'state', summary: 'Rows in this state', value: ROW_STATE, defaultText: 'none' },
      { name: 'source', summary: 'Only rows of this source', value: SOURCE, defaultText: 'all' },
      {
        name: 'filter',
        summary: 'Instead: rows in this filter of work, as in an address of the site or the name of a saved one',
        value: { kind: 'text', placeholder: 'FILTER' },
        excludes: ['state', 'source', 'at'],
      },
      limit,
      after,
      {
        name: 'at',
        summary: 'With the translations of that time; local store only',
        value: TIME,
        excludes: ['claim', 'official'],
      },
      { name: 'claim', summary: 'Claim the rows, so that no one else is given them', excludes: ['after'] },
      seconds,
      { name: 'reference', summary: 'Add the Chinese text: [zh: …]' },
      official,
      jsonLines,
      as,
    ],
    examples: [
      'windrow rows --state none --limit 50 --claim | my-llm | windrow write --model M',
      'windrow rows --state stale --as Olena --jsonl',
      "windrow rows --filter 'layer=none&patch=7.added' --limit 50 --claim",
    ],
  },
  row: {
    name: 'row',
    summary: 'Print one row in full, and the rows around it in the file',
    details: [
      WHERE,
      'The file goes by hashed ids, so rows around this one are not around it in the game; windrow search finds texts like it.',
    ],
    arguments: [rowArgument],
    options: [
      {
        name: 'around',
        summary: 'Rows on each side',
        value: { kind: 'integer', placeholder: 'N', min: 0, max: aroundMax },
        defaultText: '0',
      },
      official,
      as,
    ],
    examples: ['windrow row 0102030405060708 --around 3 --as Olena'],
  },
  search: {
    name: 'search',
    summary: 'Find rows by a text: how others translated the same words',
    details: [
      'Words match in any order; a "phrase" in quotation marks matches as written; letter case does not matter. Prints ROW, the source and the translation (and with --in reference the Chinese text).',
      WHERE,
    ],
    arguments: [{ value: TEXT, summary: 'Words or phrases' }],
    options: [
      { name: 'whole-words', summary: 'Not inside longer words' },
      { name: 'in', summary: 'Where to look', value: FIELD, isRepeatable: true, defaultText: 'source, translation' },
      { name: 'state', summary: 'Only rows in this state', value: ROW_STATE, defaultText: 'all' },
      { name: 'source', summary: 'Only rows of this source', value: SOURCE, defaultText: 'all' },
      {
        name: 'filter',
        summary: 'Only rows of work in this filter, as in an address of the site',
        value: { kind: 'text', placeholder: 'FILTER' },
      },
      limit,
      after,
      official,
      jsonLines,
      as,
    ],
    examples: [
      `windrow search lantern --filter 'job=drafts&model=x' --as Olena`,
      'windrow search "force inner" --state machine --limit 10 --as Olena',
      `windrow search '"inner force"' --in source --whole-words --as Olena`,
    ],
  },
  validate: {
    name: 'validate',
    summary: 'Check which texts would be refused; writes nothing',
    details: [
      LINES,
      'Prints refusals: ROW, the rule, what to do; and with ! before the rule, doubts about texts that would be saved. Exit 3 when any text would be refused, or texts seem to belong to other rows (!ALIGN_01).',
      WHERE,
      '--json: {sent, good, rejected, refused: [{row_id, status, errors, warnings}], warned: [{row_id, status, warnings}], unreadable: [{line, problem}]}.',
    ],
    arguments: [input],
    options: [jsonLines, as],
    examples: ['my-llm < rows.tsv | windrow validate --as Olena'],
  },
  write: {
    name: 'write',
    summary: 'Write machine texts (or proposals, for people who may only propose)',
    details: [
      LINES,
      'Prints refusals: ROW, the rule, what to do; and with ! before the rule, doubts about saved texts. Exit 3 when any text is refused, or texts seem to belong to other rows (!ALIGN_01). Sending the same again changes nothing.',
      'A row keeps the machine text it has, unless ROW contains its revision (as windrow rows prints it) or --overwrite is given.',
      WHERE,
      '--json: {sent, written, proposed, unchanged, rejected, copies, refused: [{row_id, status, errors, warnings}], warned: [{row_id, status, warnings}], unreadable: [{line, problem}], quota, error}.',
    ],
    arguments: [input],
    options: [
      { name: 'model', summary: 'The exact name of the model', value: NAME, isRequired: true },
      { name: 'provider', summary: 'The service that runs the model', value: NAME, defaultText: 'local' },
      {
        name: 'client',
        summary: 'The program that translated, for the history and filters',
        value: NAME,
        defaultText: 'windrow write',
      },
      { name: 'client-version', summary: 'Its version', value: NAME },
      { name: 'prompt-version', summary: 'The version of its prompt or brief', value: NAME },
      { name: 'overwrite', summary: 'Replace any present machine text' },
      { name: 'copies', summary: 'Memory also fills the rows with the same source that have no text' },
      jsonLines,
      as,
    ],
    examples: [
      'windrow rows --state none --limit 50 --claim | my-llm | windrow write --model M',
      'windrow write texts.jsonl --model qwen3:32b --as Olena',
    ],
  },
  mcp: {
    name: 'mcp',
    summary: 'Serve MCP on standard input and output, for a model client that starts it',
    details: [
      'Tools: take_rows, write, check, look, search, glossary, status, give_back; for reviewers also review_queue and decide. A running server has the same at /mcp.',
      "The client starts it: paste a line of the examples into a shell, or the last into the client's file (docs/mcp.md says which). Give --data as an absolute path. windrow skill writes the client a file with the rest.",
      WHERE,
    ],
    options: [as],
    examples: [
      'claude mcp add windrow -- windrow mcp --as Ada --data /my/data',
      'codex mcp add windrow -- windrow mcp --as Ada --data /my/data',
      'WINDROW_URL=https://windrow.example WINDROW_KEY=… windrow mcp',
      '{"mcpServers":{"windrow":{"command":"windrow","args":["mcp","--as","Ada","--data","/my/data"]}}}',
    ],
    runsUntilSignal: true,
  },
  skill: {
    name: 'skill',
    summary: 'Write a SKILL.md that teaches a model client to translate with this windrow',
    details: [
      'Contains how the tools are used and the brief of the team, and prints the line that connects the client. Below the working folder: .claude/skills/windrow for claude, .agents/skills/windrow for codex. Run it again when the brief has changed.',
      WHERE,
      '--json: {path, connect, brief}; brief is its version, 0 without one.',
    ],
    options: [
      {
        name: 'for',
        summary: 'The client',
        value: { kind: 'text', placeholder: 'CLIENT', choices: ['claude', 'codex'], noun: 'client' },
        isRequired: true,
      },
      { name: 'to', summary: 'Folder of the project', value: FOLDER, defaultText: 'the working folder' },
      as,
    ],
    examples: ['windrow skill --for claude --as Ada --data /my/data'],
  },
  renew: {
    name: 'claim renew',
    summary: 'Renew a claim',
    details: [WHERE],
    arguments: [claimArgument],
    options: [seconds, as],
    examples: ['windrow claim renew 00112233445566778899'],
  },
  giveBack: {
    name: 'claim give-back',
    summary: 'End a claim and free its rows',
    details: [WHERE],
    arguments: [claimArgument],
    options: [as],
    examples: ['windrow claim give-back 00112233445566778899'],
  },
} as const satisfies Record<string, CommandSpec>
