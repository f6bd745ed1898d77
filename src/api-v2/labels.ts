// The addresses of labels: the list with counts, and rows labelled by hand.
import * as z from 'zod'
import { LABEL_ACTS, labelRows as putLabel } from '../app/labels/label-rows.ts'
import { listLabelCounts } from '../app/labels/read-labels.ts'
import { type Answer, failure, isNotDone, notDone, success } from '../api-v1/answer.ts'
import type { LabelRefusal } from '../app/labels/change-labels.ts'
import { unreachable } from '../base/assert.ts'
import { rolesWith } from '../domain/access.ts'
import { labelNameOf } from '../domain/labels.ts'
import { labelledRowsMax, labelLengthMax } from '../domain/limits.ts'
import { listOf, lowered, must, rowId, sending } from './bodies.ts'
import { AFTER, asking, each, LIMIT, type Declared } from './declared.ts'
import { sentenceOf } from './refused-change.ts'
import { answer, count, id, plainAnswer } from './shapes.ts'

export const label = must(
  z.string().refine((text) => labelNameOf(text) !== null),
  `a name of 1 to ${labelLengthMax} characters without commas and control characters, not -`,
)

const labels = asking({
  name: 'labels',
  path: '/labels',
  summary: 'Labels with their rules, and their rows by state; null: a new rule is finding its rows',
  query: each({ after: AFTER, limit: LIMIT }),
  gives: answer(
    {
      labels: z.array(
        z.looseObject({
          label: z.string(),
          rows: z.record(z.string(), count).nullable(),
          rules: z.array(z.looseObject({ rule: id, field: z.string(), patterns: z.array(z.string()) })),
        }),
      ),
    },
    { count, next: id.nullable() },
  ),
  run: async (call, { after, limit }) => {
    const { labels: found, next } = await listLabelCounts(call.app, after, limit, call.turn)
    const list = found.map(({ name, rules, rows }) => ({
      label: name,
      rows,
      rules: rules.map(({ id: rule, field, patterns }) => ({ rule, field, patterns })),
    }))
    return success({ labels: list }, { count: list.length, next })
  },
})

const labelRows = sending({
  name: 'labelRows',
  path: '/labels/rows',
  needs: 'a review',
  summary: 'Label rows by hand, whatever the rules say; admins only',
  example: { label: 'kind:item', act: 'give', row_ids: ['40564f2eaebac596'] },
  body: z.strictObject({
    label,
    act: z.enum(LABEL_ACTS).describe('reset: leave it to the rules'),
    row_ids: listOf(rowId, 'row ids', labelledRowsMax),
  }),
  gives: plainAnswer(z.looseObject({ label: z.string(), act: z.enum(LABEL_ACTS), rows: count, changed: count })),
  run: async ({ app, actor }, { value: { row_ids, ...asked } }) => {
    const done = await putLabel(app, actor, { ...asked, origin: 'list' }, lowered(row_ids))
    return done.ok ? success(done.value) : refusedLabels(done.refusal)
  },
})

function refusedLabels(refusal: LabelRefusal): Answer {
  if (isNotDone(refusal)) return notDone(refusal)
  const message = sentenceOf(refusal)
  switch (refusal.code) {
    case 'labels_out_of_reach':
      return failure('forbidden_permission', {
        message,
        hint: 'Suggest it with POST /api/v2/labels/proposals.',
        details: { required_roles: rolesWith('manage_settings') },
      })
    case 'no_label':
      return failure('entry_not_found', { message, hint: 'GET /api/v2/labels lists them; giving makes a new one.' })
    case 'unknown_label_rows':
      return failure('entry_not_found', { message, hint: 'Leave these rows out.' })
    case 'label_exists':
    case 'label_name':
    case 'label_patterns':
    case 'no_label_rule':
    case 'too_many_label_rows':
    case 'too_many_label_rules':
    case 'too_many_labels':
      return failure('invalid_request', { message, details: { errors: [{ field: 'label', message }] } })
    default:
      return unreachable(refusal)
  }
}

export const LABELS: readonly Declared[] = [labels, labelRows]
