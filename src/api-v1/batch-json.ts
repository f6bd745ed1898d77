// Results of both POST routes, item by item and in the order of the request (Agent API v1, Validation result item and
// Write result item).
import type { Judgement } from '../app/judge-write.ts'
import type { ValidateItem } from '../app/validate-batch.ts'
import type { BatchOutcome, BatchRefusal, ItemOutcome, Quota } from '../app/write-batch.ts'
import { unreachable } from '../base/assert.ts'
import { lockRetryAfterSeconds } from '../domain/limits.ts'
import { noWriteAtAll } from './ability-answers.ts'
import { type Answer, failure, retryAfter } from './answer.ts'
import { findingProblem, isoTime, type ItemProblems, problemOf, problemsOf } from './wire.ts'

/** The answer of validate. */
export function validationAnswer(items: readonly ValidateItem[], judgements: readonly Judgement[]): Answer {
  let good = 0
  const results = judgements.map(({ decision }, i) => {
    const rowId = items[i]?.rowId ?? ''
    const ok = decision.kind === 'revision' || decision.kind === 'proposal'
    if (ok) good++
    if (ok && decision.warnings.length === 0) return `{"row_id":"${rowId}","ok":true,"errors":[],"warnings":[]}`
    return JSON.stringify({ row_id: rowId, ok, ...validationProblems(decision) })
  })
  return successOf(results, { total: results.length, ok: good, failed: results.length - good })
}

/** As `success`, of items that are JSON already: most are the same but for their id, which is hex, and are put together. */
const successOf = (items: readonly string[], meta: object): Answer & { readonly body: string } => ({
  status: 200,
  body: `{"success":true,"data":{"items":[${items.join(',')}]},"meta":${JSON.stringify(meta)}}`,
})

function validationProblems(decision: Judgement['decision']): ItemProblems {
  if (decision.kind === 'refused') return problemsOf(decision.refusal)
  if (decision.kind === 'unchanged') {
    return { errors: [problemOf('unchanged', { reason: decision.reason })], warnings: [] }
  }
  return { errors: [], warnings: decision.warnings.map(findingProblem) }
}

/** The body of a batch's answer: made once, stored with the batch, replayed byte for byte. */
export function batchBody({ items, quota }: BatchOutcome): string {
  const count = (status: ItemOutcome['status']): number => items.filter((item) => item.status === status).length
  const meta = {
    total: items.length,
    written: count('written'),
    proposed: count('proposed'),
    unchanged: count('unchanged'),
    rejected: count('rejected'),
    quota: quotaJson(quota),
  }
  return successOf(items.map(itemJson), meta).body
}

const quotaJson = ({ limit, used, remaining, resetsAtMs }: Quota): Readonly<Record<string, unknown>> => ({
  limit,
  used,
  remaining,
  resets_at: isoTime(resetsAtMs),
})

const itemJson = (item: ItemOutcome): string =>
  item.status === 'written' && item.warnings.length === 0
    ? `{"row_id":"${item.rowId}","ok":true,"status":"written","errors":[],"warnings":[]}`
    : JSON.stringify(itemObject(item))

function itemObject(item: ItemOutcome): object {
  const head = { row_id: item.rowId, ok: item.status !== 'rejected', status: item.status }
  if (item.status === 'rejected') return { ...head, ...problemsOf(item.refusal) }
  if (item.status === 'unchanged') return { ...head, errors: [], warnings: [], details: { reason: item.reason } }
  const problems = { errors: [], warnings: item.warnings.map(findingProblem) }
  if (item.status === 'written') return { ...head, ...problems }
  return {
    ...head,
    proposal_id: item.proposalId,
    proposal_version: item.proposalVersion,
    ...problems,
    ...(item.becauseForeignApproval && { details: { reason: 'foreign_approval' } }),
  }
}

/** The answer of a batch that was refused as a whole. */
export function refusedBatch(refusal: BatchRefusal): Answer {
  switch (refusal.code) {
    case 'forbidden_ability':
      return noWriteAtAll()
    case 'layer_busy':
      return failure('layer_busy', { headers: retryAfter(lockRetryAfterSeconds) })
    case 'daily_row_quota_exceeded':
      return failure('daily_row_quota_exceeded', { details: quotaJson(refusal.quota) })
    case 'duplicate_idempotency_key':
    case 'save_failed':
      return failure(refusal.code)
    default:
      return unreachable(refusal)
  }
}
