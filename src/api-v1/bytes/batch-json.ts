// Writes the results of both POST routes as JSON, in the order of the request (docs/api-v1.md#post-translationsvalidate,
// docs/api-v1.md#post-translations).
import type { AnswerBudget } from '../../app/writes/judge-batch.ts'
import type { AnswerRendering, BatchOutcome, BatchRefusal, ItemOutcome, Quota } from '../../app/writes/write-batch.ts'
import { unreachable } from '../../base/assert.ts'
import type { WriteDecision } from '../../domain/decide-write.ts'
import { noWriteAtAll } from '../visit.ts'
import { type Answer, failure, isNotDone, notDone, retryAfter } from '../answer.ts'
import { itemBytesOf, noProblems, problemsJson, terseBytes } from './problems-json.ts'
import { problemOf } from './wire.ts'
import { isoTime } from '../../base/time.ts'

export function validationItem(rowId: string, decision: WriteDecision, count: number): ValidationItem {
  const ok = decision.kind === 'revision' || decision.kind === 'proposal'
  const said =
    decision.kind === 'unchanged' ? JSON.stringify([problemOf('unchanged', { reason: decision.reason })]) : null
  const problems = said === null ? problemsJson(decision, itemBytesOf(count)) : `"errors":${said},"warnings":[]`
  return { ok, json: `{"row_id":"${rowId}","ok":${ok},${problems}}` }
}

interface ValidationItem {
  readonly ok: boolean
  readonly json: string
}

export function validationAnswer(items: readonly ValidationItem[]): Answer {
  const good = items.filter(({ ok }) => ok).length
  const meta = { total: items.length, ok: good, failed: items.length - good }
  return {
    status: 200,
    body: bodyOf(
      items.map(({ json }) => json),
      meta,
    ),
  }
}

/** The whole body around `items`, which are JSON already; for values there is `success`. */
export const bodyOf = (items: readonly string[], meta: object): string =>
  `{"success":true,"data":{"items":[${items.join(',')}]},"meta":${JSON.stringify(meta)}}`

/** Writes the problems of an item, within its share of the answer. Runs before the transaction begins. */
export const problemsRendering =
  (count: number): AnswerRendering['problems'] =>
  (decision, isTerse) =>
    problemsJson(decision, isTerse ? terseBytes : itemBytesOf(count))

/** The answer is stored with the batch, and sent again byte for byte. */
export const batchRendering = (count: number): AnswerRendering => ({
  problems: problemsRendering(count),
  body: (outcome) => bodyOf(outcome.items.map(itemJson), batchMeta(outcome)),
})

export function batchMeta({ items, quota }: BatchOutcome) {
  const count = (status: ItemOutcome['status']): number => items.filter((item) => item.status === status).length
  return {
    total: items.length,
    written: count('written'),
    proposed: count('proposed'),
    unchanged: count('unchanged'),
    rejected: count('rejected'),
    quota: quotaJson(quota),
  }
}

const quotaJson = ({ limit, used, remaining, resetsAtMs }: Quota): Readonly<Record<string, unknown>> => ({
  limit,
  used,
  remaining,
  resets_at: isoTime(resetsAtMs),
})

const budgetJson = ({ limitBytes, usedBytes, resetsAtMs }: AnswerBudget): Readonly<Record<string, unknown>> => ({
  stored_answer_bytes: { limit: limitBytes, used: usedBytes, resets_at: isoTime(resetsAtMs) },
})

export function itemJson(item: ItemOutcome): string {
  const head = `{"row_id":"${item.rowId}","ok":${item.status !== 'rejected'},"status":"${item.status}"`
  if (item.status === 'unchanged') return `${head},${noProblems},"details":{"reason":"${item.reason}"}}`
  if (item.status !== 'proposed') return `${head},${item.problems}}`
  const details = item.becauseForeignApproval ? ',"details":{"reason":"foreign_approval"}' : ''
  return `${head},"proposal_id":${item.proposalId},"proposal_version":${item.proposalVersion},${item.problems}${details}}`
}

export function refusedBatch(refusal: BatchRefusal): Answer {
  if (isNotDone(refusal)) return notDone(refusal)
  switch (refusal.code) {
    case 'forbidden_ability':
      return noWriteAtAll()
    case 'daily_row_quota_exceeded':
      return failure('daily_row_quota_exceeded', { details: quotaJson(refusal.quota) })
    case 'rate_limited':
      return failure('rate_limited', {
        message: 'Batches that changed nothing have filled the space that your stored answers may take today.',
        details: budgetJson(refusal.budget),
        headers: retryAfter(Math.max(1, Math.ceil(refusal.retryAfterMs / 1000))),
      })
    case 'duplicate_idempotency_key':
      return failure(refusal.code)
    default:
      return unreachable(refusal)
  }
}
