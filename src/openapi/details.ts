// The shapes of each error's details, by its code: for items, and for answers that refuse a whole request. A check may add members;
// clients ignore unknown ones.
import * as z from 'zod'
import { ERROR_CODES, type ErrorCode as Code } from '../api-v1/errors.ts'
import { UNCHANGED_REASONS } from '../domain/vocabulary.ts'
import { AgentAction, count, Counts, Hash, HeadV2OrNone, id, Role, Time } from './cards.ts'

/** Members of every error's details. */
export const Details = z.looseObject({
  agent_action: AgentAction,
  retriable: z.boolean().describe('The same request may succeed later unchanged'),
})
const Pairs = z.array(z.looseObject({ expected: z.string(), found: z.string() }))
const strings = z.array(z.string())
const tokens = z.union([Counts, strings, z.string()])
const number = z.number().optional()

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
  lookalikes: Pairs.optional().describe('Safe to repair: put expected for found'),
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

/** Beside `agent_action` and `retriable`; each gets a name in the document. */
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
  rule_code: z.string().nullable().describe('Rule of the text gate'),
  message: z.string(),
  details: Details,
})
const plain = ['entry_not_found', 'non_translatable', 'empty_text', 'source_equivalent'] as const

/** The code is optional here: the base shape requires it already. */
const oneOf = (codes: readonly string[]) =>
  (codes.length === 1 ? z.literal(codes[0] as string) : z.enum(codes as [string, ...string[]])).optional()

/** An error of an item: `code` selects the details. */
export const Problem = z.intersection(
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

export const DETAILS_NAMED = {
  Details,
  FailureBase,
  NeededDetails,
  Pairs,
  Problems,
  ProblemBase,
  StaleDetails,
  TokenDetails,
} as const
export const QuotaDetails = DETAILS.daily_row_quota_exceeded
