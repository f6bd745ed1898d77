// Defines the bodies of the routes for labels as zod schemas, also for OpenAPI.
import * as z from 'zod'
import { LABEL_ACTS, type LabelAct } from '../app/labels/label-rows.ts'
import type { Facts } from '../api-v1/body-faults.ts'
import type { BodyKind } from '../api-v1/sent-body.ts'
import { labelNameOf } from '../domain/labels/label.ts'
import { labelLengthMax, labelledRowsMax } from '../domain/limits.ts'
import { rowId } from './term-requests.ts'

const label = z.string().refine((text) => labelNameOf(text) !== null)
const row_ids = z.array(rowId).min(1).max(labelledRowsMax)

export const LabelRowsSchema = z.strictObject({
  label,
  act: z.enum(LABEL_ACTS).describe('reset: leave it to the rules'),
  row_ids,
})

const FACTS: Facts = {
  label: { expects: `a name of 1 to ${labelLengthMax} characters without commas and control characters, not -` },
  act: { expects: `one of ${LABEL_ACTS.join(', ')}`, allowed: LABEL_ACTS },
  row_ids: { expects: `a list of 1 to ${labelledRowsMax} row ids`, allowed: { min: 1, max: labelledRowsMax } },
  'row_ids[]': { expects: '16 hex characters' },
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
