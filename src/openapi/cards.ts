// The shapes of row cards in the OpenAPI document (docs/api-v1.md#row-card).
import * as z from 'zod'
import { FRESHNESS, LAYERS, ORIGINS, SOURCE_KINDS, TRANSLATION_STATUSES } from '../domain/vocabulary.ts'
import { count, Counts, Hash, id, RowId, Time } from './words.ts'

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
