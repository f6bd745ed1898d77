// The routes for labels: the list with counts, and rows labelled by hand.
import { labelRows } from '../app/labels/label-rows.ts'
import { listLabelCounts } from '../app/labels/read-labels.ts'
import { sentenceFor } from '../app/refusal-sentences.ts'
import { type Answer, failure, retryAfter, success, turnedAway } from '../api-v1/answer.ts'
import { taking } from '../api-v1/sent-body.ts'
import type { Call, Work } from '../api-v1/visit.ts'
import { limitOf, parametersOf } from '../api-v1/query.ts'
import type { LabelRefusal } from '../app/labels/change-labels.ts'
import { unreachable } from '../base/assert.ts'
import { rolesWith } from '../domain/access.ts'
import { lockRetryAfterSeconds } from '../domain/limits.ts'
import { asked } from './asked.ts'
import { LABEL_ROWS_BODY } from './label-requests.ts'
import { afterOf } from './lookup-queries.ts'

/** GET /labels. */
export const labels = (call: Call): Answer | Promise<Answer> =>
  asked(
    call,
    (query, faults) => {
      const values = parametersOf(query, ['after', 'limit'], faults)
      return { after: afterOf(values, faults), limit: limitOf(values.get('limit'), faults) }
    },
    async ({ after, limit }) => {
      const { labels: found, next } = await listLabelCounts(call.app, after, limit, call.turn)
      const list = found.map(({ name, rules, rows }) => ({
        label: name,
        rows,
        rules: rules.map(({ id, field, patterns }) => ({ rule: id, field, patterns })),
      }))
      return success({ labels: list }, { count: list.length, next })
    },
  )

/** POST /labels/rows. */
export const label: Work = taking(LABEL_ROWS_BODY, async ({ app, actor }, { value: { rowIds, ...asked } }) => {
  const done = await labelRows(app, actor, { ...asked, origin: 'list' }, rowIds)
  return done.ok ? success(done.value) : refusedLabels(done.refusal)
})

function refusedLabels(refusal: LabelRefusal): Answer {
  const said = sentenceFor('tools', refusal)
  const message = `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
  switch (refusal.code) {
    case 'busy':
      return failure('layer_busy', { headers: retryAfter(lockRetryAfterSeconds) })
    case 'save_failed':
      return failure('save_failed')
    case 'invalid_key':
    case 'key_inactive':
    case 'account_inactive':
      return turnedAway(refusal.code)
    case 'signed_out':
      return turnedAway('invalid_key')
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
