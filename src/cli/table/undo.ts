// Rows of the command table: the log, and taking work back.
import type { CommandSpec, OptionSpec } from '../command.ts'
import { LAYERS } from '../../domain/vocabulary.ts'
import { FILE, NAME, TEXT, TIME, TIMES } from './shared.ts'

const number = { kind: 'integer', placeholder: 'N', min: 1 } as const
const layer = { kind: 'text', placeholder: 'LAYER', choices: LAYERS, noun: 'layer' } as const

/** They select revisions; several are combined. */
export const REVISION_FILTERS: readonly OptionSpec[] = [
  {
    name: 'row',
    summary: 'Of this row; may be repeated',
    value: { kind: 'text', placeholder: 'ROW' },
    isRepeatable: true,
  },
  { name: 'layer', summary: 'Of this layer', value: layer },
  { name: 'person', summary: 'Written by this person', value: NAME },
  {
    name: 'key',
    summary: 'Written with this key: its id, or its first 12 characters',
    value: { kind: 'text', placeholder: 'KEY' },
  },
  { name: 'provider', summary: 'Made by this provider', value: TEXT },
  { name: 'model', summary: 'Made by this model', value: TEXT },
  {
    name: 'batch',
    summary: 'Of the batch with this idempotency key',
    value: { kind: 'text', placeholder: 'KEY' },
    excludes: ['import', 'memory', 'revert'],
  },
  {
    name: 'import',
    summary: 'Of the import of translations with this number',
    value: number,
    excludes: ['memory', 'revert'],
  },
  { name: 'memory', summary: 'Of the run of windrow remember with this number', value: number, excludes: ['revert'] },
  {
    name: 'from-memory-of',
    summary: 'Taken by memory from a text of this row',
    value: { kind: 'text', placeholder: 'ROW' },
  },
  { name: 'revert', summary: 'Of the revert with this number', value: number },
  { name: 'since', summary: 'Written at this time or later', value: TIME },
  { name: 'until', summary: 'Written before this time', value: TIME },
]

export const logCommand: CommandSpec = {
  name: 'log',
  summary: 'Show who wrote what, and when, newest first',
  details: [
    'A line is the time, the person, ROW, layer, revision, status with provider, model, client and the batch, import or revert that wrote it, and the text, separated by tabs. A revert is listed under the person who reverted.',
    TIMES,
    '--json: {entries}; --jsonl: one of them a line: {at, who, row_id, layer, revision, change, text, status, origin, provider, model, client, client_version, prompt_version, key_id, approver, proposal_id, via, restores, source_hash}. change is written, restored or withdrawn.',
  ],
  options: [
    ...REVISION_FILTERS,
    { name: 'limit', summary: 'Most entries to show', value: number, defaultText: 'all' },
    { name: 'jsonl', summary: 'A JSON object on each line' },
    { name: 'to', summary: 'File to write', value: FILE, defaultText: 'standard output' },
  ],
  examples: [
    'windrow log --limit 20',
    'windrow log --person Olena --since 2026-11-21',
    'windrow log --row 0102030405060708 --jsonl',
  ],
}

export const revertCommand: CommandSpec = {
  name: 'revert',
  summary: 'Take work back: restore earlier texts, as new revisions',
  details: [
    'All or nothing, in one transaction; an interruption changes nothing. A revert prints its number N, and --revert N takes it back.',
    'A text is only taken back while it is the one that counts. Left alone, and counted: written_since (somebody wrote after it), reverted_already, approved_by_others (--approved takes them back too), not_in_game (the row is in no file now).',
    'Who wrote what was written before store schema 3 can be told; its batch or import cannot.',
    TIMES,
    '--report writes a line (JSONL) for each text: {row_id, layer, change, before, after}; change is restored, withdrawn, or why it was left alone. --json: {revert, restored, withdrawn, left: {written_since, approved_by_others, reverted_already, not_in_game}, examples (their texts up to 200 characters), seconds}.',
  ],
  needsOneOf: REVISION_FILTERS.map(({ name }) => name).filter((name) => name !== 'layer'),
  options: [
    ...REVISION_FILTERS,
    { name: 'dry-run', summary: 'Count what would be done and show ten; changes nothing' },
    { name: 'approved', summary: 'Include texts that others approved' },
    { name: 'report', summary: 'Write a line (JSONL) for each text', value: FILE },
    { name: 'as', summary: 'Take back as this person, with their rights, for the audit', value: NAME },
  ],
  examples: [
    'windrow revert --model some-model-1 --since 2026-11-21 --dry-run',
    'windrow revert --batch run-17 --person Bot',
    'windrow revert --revert 3',
  ],
}
