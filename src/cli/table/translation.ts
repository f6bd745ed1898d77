// Rows of the command table: `translate` and `compare`.
import { promptTextsMax } from '../../domain/limits.ts'
import { CLAIM_WORKS, MODEL_APIS, PROMPT_REFERENCES, REASONING_LEVELS } from '../../domain/vocabulary.ts'
import type { CommandSpec, OptionSpec } from '../command.ts'
import { FILE, LABEL, NAME, SOURCE } from './shared.ts'

const count = (max: number) => ({ kind: 'integer', placeholder: 'N', min: 1, max }) as const
const AMOUNT = { kind: 'text', placeholder: 'AMOUNT' } as const
const countMax = 1_000_000_000

export const translateCommand: CommandSpec = {
  name: 'translate',
  summary: 'Translate rows with a language model',
  details: [
    'The model is an endpoint of OpenAI, Anthropic or a compatible server (with its key, if any, in OPENAI_API_KEY or ANTHROPIC_API_KEY), or a program that reads a prompt on standard input and prints an answer. Only the prompt leaves windrow; --dry-run shows one.',
    'Works on the local store with --as NAME, else on the server WINDROW_URL with the key WINDROW_KEY, with the same rights and rules: machine texts, or proposals for people who may only propose.',
    'The gate checks every text. A refused one is bought again with the reason, at most twice, then given up and listed in the report. Run it again to continue: no written text is bought twice.',
    "Exit 3: some rows were given up. Exit 75: stopped by the model, the day's quota or the server.",
    '--json: {written, proposed, copies, remembered, kept, left, refused, given_up: [{row_id, source_text, text, rule_code, message}], calls, waits, slipped_batches, cut_answers, unreadable_answers, tokens: {input, cached, output, estimated, per_row}, cost, seconds, stopped}. Of --dry-run: {prompt: {system, user}, rows, rows_per_call, tokens, cost, all: {rows, texts, calls, tokens, cost}} (all is null where --filter has more than 5,000 rows).',
  ],
  needsOneOf: ['endpoint', 'command'],
  options: [
    {
      name: 'endpoint',
      summary: 'Address of the endpoint, including /v1',
      value: { kind: 'text', placeholder: 'URL' },
      excludes: ['command'],
    },
    {
      name: 'command',
      summary: 'Program that reads a prompt and prints an answer, as the shell would run it',
      value: { kind: 'text', placeholder: 'PROGRAM' },
    },
    { name: 'pass-key', summary: 'Give OPENAI_API_KEY to the program of --command', excludes: ['endpoint'] },
    { name: 'model', summary: 'The exact name of the model', value: NAME, isRequired: true },
    {
      name: 'repair-model',
      summary: 'Another model of the endpoint, asked for texts that the first one failed at',
      value: NAME,
      excludes: ['command', 'batch'],
    },
    { name: 'provider', summary: 'The service that runs the model', value: NAME, defaultText: 'local' },
    { name: 'as', summary: 'Work on the local store as this person', value: NAME },
    {
      name: 'filter',
      summary:
        'Rows in this filter of work, as in an address of the site or the name of a saved one; also those that have a text',
      value: { kind: 'text', placeholder: 'FILTER' },
      defaultText: 'untranslated rows, then stale ones',
      excludes: ['state', 'source', 'label'],
    },
    {
      name: 'review',
      summary: 'Read the texts of other models instead: keep each one, or quote its fault and give a better text',
      excludes: ['state'],
    },
    {
      name: 'state',
      summary: 'Only untranslated rows (none) or only stale ones',
      value: { kind: 'text', placeholder: 'STATE', choices: CLAIM_WORKS, noun: 'state' },
      defaultText: 'none, then stale',
    },
    { name: 'source', summary: 'Only rows of this source', value: SOURCE, defaultText: 'all' },
    LABEL,
    { name: 'limit', summary: 'Most rows to take', value: count(countMax) },
    { name: 'parallel', summary: 'Prompts under way at once', value: count(8), defaultText: '1' },
    {
      name: 'rows',
      summary: 'Texts in one prompt; fewer suit a slow or small model',
      value: count(promptTextsMax),
      defaultText: String(promptTextsMax),
    },
    {
      name: 'context',
      summary: 'Tokens that the model can have in mind, prompt and answer together, such as 8k',
      value: { kind: 'text', placeholder: 'TOKENS' },
      defaultText: 'found out, from 4096 up',
    },
    {
      name: 'api',
      summary: 'The form of requests to the endpoint',
      value: { kind: 'text', placeholder: 'API', choices: MODEL_APIS, noun: 'form of requests' },
      defaultText: 'by its address',
    },
    {
      name: 'reasoning',
      summary: 'How much the model thinks before it answers',
      value: { kind: 'text', placeholder: 'LEVEL', choices: REASONING_LEVELS, noun: 'level' },
      defaultText: "the model's own",
    },
    { name: 'temperature', summary: 'Of the model, from 0 to 2', value: AMOUNT, defaultText: "the model's own" },
    { name: 'max-tokens', summary: 'Most tokens of an answer, with its thoughts', value: count(countMax) },
    {
      name: 'extra-body',
      summary: 'Members of each request to the endpoint, over its own',
      value: { kind: 'text', placeholder: 'JSON' },
      excludes: ['command'],
    },
    {
      name: 'batch',
      summary: "Send the prompts as jobs of the provider's batch interface, at half the price; needs --as",
      excludes: ['command', 'parallel'],
    },
    { name: 'tokens', summary: 'Stop before a call that would exceed this many tokens', value: count(countMax) },
    { name: 'cost', summary: 'Stop before a call that would bring the total cost above this', value: AMOUNT },
    { name: 'price-in', summary: 'Price of a million tokens of prompts, in any currency', value: AMOUNT },
    {
      name: 'price-cached',
      summary: "The same, of those from the provider's cache",
      value: AMOUNT,
      defaultText: 'that of --price-in',
    },
    { name: 'price-out', summary: 'Price of a million tokens of answers', value: AMOUNT },
    { name: 'repair-price-in', summary: 'As --price-in, of --repair-model', value: AMOUNT },
    {
      name: 'repair-price-cached',
      summary: 'As --price-cached, of --repair-model',
      value: AMOUNT,
      defaultText: 'that of --repair-price-in',
    },
    { name: 'repair-price-out', summary: 'As --price-out, of --repair-model', value: AMOUNT },
    { name: 'notes', summary: 'Notes for translators of this game, added to the prompt', value: FILE },
    {
      name: 'reference',
      summary: 'Which texts the model sees in Chinese too; short: those of up to 40 characters',
      value: { kind: 'text', placeholder: 'WHICH', choices: PROMPT_REFERENCES, noun: 'choice' },
      defaultText: 'short',
    },
    {
      name: 'official',
      summary: "Languages in which the model sees the game's own texts too, as de,ja (windrow import --official)",
      value: { kind: 'text', placeholder: 'LANGUAGES' },
    },
    {
      name: 'language',
      summary: 'Language to translate into, as a tag or a name',
      value: { kind: 'text', placeholder: 'LANGUAGE' },
      defaultText: 'the setting target_language',
    },
    { name: 'dry-run', summary: 'Show one prompt and its estimated cost; asks no model, claims nothing' },
  ],
  examples: [
    'windrow translate --endpoint http://127.0.0.1:11434/v1 --model qwen3:32b --as Olena',
    "windrow translate --command 'claude -p' --model claude --provider anthropic --limit 200 --as Olena",
    "windrow translate --endpoint http://127.0.0.1:11434/v1 --model qwen3:32b --filter 'status=draft&model=qwen3:8b' --as Olena",
    'windrow translate --review --endpoint http://127.0.0.1:11434/v1 --model gemma4:31b --as Olena',
    'windrow translate --endpoint https://api.openai.com/v1 --model gpt-5-mini --provider openai --batch --as Olena',
    'windrow translate --endpoint https://openrouter.ai/api/v1 --model M --provider openrouter --parallel 4 --cost 2.50 --price-in 0.15 --price-out 0.60',
  ],
}

/** They mean the same in both. */
const sharedOptions = (...names: readonly string[]): readonly OptionSpec[] =>
  (translateCommand.options ?? [])
    .filter(({ name }) => names.includes(name))
    .map((option) => {
      const { excludes: _none, ...rest } = option
      return rest
    })

const BOTH = { kind: 'text', placeholder: 'A,B' } as const

export const compareCommand: CommandSpec = {
  name: 'compare',
  summary: 'Let two models translate the same rows, and compare what they give; writes nothing',
  details: [
    'The rows are drawn by the seed from those with an approved text for their present source (without any such row: from those without a translation). Each model is asked once.',
    'Tells for each model which share the gate accepts, what it refuses by rule, and tokens and price for an accepted row. Which texts are better, people say: --blind.',
    '--json: {rows, approved, models: [{model, accepted, without_text, refused, tokens: {input, cached, output}, cost}]}, with --blind also comparison (its number, or null), pairs and same.',
  ],
  options: [
    {
      name: 'endpoint',
      summary: 'Address of the endpoint of both, including /v1',
      value: { kind: 'text', placeholder: 'URL' },
      isRequired: true,
    },
    { name: 'models', summary: 'The exact names of both models', value: BOTH, isRequired: true },
    { name: 'sample', summary: 'Rows to draw', value: count(10_000), defaultText: '200' },
    {
      name: 'blind',
      summary:
        'Also keep the pairs of unlike texts, for people who judge them on the site without knowing whose they are; needs --as',
    },
    { name: 'seed', summary: 'Draws the same rows again', value: count(countMax), defaultText: '1' },
    ...sharedOptions('as', 'rows', 'context', 'api', 'reasoning', 'temperature', 'max-tokens', 'extra-body'),
    { name: 'price-in', summary: 'Prices of a million tokens of prompts, or one for both', value: BOTH },
    { name: 'price-out', summary: 'The same, of answers', value: BOTH },
    ...sharedOptions('notes', 'reference', 'language'),
  ],
  examples: [
    'windrow compare --endpoint http://127.0.0.1:11434/v1 --models qwen3:8b,qwen3:32b --as Olena',
    'windrow compare --endpoint https://openrouter.ai/api/v1 --models A,B --sample 500 --price-in 0.15,2.50 --price-out 0.60,10 --as Olena',
  ],
}
