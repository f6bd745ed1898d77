// Row of the command table: `translate`.
import { batchItemsMax } from '../../domain/limits.ts'
import { CLAIM_WORKS } from '../../domain/vocabulary.ts'
import type { CommandSpec } from '../command.ts'
import { FILE, NAME, SOURCE } from './shared.ts'

const count = (max: number) => ({ kind: 'integer', placeholder: 'N', min: 1, max }) as const
const AMOUNT = { kind: 'text', placeholder: 'AMOUNT' } as const
const countMax = 1_000_000_000

export const translateCommand: CommandSpec = {
  name: 'translate',
  summary: 'Translate what is untranslated or stale, with a language model',
  details: [
    'The model is behind an OpenAI-compatible endpoint (the key, if it wants one, in OPENAI_API_KEY), or a program that reads a prompt on standard input and prints an answer. Nothing but the texts of the prompt leaves windrow; --dry-run shows one.',
    'Works on the store here with --as NAME, else on the server of WINDROW_URL with the key WINDROW_KEY, with the same rights and rules: machine texts, or proposals for whoever may only propose.',
    'Every text passes the gate before it is written. What is refused is asked for again with the reason, twice at most, and then given up and named in the report. Run it again to go on: nothing that is written is bought twice.',
    "Exit 3: some rows were given up. Exit 75: the model, the day's quota or the server did not let it go on.",
    '--json: {written, proposed, copies, left, refused, given_up: [{row_id, source_text, text, rule_code, message}], calls, waits, slipped_batches, cut_answers, unreadable_answers, tokens: {input, output, estimated}, cost, seconds, stopped}. Of --dry-run: {prompt: {system, user}, rows, rows_per_call, tokens, cost, all: {rows, calls, tokens, cost}}.',
  ],
  needsOneOf: ['endpoint', 'command'],
  options: [
    {
      name: 'endpoint',
      summary: 'Address of an OpenAI-compatible endpoint, up to and with /v1',
      value: { kind: 'text', placeholder: 'URL' },
      excludes: ['command'],
    },
    {
      name: 'command',
      summary: 'Program that reads a prompt and prints an answer, as the shell would run it',
      value: { kind: 'text', placeholder: 'PROGRAM' },
    },
    { name: 'pass-key', summary: 'The program of --command gets OPENAI_API_KEY too', excludes: ['endpoint'] },
    { name: 'model', summary: 'The exact name of the model', value: NAME, isRequired: true },
    { name: 'provider', summary: 'Who serves the model', value: NAME, defaultText: 'local' },
    { name: 'as', summary: 'Work on the store here as this person', value: NAME },
    {
      name: 'state',
      summary: 'Only untranslated rows (none) or only stale ones',
      value: { kind: 'text', placeholder: 'STATE', choices: CLAIM_WORKS, noun: 'state' },
      defaultText: 'none, then stale',
    },
    { name: 'source', summary: 'Only rows of this source', value: SOURCE, defaultText: 'all' },
    { name: 'limit', summary: 'Take at most so many rows', value: count(countMax) },
    { name: 'parallel', summary: 'Prompts under way at once', value: count(8), defaultText: '1' },
    {
      name: 'rows',
      summary: 'Texts in one prompt; fewer suit a slow or small model',
      value: count(batchItemsMax),
      defaultText: String(batchItemsMax),
    },
    { name: 'tokens', summary: 'Stop before a call that would go over so many tokens', value: count(countMax) },
    { name: 'cost', summary: 'Stop before a call that would cost more than this altogether', value: AMOUNT },
    { name: 'price-in', summary: 'Price of a million tokens of prompts, in any currency', value: AMOUNT },
    { name: 'price-out', summary: 'Price of a million tokens of answers', value: AMOUNT },
    { name: 'notes', summary: 'What every translator of this game has to know, for the prompt', value: FILE },
    {
      name: 'language',
      summary: 'Language to translate into, as a tag or a name',
      value: { kind: 'text', placeholder: 'LANGUAGE' },
      defaultText: 'the setting target_language',
    },
    { name: 'dry-run', summary: 'Show one prompt and what it would cost; ask no model, claim nothing' },
  ],
  examples: [
    'windrow translate --endpoint http://127.0.0.1:11434/v1 --model qwen3:32b --as Olena',
    "windrow translate --command 'claude -p' --model claude --provider anthropic --limit 200 --as Olena",
    'windrow translate --endpoint https://openrouter.ai/api/v1 --model M --provider openrouter --parallel 4 --cost 2.50 --price-in 0.15 --price-out 0.60',
  ],
}
