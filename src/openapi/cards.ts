// The shapes of row cards in the OpenAPI document, and the small schemas of which the others are made.
import * as z from 'zod'
import { AGENT_ACTIONS } from '../api-v1/errors.ts'
import {
  ABILITIES,
  FIELD_GROUPS,
  FRESHNESS,
  LAYERS,
  ORIGINS,
  ROLES,
  SOURCE_KINDS,
  TRANSLATION_STATUSES,
} from '../domain/vocabulary.ts'

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
export const Counts = z.record(z.string(), z.int()).describe('How often each token occurs')
export const Ability = z.enum(ABILITIES)
export const Groups = z.array(z.enum(FIELD_GROUPS))
export const Role = z.enum(ROLES)
export const AgentAction = z
  .enum(AGENT_ACTIONS)
  .describe(
    'retranslate: make another text; refetch: read the row again; skip: leave it; wait: send the same again after Retry-After; stop_until_quota_reset: go on after resets_at; abort: a person must change something',
  )

// The shapes of row cards in the OpenAPI document (docs/api-v1.md#row-card).

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
      must_preserve: Counts.describe('Verbatim in the translation, and as often'),
      cosmetic: Counts.describe('Should be kept'),
      note: z.string().optional().describe('v1 only'),
    })
    .optional(),
})

const named = z.string().optional()
export const HeadV2 = z.intersection(
  Head,
  z.looseObject({
    revision: id,
    client: named,
    client_version: named,
    prompt_version: named,
    brief_version: id.optional(),
    reader: named,
  }),
)
export const HeadV2OrNone = HeadV2.nullable()
export const Layers = z.looseObject({ manual: HeadV2OrNone, machine: HeadV2OrNone })

export const RowCardV2 = z.intersection(
  RowCard,
  z.looseObject({
    key: z.string().optional(),
    copies: id.describe('Rows with this source'),
    pending_proposals: count,
    labels: z.array(z.string()),
    max_letters: count.optional().describe('Wider may not fit'),
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

export const CARDS_NAMED = { Head, HeadV2, HeadV2OrNone, Layers, RowCard, RowCardV2, SlotOrNone } as const
