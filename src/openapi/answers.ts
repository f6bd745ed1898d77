// The shapes of answers of API v1, and of those addresses of v2 that are declared where no zod may be loaded (docs/api-v1.md#endpoints,
// docs/agents.md). Contract tests hold every answer to these schemas.
import * as z from 'zod'
import { SETTINGS } from '../domain/settings.ts'
import {
  Ability,
  answer,
  count,
  Details,
  Groups,
  id,
  nameShapes,
  ItemResult,
  plainAnswer,
  Role,
  RowCard,
  RowCardV2,
  Settled,
  Term,
  Time,
  WorkStatus,
  WRITTEN,
} from '../api-v2/shapes.ts'

const Abilities = z.array(Ability)
nameShapes({ Abilities })

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

const RowsV2 = answer(
  { rows: z.array(RowCardV2) },
  {
    count,
    next: id.nullable().describe('after of the next page'),
    total: count.optional().describe('Of all pages; not for ids, around and text'),
    is_settled: Settled.optional(),
    fields: Groups,
  },
)

/** The shape of each successful answer, by the name of the route. */
export const SUCCESSES: Readonly<Record<string, z.ZodType>> = {
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
  write: WRITTEN,
  rowsV2: RowsV2,
  search: RowsV2,
  brief: answer(
    { version: count, text: z.string(), changed_at: Time.nullable(), changed_by: z.string().nullable() },
    {},
  ),
  glossary: answer(
    { terms: z.array(Term) },
    { count, caption_policy: z.enum(SETTINGS.caption_policy.choices), markup: z.string() },
  ),
  status: plainAnswer(WorkStatus),
}
