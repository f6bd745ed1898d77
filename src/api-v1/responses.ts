// The shapes of all answers (Agent API v1, Resources and their fields). Answers are built by plain code; these schemas
// describe them for OpenAPI, and the contract tests hold every answer to them.
import * as z from 'zod'
import {
  ABILITIES,
  FIELD_GROUPS,
  FRESHNESS,
  LAYERS,
  ORIGINS,
  PERMISSIONS,
  ROLES,
  ROW_STATES,
  SOURCE_FILTERS,
  SOURCE_KINDS,
  TRANSLATION_STATUSES,
  UNCHANGED_REASONS,
} from '../domain/vocabulary.ts'
import { AGENT_ACTIONS, ERROR_CODES } from './errors.ts'

const count = z.int().min(0)
const id = z.int().min(1)
const rowId = z.string().regex(/^[0-9a-f]{16}$/)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .describe('ISO 8601, UTC')
const counts = z.record(z.string(), z.int().min(1))

const Head = z.strictObject({
  text: z.string(),
  status: z.enum(TRANSLATION_STATUSES),
  freshness: z.enum(FRESHNESS),
  origin: z.enum(ORIGINS),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  updated_at: time,
})
const Slot = z.strictObject({ text: z.string(), text_hash: hash })

const RowCard = z.strictObject({
  row_id: rowId,
  ordinal: id,
  source_text: z.string().describe('Effective source text'),
  source_kind: z.enum(SOURCE_KINDS),
  source_hash: hash,
  is_service_row: z.boolean().describe('Nothing in the source needs translating'),
  sources: z.strictObject({ main: Slot.nullable(), diff: Slot.nullable() }).optional(),
  reference: z
    .strictObject({ text: z.string(), kind: z.enum(SOURCE_KINDS) })
    .nullable()
    .optional(),
  layers: z.strictObject({ manual: Head.nullable(), machine: Head.nullable() }).optional(),
  tokens: z.strictObject({ must_preserve: counts, cosmetic: counts, note: z.string() }).optional(),
})

const abilities = z.array(z.enum(ABILITIES))
const Me = z.strictObject({
  user: z.strictObject({ id, name: z.string(), role: z.enum(ROLES) }),
  key: z.strictObject({
    prefix: z.string(),
    name: z.string(),
    abilities,
    ability_grants: abilities,
    ability_denies: abilities,
    last_used_at: time.nullable(),
  }),
  effective_abilities: abilities,
  limits: z.strictObject({ requests_per_minute: id }),
})

const agent = { agent_action: z.enum(AGENT_ACTIONS), retriable: z.boolean() }
const Taxonomy = z.strictObject({
  row_states: z.array(z.enum(ROW_STATES)),
  sources: z.array(z.enum(SOURCE_FILTERS)),
  field_groups: z.array(z.enum(FIELD_GROUPS)),
  layers: z.array(z.enum(LAYERS)),
  freshness: z.array(z.enum(FRESHNESS)),
  translation_statuses: z.array(z.enum(TRANSLATION_STATUSES)),
  origins: z.array(z.enum(ORIGINS)),
  limits: z.strictObject({ rows_limit_default: id, rows_limit_max: id }),
  abilities: z.array(
    z.strictObject({ value: z.enum(ABILITIES), label: z.string(), required_permission: z.enum(PERMISSIONS) }),
  ),
  error_codes: z.array(z.strictObject({ code: z.enum(ERROR_CODES), http_status: z.int(), hint: z.string(), ...agent })),
})

const Problem = z.strictObject({
  code: z.enum(ERROR_CODES),
  rule_code: z.string().nullable().describe('Rule of the text gate, if any'),
  message: z.string(),
  details: z.looseObject(agent),
})
const problems = { errors: z.array(Problem), warnings: z.array(Problem) }
const ValidationItem = z.strictObject({ row_id: rowId, ok: z.boolean(), ...problems })

const WriteItemResult = z.discriminatedUnion('status', [
  z.strictObject({ row_id: rowId, ok: z.literal(true), status: z.literal('written'), ...problems }),
  z.strictObject({
    row_id: rowId,
    ok: z.literal(true),
    status: z.literal('proposed'),
    proposal_id: id,
    proposal_version: id,
    ...problems,
    details: z.strictObject({ reason: z.literal('foreign_approval') }).optional(),
  }),
  z.strictObject({
    row_id: rowId,
    ok: z.literal(true),
    status: z.literal('unchanged'),
    ...problems,
    details: z.strictObject({ reason: z.enum(UNCHANGED_REASONS) }),
  }),
  z.strictObject({ row_id: rowId, ok: z.literal(false), status: z.literal('rejected'), ...problems }),
])
const Quota = z.strictObject({ limit: count, used: count, remaining: count, resets_at: time })

const success = <D extends z.ZodRawShape>(data: D) => ({ success: z.literal(true), data: z.strictObject(data) })
const fields = z.array(z.enum(FIELD_GROUPS))

/** The body of each route's success, by the route's name. */
export const SUCCESSES = {
  me: z.strictObject({ success: z.literal(true), data: Me }),
  rows: z.strictObject({
    ...success({ rows: z.array(RowCard) }),
    meta: z.strictObject({
      count,
      has_more: z.boolean(),
      next_cursor: z.string().optional().describe('Absent on the last page'),
      total_matching: count.optional(),
      fields,
    }),
  }),
  row: z.strictObject({ ...success({ row: RowCard }), meta: z.strictObject({ fields }) }),
  taxonomy: z.strictObject({ success: z.literal(true), data: Taxonomy }),
  validate: z.strictObject({
    ...success({ items: z.array(ValidationItem) }),
    meta: z.strictObject({ total: count, ok: count, failed: count }),
  }),
  write: z.strictObject({
    ...success({ items: z.array(WriteItemResult) }),
    meta: z.strictObject({
      total: count,
      written: count,
      proposed: count,
      unchanged: count,
      rejected: count,
      quota: Quota,
    }),
  }),
} as const

/** The body of every failure. */
export const Failure = z.strictObject({
  success: z.literal(false),
  error: z.enum(ERROR_CODES),
  message: z.string(),
  hint: z.string(),
  details: z.looseObject(agent),
})

/** Shapes that get a name in the document. */
export const NAMED = { RowCard, Head, Me, Taxonomy, Problem, ValidationItem, WriteItemResult, Quota, Failure } as const
