// The shapes of all answers in the OpenAPI document (docs/api-v1.md#endpoints, docs/agents.md). Contract tests hold every
// answer to these schemas.
import * as z from 'zod'
import { LABEL_ACTS } from '../app/labels/label-rows.ts'
import { TERM_CHOICES } from '../base/term-facts.ts'
import { SUGGESTED_ACTS } from '../domain/checks/suggestion.ts'
import { EVENT_KINDS } from '../domain/events.ts'
import { SETTINGS } from '../domain/settings.ts'
import { FRESHNESS, LAYERS, PROPOSAL_STATUSES, TRANSLATION_STATUSES, UNCHANGED_REASONS } from '../domain/vocabulary.ts'
import { Ability, answer, count, Groups, id, plainAnswer, Role, RowCard, RowCardV2, RowId, Time } from './cards.ts'
import { Details, Problems, QuotaDetails } from './details.ts'
import { REVIEW_SUCCESSES } from './review.ts'

/** Of an answer and of a proposal. */
const factsShape = {
  kind: z.enum(TERM_CHOICES.kind).optional(),
  gender: z.enum(TERM_CHOICES.gender).optional().describe('Of the translation'),
  number: z.enum(TERM_CHOICES.number).optional(),
  inflection: z.enum(TERM_CHOICES.inflection).optional().describe('none: only forms are accepted'),
  force: z.enum(TERM_CHOICES.force).optional().describe('advice: never refused'),
}

/** A term of the glossary, as API v2 gives it. */
const Term = z.looseObject({
  source: z.string(),
  forms: z.array(z.string()).describe('Accepted; a trailing * accepts any ending'),
  do_not_translate: z.boolean(),
  case_sensitive: z.boolean(),
  note: z.string(),
  ...factsShape,
  meaning: z.string().optional(),
  made_forms: z.array(z.string()).optional().describe('Of a match: inflected, accepted too'),
})

const Left = count.describe('Rows of this work that nobody holds')
const Abilities = z.array(Ability)

const Me = z.looseObject({
  user: z.looseObject({ id, name: z.string(), role: Role }),
  key: z.looseObject({
    prefix: z.string(),
    name: z.string(),
    abilities: Abilities,
    ability_grants: Abilities,
    ability_denies: Abilities,
    last_used_at: Time.nullable(),
  }),
  effective_abilities: Abilities,
  limits: z.looseObject({ requests_per_minute: id }),
})

const strings = z.array(z.string())
const Taxonomy = z.looseObject({
  row_states: strings,
  sources: strings,
  field_groups: strings,
  layers: strings,
  freshness: strings,
  translation_statuses: strings,
  origins: strings,
  limits: z.looseObject({ rows_limit_default: id, rows_limit_max: id }),
  abilities: z.array(z.looseObject({ value: Ability, label: z.string(), required_permission: z.string() })),
  error_codes: z.array(
    z.intersection(Details, z.looseObject({ code: z.string(), http_status: z.int(), hint: z.string() })),
  ),
})

const Copies = z
  .looseObject({ written: count, refused: count, left: count.describe('Send the item again for these') })
  .describe('v2')
const ItemResult = z.looseObject({ row_id: RowId, ok: z.boolean(), errors: Problems, warnings: Problems })
const reasonOf = (reasons: readonly [string, ...string[]]) => z.looseObject({ reason: z.enum(reasons) })
const WriteResult = z.intersection(
  ItemResult,
  z.xor([
    z.looseObject({
      status: z.literal('written'),
      revision: id.optional().describe('v2: of the new head'),
      copies: Copies.optional(),
    }),
    z.looseObject({
      status: z.literal('proposed').describe('Waits for review'),
      proposal_id: id,
      proposal_version: id,
      details: reasonOf(['foreign_approval'])
        .optional()
        .describe('Was sent as direct; somebody else approved the present text'),
    }),
    z.looseObject({
      status: z.literal('unchanged').describe('Nothing to do'),
      details: reasonOf(UNCHANGED_REASONS).describe(
        'same_text: it is there; already_filled: another machine text is, and overwrite was not true; unchanged: you have proposed it; unquoted: no such fault',
      ),
      copies: Copies.optional(),
    }),
    z.looseObject({ status: z.literal('rejected').describe('See errors') }),
  ]),
)
const WriteMeta = {
  total: count,
  written: count,
  proposed: count,
  unchanged: count,
  rejected: count,
  copies: count.optional().describe('v2'),
  quota: QuotaDetails,
}

const Claim = z.looseObject({ id: z.string(), expires_at: Time })

const Outcome = z.looseObject({
  status: z.enum(['proposed', 'unchanged', 'rejected']),
  reason: z
    .enum(['in_glossary', 'done_already', 'already_proposed', 'unknown_rows', 'too_many_of_person', 'too_many'])
    .optional()
    .describe('too_many…: pending ones; wait for decisions'),
  proposal_id: id.optional(),
})
const OutcomeMeta = { total: count, proposed: count, unchanged: count, rejected: count }
const SuggestionFacts = z.looseObject({
  proposal_id: id,
  status: z.enum(PROPOSAL_STATUSES),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  author: z.string(),
  created_at: Time,
  decided_by: z.string().nullable(),
  decided_at: Time.nullable(),
  reason: z.string().nullable(),
})
const Event = z.looseObject({
  id: id.describe('Its number'),
  kind: z.enum(EVENT_KINDS),
  at: Time,
  actor: z.looseObject({ id, name: z.string() }).nullable().describe('null: the command line'),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
const UnknownRowIds = z.array(RowId).describe('The game has no such rows')
const left_out = count.describe('Beyond the bound of one answer')
const row_id = RowId.optional()
const KnownText = z.looseObject({
  text: z.string(),
  layer: z.enum(LAYERS),
  status: z.enum(TRANSLATION_STATUSES),
  freshness: z.enum(FRESHNESS),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  row_id: RowId,
})
const Remembered = z.intersection(
  KnownText,
  z.looseObject({ likeness: z.int().describe('100: the very same source'), rows: count.describe('With this text') }),
)
const Earlier = z.intersection(
  KnownText,
  z.looseObject({
    kind: z.enum(['same', 'twin', 'near']).describe('twin: another source in digits, tokens and colours only'),
    likeness: z.int().describe('Percent, numbers and tokens apart'),
    source: z.string(),
  }),
)
const Like = z.intersection(
  Earlier,
  z.looseObject({ differences: z.array(z.looseObject({ source: z.string(), asked: z.string() })) }),
)
const Match = z.looseObject({
  term: count.describe('Index into terms'),
  start: count.describe('In code points'),
  end: count.describe('Exclusive'),
  required: z.boolean(),
})
const WorkStatus = z.looseObject({
  name: z.string(),
  role: Role,
  writes: z.enum(['machine', 'proposals']).nullable().describe('What your texts become'),
  rows: count,
  untranslated: count.describe('Service rows apart'),
  stale: count,
  quota: QuotaDetails,
  requests_per_minute: id,
  target_language: z.string(),
})

const Settled = z.literal(false).describe('Rows changed a moment ago may be counted as before')

const Patch = z.looseObject({
  id: id.describe('For the parameter patch'),
  time: Time,
  files: z.array(z.looseObject({ part: z.string(), name: z.string() })),
  by: z.looseObject({ id, name: z.string() }).nullable(),
  added: count,
  changed: count,
  gone: count,
  rows: count.nullable().describe('Added and changed rows to translate; null: unknown'),
  handled: count.nullable().describe('Of these, with a current text'),
})

/** By the route's name; missing routes are in SAME_ANSWER. */
export const SUCCESSES = {
  me: plainAnswer(Me),
  rows: answer(
    { rows: z.array(RowCard) },
    {
      count,
      has_more: z.boolean(),
      next_cursor: z.string().optional().describe('Absent on the last page'),
      total_matching: count.optional(),
      fields: Groups,
    },
  ),
  row: answer({ row: RowCard }, { fields: Groups }),
  taxonomy: plainAnswer(Taxonomy),
  validate: answer({ items: z.array(ItemResult) }, { total: count, ok: count, failed: count }),
  write: answer({ items: z.array(WriteResult) }, WriteMeta),
  takeClaim: answer(
    { claim: Claim.nullable(), rows: z.array(RowCardV2), earlier: z.array(Earlier).optional() },
    { count, left: Left, held_by_others: count, remembered: count.optional(), brief_version: count, fields: Groups },
  ),
  renewClaim: answer({ claim: Claim }, { count }),
  rowsV2: answer(
    { rows: z.array(RowCardV2) },
    {
      count,
      next: id.nullable().describe('after of the next page'),
      total: count.optional().describe('Of all pages; not for ids, around and text'),
      is_settled: Settled.optional(),
      fields: Groups,
    },
  ),
  facets: answer(
    {
      facets: z.record(
        z.string(),
        z.looseObject({
          values: z.array(z.looseObject({ value: z.string(), rows: count })).describe('The most frequent 100'),
          more: count.describe('Further values'),
        }),
      ),
    },
    { total: count, is_settled: Settled.optional() },
  ),
  patches: answer({ patches: z.array(Patch) }, { count, next: id.nullable(), is_settled: Settled.optional() }),
  patch: answer(
    {
      patch: z.intersection(
        Patch,
        z.looseObject({
          states: z
            .array(
              z.looseObject({
                part: z.string(),
                state: z.string(),
                rows: count,
                filter: z.record(z.string(), z.string()),
              }),
            )
            .nullable(),
        }),
      ),
    },
    { is_settled: Settled.optional() },
  ),
  brief: answer(
    { version: count, text: z.string(), changed_at: Time.nullable(), changed_by: z.string().nullable() },
    {},
  ),
  glossary: answer(
    { terms: z.array(Term) },
    { count, caption_policy: z.enum(SETTINGS.caption_policy.choices), markup: z.string() },
  ),
  matchTerms: answer(
    { texts: z.array(z.looseObject({ row_id, matches: z.array(Match), left_out })), terms: z.array(Term) },
    { count, unknown_row_ids: UnknownRowIds },
  ),
  proposeTerms: answer({ items: z.array(Outcome.extend({ source: z.string() })) }, OutcomeMeta),
  proposeLabels: answer({ items: z.array(Outcome.extend({ label: z.string() })) }, OutcomeMeta),
  termProposals: answer(
    {
      proposals: z.array(
        z.intersection(
          z.intersection(Term, SuggestionFacts),
          z.looseObject({
            evidence: z.array(RowId),
            added_as: Term.nullable().describe('Of approved ones that were edited'),
          }),
        ),
      ),
    },
    { count, next: id.nullable() },
  ),
  labelProposals: answer(
    {
      proposals: z.array(
        z.intersection(
          SuggestionFacts,
          z.looseObject({
            label: z.string(),
            act: z.enum(SUGGESTED_ACTS),
            note: z.string(),
            row_ids: z.array(RowId),
          }),
        ),
      ),
    },
    { count, next: id.nullable() },
  ),
  labels: answer(
    {
      labels: z.array(
        z.looseObject({
          label: z.string(),
          rows: z.record(z.string(), count).nullable(),
          rules: z.array(z.looseObject({ rule: id, field: z.string(), patterns: strings })),
        }),
      ),
    },
    { count, next: id.nullable() },
  ),
  editions: answer(
    {
      editions: z.array(
        z.looseObject({
          slug: z.string(),
          variant: z.string(),
          label: z.string(),
          description: z.string(),
          audience: z.string(),
          rules: strings,
        }),
      ),
    },
    { count },
  ),
  releases: answer(
    {
      releases: z.array(
        z.looseObject({
          version: z.string(),
          published_at: Time,
          status: z.enum(['current', 'superseded', 'withdrawn']),
          withdrawn_reason: z.string().nullable(),
          game_build: id.nullable(),
          game_tested: z.boolean(),
          notes: z.string(),
          editions: z.array(
            z.looseObject({
              edition: z.string(),
              package: z.string(),
              size_bytes: count,
              sha256: z.string(),
              translated_rows: count,
            }),
          ),
        }),
      ),
    },
    { count },
  ),
  labelRows: plainAnswer(z.looseObject({ label: z.string(), act: z.enum(LABEL_ACTS), rows: count, changed: count })),
  memory: answer(
    {
      texts: z.array(
        z.looseObject({
          row_id,
          matches: z.array(Remembered).describe('Best first'),
          left_out,
          counts_exact: z.boolean().describe('false: too many rows have this source to read all'),
          like: z.array(Like).describe('Best first'),
        }),
      ),
    },
    { count: count.describe('Texts with matches'), unknown_row_ids: UnknownRowIds, is_settled: Settled.optional() },
  ),
  fillFromMemory: answer({ filled: z.array(row_id), done: z.array(row_id).describe('Had a machine text') }, { count }),
  context: answer(
    {
      terms: z.array(
        z.intersection(
          Term,
          z.looseObject({
            texts: z.array(count).describe('Places in the request, from 0'),
            examples: z.array(z.intersection(KnownText, z.looseObject({ source: z.string() }))),
          }),
        ),
      ),
    },
    { count, left_out, unknown_row_ids: UnknownRowIds },
  ),
  status: plainAnswer(WorkStatus),
  events: answer(
    { events: z.array(Event) },
    { count, next: count.describe('after of the next request'), first: id, last: count },
  ),
  ...REVIEW_SUCCESSES,
} as const

/** Routes that have the answer of another route. */
export const SAME_ANSWER: Readonly<Record<string, keyof typeof SUCCESSES>> = {
  search: 'rowsV2',
  writeV2: 'write',
  reject: 'approve',
}

export const ANSWERS_NAMED = {
  Abilities,
  Copies,
  Earlier,
  ItemResult,
  WriteResult,
  Claim,
  KnownText,
  Term,
  SuggestionFacts,
  Patch,
  Settled,
  UnknownRowIds,
} as const
