// Defines the bodies of the routes for labels as zod schemas, also for OpenAPI.
import * as z from 'zod'
import { LABEL_ACTS, type LabelAct } from '../app/labels/label-rows.ts'
import { batchOf, batchShape } from '../api-v1/requests.ts'
import type { Facts } from '../api-v1/body-faults.ts'
import type { BodyKind } from '../api-v1/sent-body.ts'
import { labelNameOf } from '../domain/labels.ts'
import {
  batchItemsMax,
  labelLengthMax,
  labelledRowsMax,
  providerLengthMax,
  suggestedRowsMax,
  termNoteLengthMax,
} from '../domain/limits.ts'
import { type NewSuggestion, SUGGESTED_ACTS } from '../domain/checks/suggestion.ts'
import { line, lineOf, name, rowId } from './term-requests.ts'

const label = z.string().refine((text) => labelNameOf(text) !== null)

export const LabelRowsSchema = z.strictObject({
  label,
  act: z.enum(LABEL_ACTS).describe('reset: leave it to the rules'),
  row_ids: z.array(rowId).min(1).max(labelledRowsMax),
})

const FACTS: Facts = {
  label: { expects: `a name of 1 to ${labelLengthMax} characters without commas and control characters, not -` },
  act: { expects: `one of ${LABEL_ACTS.join(', ')}`, allowed: LABEL_ACTS },
  row_ids: { expects: `a list of 1 to ${labelledRowsMax} row ids`, allowed: { min: 1, max: labelledRowsMax } },
  'row_ids[]': { expects: '16 hex characters' },
}

const LabelItemSchema = z.strictObject({
  label,
  act: z.enum(SUGGESTED_ACTS),
  row_ids: z.array(rowId).min(1).max(suggestedRowsMax),
  note: line(termNoteLengthMax).optional().describe('Why'),
  provider: name,
  model: name,
})
export const SuggestLabelsSchema = batchOf(LabelItemSchema)

const ITEM_FACTS: Facts = {
  ...FACTS,
  items: { expects: `a list of 1 to ${batchItemsMax} items`, allowed: { min: 1, max: batchItemsMax } },
  act: { expects: `one of ${SUGGESTED_ACTS.join(', ')}`, allowed: SUGGESTED_ACTS },
  row_ids: { expects: `a list of 1 to ${suggestedRowsMax} row ids`, allowed: { min: 1, max: suggestedRowsMax } },
  note: lineOf(termNoteLengthMax, 0),
  provider: lineOf(providerLengthMax),
  model: lineOf(providerLengthMax),
}

/** POST /labels/proposals. */
export const SUGGEST_LABELS_BODY: BodyKind<z.infer<typeof SuggestLabelsSchema>, readonly NewSuggestion<'label'>[]> = {
  schema: SuggestLabelsSchema,
  shape: batchShape(ITEM_FACTS, Object.keys(LabelItemSchema.shape)),
  isBatch: true,
  header: 'ignored',
  moreFaults: () => [],
  read: ({ items }) =>
    items.map((item) => ({
      kind: 'label',
      what: { label: labelNameOf(item.label) ?? '', act: item.act, note: (item.note ?? '').trim() },
      rowIds: lowered(item.row_ids),
      provider: item.provider?.trim() ?? null,
      model: item.model?.trim() ?? null,
    })),
}

const lowered = (ids: readonly string[]): readonly string[] => ids.map((id) => id.toLowerCase())

/** POST /labels/rows. */
export const LABEL_ROWS_BODY: BodyKind<
  z.infer<typeof LabelRowsSchema>,
  { readonly label: string; readonly act: LabelAct; readonly rowIds: readonly string[] }
> = {
  schema: LabelRowsSchema,
  shape: { facts: FACTS, membersAt: () => Object.keys(LabelRowsSchema.shape) },
  isBatch: false,
  header: 'ignored',
  moreFaults: () => [],
  read: ({ label: name, act, row_ids: ids }) => ({ label: name, act, rowIds: lowered(ids) }),
}
