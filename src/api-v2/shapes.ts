// The shapes of which the answers of API v1 and v2 are made, for the OpenAPI document and for the types of its clients: words, row cards
// (docs/api-v1.md#row-card), and each error's details by its code. A check may add members; clients ignore unknown ones.
import * as z from 'zod'
import { TERM_CHOICES } from '../base/term-facts.ts'
import { AGENT_ACTIONS, ERROR_CODES, type ErrorCode as Code } from '../api-v1/errors.ts'
import {
  ABILITIES,
  FIELD_GROUPS,
  FRESHNESS,
  LAYERS,
  ORIGINS,
  ROLES,
  SOURCE_KINDS,
  TRANSLATION_STATUSES,
  UNCHANGED_REASONS,
} from '../domain/vocabulary.ts'

/** Shapes that the document has by name, so that several places can refer to one. */
export const NAMED = z.registry<{ id: string }>()
/** Gives each of these shapes its name. */
export const nameShapes = (shapes: Readonly<Record<string, z.ZodType>>, registry = NAMED): void => {
  for (const [id, shape] of Object.entries(shapes)) registry.add(shape, { id })
}

/** Integers from 0, and from 1; without an upper limit, which would be repeated a hundred times. */
export const count = z.int()
export const id = z.int()
export const plainAnswer = <D extends z.ZodType>(data: D) => z.looseObject({ success: z.literal(true), data })
export const answer = (data: z.ZodRawShape, meta: z.ZodRawShape) =>
  plainAnswer(z.looseObject(data)).extend({ meta: z.looseObject(meta) })
export const RowId = z.string().regex(/^[0-9a-f]{16}$/)
export const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 of the text in UTF-8')
export const Time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .describe('UTC')
export const TimeOrNull = Time.nullable()
const Counts = z.record(z.string(), z.int()).describe('How often each token occurs')
export const Ability = z.enum(ABILITIES)
export const Groups = z.array(z.enum(FIELD_GROUPS))
export const Role = z.enum(ROLES)
const AgentAction = z
  .enum(AGENT_ACTIONS)
  .describe(
    'retranslate: make another text; refetch: read the row again; skip: leave it; wait: send the same again after ' +
      'Retry-After; stop_until_quota_reset: go on after resets_at; abort: a person must change something',
  )

nameShapes({ RowId, Hash, Time, TimeOrNull, Counts, Ability, Groups, Role, AgentAction })

const Head = z.looseObject({
  text: z.string(),
  status: z.enum(TRANSLATION_STATUSES).describe('invalid: breaks the markup of the present source'),
  freshness: z.enum(FRESHNESS).describe('stale: made from another source'),
  origin: z.enum(ORIGINS),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  updated_at: Time,
})
const Slot = z.looseObject({ text: z.string(), text_hash: Hash })
const SlotOrNone = Slot.nullable()
const kind = z.enum(SOURCE_KINDS)
const HeadOrNone = Head.nullable()

export const RowCard = z.looseObject({
  row_id: RowId,
  ordinal: id,
  source_text: z.string(),
  source_kind: kind,
  source_hash: Hash.describe('Send it back with your text'),
  is_service_row: z.boolean().describe('Nothing to translate: skip it'),
  sources: z.looseObject({ main: SlotOrNone, diff: SlotOrNone }).optional(),
  reference: z.looseObject({ text: z.string(), kind }).nullable().optional().describe('Chinese'),
  layers: z.looseObject({ manual: HeadOrNone, machine: HeadOrNone }).optional(),
  tokens: z
    .looseObject({
      must_preserve: Counts.describe('Must stay verbatim, as often'),
      cosmetic: Counts.describe('Should be kept'),
      note: z.string().optional().describe('v1 only'),
    })
    .optional(),
})

const text = z.string().optional()
const number = z.number().optional()
export const HeadV2 = z.intersection(
  Head,
  z.looseObject({
    revision: id,
    client: text,
    client_version: text,
    prompt_version: text,
    brief_version: id.optional(),
    reader: text,
  }),
)
const HeadV2OrNone = HeadV2.nullable()
export const Layers = z.looseObject({ manual: HeadV2OrNone, machine: HeadV2OrNone })

export const RowCardV2 = z.intersection(
  RowCard,
  z.looseObject({
    key: z.string().optional(),
    remark: z.looseObject({ note: text, place: text, max_length: number }).optional(),
    copies: id.describe('Rows with this source'),
    pending_proposals: count,
    labels: z.array(z.string()),
    max_letters: count.optional().describe('A wider text may not fit'),
    other_sources: z.array(z.record(z.string(), z.string())).optional(),
    does_not_fit: z.array(z.string()).optional().describe('Seen in the game'),
    previous_source: z
      .looseObject({ text: z.string().nullable(), text_hash: Hash, layer: z.enum(LAYERS), translation: z.string() })
      .nullable()
      .describe('Of stale rows: the old source and its translation'),
    layers: Layers.optional(),
    official: z.record(z.string(), z.string()).optional().describe('By language'),
  }),
)

nameShapes({ Head, SlotOrNone, RowCard, HeadV2, HeadV2OrNone, Layers, RowCardV2 })

/** Members that the details of every error have. */
export const Details = z.looseObject({
  agent_action: AgentAction,
  retriable: z.boolean().describe('The same request may succeed later unchanged'),
})
const Pairs = z.array(z.looseObject({ expected: z.string(), found: z.string() }))
const strings = z.array(z.string())
const tokens = z.union([Counts, strings, z.string()])

const NeededDetails = z.looseObject({
  required_roles: z.array(Role).optional(),
  required_permission: z.string().optional(),
})
const TokenDetails = z.looseObject({
  missing: Counts.optional(),
  unexpected: Counts.optional(),
  expected: tokens.optional().describe('A list in TAGS_03: printf tokens in order'),
  found: tokens.optional().describe('A piece of the text in rules about content'),
  suggestion: z.string().optional().describe('The whole repaired text, where the repair is certain'),
  certain: z.boolean().optional(),
  fits_row: z.string().optional().describe('ALIGN_01: the row whose text this seems to be'),
  lookalikes: Pairs.optional().describe('Safe to repair: replace found with expected'),
  characters: strings.optional(),
})
const LengthDetails = z.looseObject({
  visible_length: number,
  min_visible_length: number,
  max_visible_length: number,
  max_code_points: number,
  max_bytes: number,
})

const StaleDetails = z.looseObject({ current_source_hash: Hash, current_source_text: z.string() })

/** Members of an error's details by its code, beside `agent_action` and `retriable`. The document gives each of these shapes a name. */
const DETAILS = {
  forbidden_ability: NeededDetails,
  forbidden_permission: NeededDetails,
  invalid_request: z.looseObject({
    errors: z.array(
      z.looseObject({
        field: z.string().describe('Such as limit, header, body, items[3].provider'),
        message: z.string(),
        allowed: z.union([strings, z.looseObject({ min: z.int(), max: z.int() })]).optional(),
      }),
    ),
  }),
  batch_too_large: z.looseObject({ max: count }),
  daily_row_quota_exceeded: z.looseObject({ limit: count, used: count, remaining: count, resets_at: Time }),
  stale_source: StaleDetails,
  stale_head: z.looseObject({ head: HeadV2OrNone.describe('As it is now') }),
  active_proposal_exists: z.looseObject({ proposal_id: id, proposal_version: id }),
  unchanged: z.looseObject({ reason: z.enum(UNCHANGED_REASONS) }),
  markup_functional_breakage: TokenDetails,
  markup_cosmetic_breakage: TokenDetails,
  markup_caption_breakage: z.looseObject({ captions: Pairs.optional() }),
  glossary_violation: z.looseObject({
    missing_phrases: strings.optional(),
    accepted_forms: z.record(z.string(), strings).optional().describe('By term: use one; * is any ending'),
  }),
  length_too_short: LengthDetails,
  length_too_long: LengthDetails,
} as const satisfies Partial<Record<Code | 'stale_head', z.ZodType>>
type Detailed = keyof typeof DETAILS

const ofWholeAnswers: readonly Detailed[] = ['invalid_request', 'batch_too_large', 'daily_row_quota_exceeded']
const sharing = (of: z.ZodType): Detailed[] =>
  (Object.keys(DETAILS) as Detailed[]).filter((code) => DETAILS[code] === of && !ofWholeAnswers.includes(code))

const ProblemBase = z.looseObject({
  code: z.string(),
  rule_code: z.string().nullable().describe('Rule of the checks'),
  message: z.string(),
  details: Details,
})
const plain = ['entry_not_found', 'non_translatable', 'empty_text', 'source_equivalent'] as const

/** One of these codes. It is optional here, because the base shape requires it already. */
const oneOf = (codes: readonly string[]) =>
  (codes.length === 1 ? z.literal(codes[0] as string) : z.enum(codes as [string, ...string[]])).optional()

/** An error of an item: `code` selects the details. */
const Problem = z.intersection(
  ProblemBase,
  z.xor([
    ...[...new Set(Object.values(DETAILS))]
      .filter((details) => sharing(details).length > 0)
      .map((details) => z.looseObject({ code: oneOf(sharing(details)), details: details.optional() })),
    z.looseObject({ code: oneOf(plain) }),
  ]),
)

export const Problems = z.array(Problem)

const FailureBase = z.looseObject({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  hint: z.string().describe('What to do about it'),
  details: Details,
})
const detailedFailures = [
  ['invalid_request'],
  ['batch_too_large'],
  ['daily_row_quota_exceeded'],
  ['forbidden_ability', 'forbidden_permission'],
  ['stale_source'],
] as const
const otherFailures = ERROR_CODES.filter((code) => !detailedFailures.flat().includes(code as never))

/** The body of every failure: `error` selects the details. */
export const Failure = z.intersection(
  FailureBase,
  z.xor([
    ...detailedFailures.map((codes) => z.looseObject({ error: oneOf(codes), details: DETAILS[codes[0]].optional() })),
    z.looseObject({ error: oneOf([...otherFailures, 'stale_head']) }),
  ]),
)

export const QuotaDetails = DETAILS.daily_row_quota_exceeded

export const Claim = z.looseObject({ id: z.string(), expires_at: Time })

nameShapes({ Details, Pairs, NeededDetails, TokenDetails, StaleDetails, Quota: QuotaDetails, Claim })
nameShapes({ ProblemBase, Problem, Problems, FailureBase, Failure })

/** The facts of a term, as answers show and suggestions send them. */
const factsShape = {
  kind: z.enum(TERM_CHOICES.kind).optional(),
  gender: z.enum(TERM_CHOICES.gender).optional().describe('Of the translation'),
  number: z.enum(TERM_CHOICES.number).optional(),
  inflection: z.enum(TERM_CHOICES.inflection).optional().describe('none: only forms are accepted'),
  force: z.enum(TERM_CHOICES.force).optional().describe('advice: never refused'),
}

/** A term of the glossary. */
export const Term = z.looseObject({
  source: z.string(),
  forms: z.array(z.string()).describe('Accepted; a trailing * accepts any ending'),
  do_not_translate: z.boolean(),
  case_sensitive: z.boolean(),
  note: z.string(),
  ...factsShape,
  meaning: z.string().optional(),
  made_forms: z.array(z.string()).optional().describe('Of a match: inflected, accepted too'),
})

export const KnownText = z.looseObject({
  text: z.string(),
  layer: z.enum(LAYERS),
  status: z.enum(TRANSLATION_STATUSES),
  freshness: z.enum(FRESHNESS),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  row_id: RowId,
})
export const Earlier = z.intersection(
  KnownText,
  z.looseObject({
    kind: z.enum(['same', 'twin', 'near']).describe('twin: differs only in digits, tokens and colours'),
    likeness: z.int().describe('Percent, ignoring numbers and tokens'),
    source: z.string(),
  }),
)
export const UnknownRowIds = z.array(RowId).describe('The game has no such rows')
export const left_out = count.describe('Beyond the bound of one answer')
export const Settled = z.literal(false).describe('Rows changed a moment ago may be counted as before')

const Copies = z
  .looseObject({ written: count, refused: count, left: count.describe('Send the item again for these') })
  .describe('v2')
export const ItemResult = z.looseObject({ row_id: RowId, ok: z.boolean(), errors: Problems, warnings: Problems })
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
        'same_text: already there; already_filled: another machine text is there and overwrite was not true; ' +
          'unchanged: you have already proposed it; unquoted: the text does not have these words',
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
/** The answer to a batch, in v1 and v2. */
export const WRITTEN = answer({ items: z.array(WriteResult) }, WriteMeta)

nameShapes({ Term, KnownText, Earlier, UnknownRowIds, Settled, Copies, ItemResult, WriteResult })

export const WorkStatus = z.looseObject({
  name: z.string(),
  role: Role,
  writes: z.enum(['machine', 'proposals']).nullable().describe('What your texts become'),
  rows: count,
  untranslated: count.describe('Without service rows'),
  stale: count,
  quota: QuotaDetails,
  requests_per_minute: id,
  target_language: z.string(),
})
