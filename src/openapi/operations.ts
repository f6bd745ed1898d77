// The sentence, parameters and example of each operation in the OpenAPI document.
import { LIST_PARAMETERS, ROW_PARAMETERS } from '../api-v1/parameters.ts'
import type { ROUTES } from '../api-v1/routes.ts'
import type { V2_ROUTES } from '../api-v2/routes.ts'
import { aroundMax, idempotencyKeyLengthMax, rowsLimitMax, searchTextMax } from '../domain/limits.ts'
import { PROPOSAL_STATUSES, SEARCH_FIELDS } from '../domain/vocabulary.ts'
import { FAMILIES } from '../domain/work/families.ts'
import { FILTER_PARAMETERS } from '../domain/work/work-filter.ts'

export type RouteName = (typeof ROUTES)[number]['name'] | (typeof V2_ROUTES)[number]['name']
export type Json = Readonly<Record<string, unknown>>

interface Operation {
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly string[]
  readonly example?: Json
}

const query = (name: string, description: string, schema: Json = { type: 'string' }): Json => ({
  name,
  in: 'query',
  ...(description !== '' && { description }),
  schema,
})
const inPath = (name: string, schema: Json): Json => ({ name, in: 'path', required: true, schema })
const header = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Printable ASCII. The same key and body get the stored answer for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: idempotencyKeyLengthMax },
}

const OWN: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(
    Object.entries(LIST_PARAMETERS).map(([name, facts]) => [name, { name, in: 'query', ...facts }]),
  ),
  fields: { name: 'fields', in: 'query', ...ROW_PARAMETERS.fields },
  row_id: inPath('row_id', { type: 'string', pattern: '^[0-9a-fA-F]{16}$' }),
  proposal_id: inPath('proposal_id', { type: 'integer', minimum: 1 }),
  status: query('status', '', { enum: [...PROPOSAL_STATUSES, 'all'], default: 'pending' }),
  author: query('author', "A person's name, or me"),
  claim_id: inPath('claim_id', { type: 'string', pattern: '^[0-9a-f]{20}$' }),
  ids: query('ids', `Up to ${rowsLimitMax}, with commas`),
  around: query('around', 'Rows around this in the file, not in the game'),
  each_side: query('each_side', 'Of around', { type: 'integer', minimum: 0, maximum: aroundMax, default: 3 }),
  after: query('after', 'meta.next of the page before', { type: 'integer', minimum: 0, default: 0 }),
  text: {
    ...query('text', 'Words in any order, phrases in quotation marks', { type: 'string', maxLength: searchTextMax }),
    required: true,
  },
  in: query('in', `With commas, of ${SEARCH_FIELDS.join(', ')}`, { type: 'string', default: 'source,translation' }),
  filter: query('filter', 'Filter of GET /api/v2/rows as one text: layer=machine&status=draft'),
  by: query('by', `With commas, of ${FAMILIES.join(', ')}`, { type: 'string', default: 'state' }),
  patch_id: inPath('patch_id', { type: 'integer', minimum: 1 }),
  whole_words: query('whole_words', 'Not inside longer words', { type: 'string', enum: ['1'] }),
  kind: query('kind', 'Kinds, with commas'),
  official: query('official', 'Languages of official texts, with commas'),
  idempotency: { ...header, required: true },
  claim_idempotency: {
    ...header,
    description: 'To get a lost answer again: same body, while the claim lives',
    schema: { type: 'string' },
  },
}

/** The component of a filter's parameter must not have the name of another parameter's component. */
const ofWork = (name: string): string => (name in OWN ? `work_${name}` : name)
const WORK = FILTER_PARAMETERS.map(({ name }) => ofWork(name))

export const PARAMETERS: Readonly<Record<string, Json>> = {
  ...OWN,
  ...Object.fromEntries(
    FILTER_PARAMETERS.map(({ name, takes }) => [
      ofWork(name),
      typeof takes === 'string'
        ? query(name, `${takes[0]?.toUpperCase()}${takes.slice(1)}`, { type: 'string' })
        : { name, in: 'query', schema: { type: 'string', enum: takes } },
    ]),
  ),
}

const machineItem = {
  row_id: '40564f2eaebac596',
  text: 'Мечі-близнюки',
  layer: 'machine',
  source_hash: 'ddf57dfe895b0a9815ca9ed058574abc4977e01d8d23b119c7f1d14219e0dfb1',
  provider: 'example',
  model: 'example-1',
}

export const OPERATIONS: Readonly<Record<RouteName, Operation>> = {
  me: { summary: 'Identity, abilities and limits of the key' },
  rows: {
    summary: 'A page of rows, ordered by ordinal',
    description: 'Skip rows with is_service_row: they stay in state none or stale for ever.',
    parameters: Object.keys(LIST_PARAMETERS),
  },
  row: { summary: 'One row; without fields all groups', parameters: ['row_id', 'fields'] },
  taxonomy: { summary: 'Allowed values, abilities and error codes of this API' },
  validate: { summary: 'Whether texts would be accepted; writes nothing, spends no quota' },
  write: {
    summary: 'Write a batch of texts into the machine or the manual layer',
    description:
      'Write without validating first: a refused item costs no quota and says the same. Items are decided one by one. Stale rows: overwrite true.',
    parameters: ['idempotency'],
    example: { items: [machineItem] },
  },
  takeClaim: {
    summary: 'Take rows, which nobody else is given meanwhile',
    description:
      'A row leaves the claim when it is written. No rows: others hold what is left (Retry-After), or it is finished. A claim is advice: no write is refused for one.',
    parameters: ['claim_idempotency'],
    example: { work: 'none', limit: 50, ttl_s: 900, fields: 'core,tokens' },
  },
  renewClaim: { summary: 'Let a claim end later; meta.count rows are not done', parameters: ['claim_id'] },
  giveBackClaim: { summary: 'Give a claim back: its rows are free', parameters: ['claim_id'] },
  rowsV2: {
    summary: 'Rows by ids, around one, or of a filter, page by page',
    description:
      'Parameters of a filter narrow together; all conditions on a text apply to one text. With any of them but source, rows that need no work are left out.',
    parameters: ['ids', 'around', 'each_side', 'state', ...WORK, 'after', 'limit', 'fields', 'official'],
  },
  search: {
    summary: 'Rows by a text: how others translated it',
    parameters: ['text', 'in', 'whole_words', 'filter', 'state', 'source', 'after', 'limit', 'fields', 'official'],
  },
  facets: {
    summary: 'Rows of a filter by the values of its parameters, or by state of GET /rows',
    description:
      'Each count is meta.total of GET /rows with the filter and this value (layer=any, if the filter is empty).',
    parameters: ['by', 'filter'],
  },
  patches: { summary: 'Imports of the game, newest first', parameters: ['after', 'limit'] },
  patch: { summary: 'One import, with its rows by state', parameters: ['patch_id'] },
  brief: { summary: "The team's brief; version 0: none" },
  glossary: { summary: 'All terms' },
  matchTerms: {
    summary: 'Every glossary term in texts, as the text gate finds them',
    description: 'required: a translation without one of its forms is refused or warned of.',
  },
  proposeTerms: {
    summary: 'Propose glossary terms; people decide',
    example: { items: [{ source: 'Twin Blades', forms: ['Мечі-близнюки'], note: 'A weapon', model: 'example-1' }] },
  },
  termProposals: {
    summary: 'Proposed terms and what became of them, oldest first',
    parameters: ['status', 'after', 'limit'],
  },
  editions: { summary: 'Editions with their rules, in the order in which they were made' },
  releases: { summary: 'Releases, newest first' },
  labels: {
    summary: 'Labels with their rules, and their rows by state; null: a new rule is finding its rows',
    parameters: ['after', 'limit'],
  },
  labelRows: {
    summary: 'Label rows by hand, whatever the rules say; takes an admin',
    example: { label: 'kind:item', act: 'give', row_ids: ['40564f2eaebac596'] },
  },
  proposeLabels: { summary: 'Propose labels of rows; people decide' },
  labelProposals: {
    summary: 'Proposed labels and what became of them, oldest first',
    parameters: ['status', 'after', 'limit'],
  },
  memory: { summary: 'Current translations of other rows with the very same source; costs no quota' },
  fillFromMemory: { summary: 'Fill rows without a text with those of rows with the same source' },
  context: { summary: 'Approved translations that share a glossary term with texts and fit the glossary' },
  status: { summary: 'What is left to do, today’s quota' },
  events: {
    summary: 'What happened, by number',
    description: 'Go on with after=meta.next until it is meta.last. Those before meta.first are gone.',
    parameters: ['after', 'limit', 'kind'],
  },
  history: { summary: 'All texts that a row has had, newest first', parameters: ['row_id', 'cursor', 'limit'] },
  comments: { summary: "A row's comments", parameters: ['row_id'] },
  proposals: {
    summary: 'Proposals with their rows',
    description: 'Pending: oldest first, others: newest first. Pages may be short before meta.next is null.',
    parameters: ['status', 'author', 'label', 'after', 'limit'],
  },
  proposal: { summary: 'A proposal with all that a reviewer needs', parameters: ['proposal_id'] },
  approve: {
    summary: 'Approve a proposal, in its words or yours: the manual text from now on',
    description:
      'The same decision again gets the same answer; 409 stale_head: it was changed or decided meanwhile. A failing text: the code of its first error, all in details.errors.',
    parameters: ['proposal_id'],
  },
  reject: { summary: 'Reject a proposal, with a reason for its author', parameters: ['proposal_id'] },
  decisions: {
    summary: 'What became of proposals and machine texts, in the order of deciding',
    description: 'Keep meta.next: later decisions have higher numbers.',
    parameters: ['after', 'limit'],
  },
  writeV2: { summary: 'Write a batch as in v1, with expected_revision and copies', parameters: ['idempotency'] },
}
