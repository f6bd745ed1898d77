// Writes a batch in API v2: as in v1, with the revision that the writer saw, and with copies for rows with the same source.
import { briefVersionOf } from '../app/upkeep/brief.ts'
import type { ProblemsRendering } from '../app/writes/judge-batch.ts'
import type { BatchOutcome, ItemOutcome } from '../app/writes/write-batch.ts'
import { digestOf, writeAnswer } from '../api-v1/batches.ts'
import { batchMeta, bodyOf, itemJson, problemsRendering } from '../api-v1/bytes/batch-json.ts'
import { invalidRequest } from '../api-v1/bad-request.ts'
import { canonicalJson } from '../api-v1/bytes/canonical-json.ts'
import { taking } from '../api-v1/sent-body.ts'
import type { Work } from '../api-v1/visit.ts'
import type { WriteRefusal } from '../domain/decide-write.ts'
import { headJson } from './cards.ts'
import { STALE_HEAD } from './errors.ts'
import { V2_WRITE_BODY } from './requests.ts'

export const write: Work = taking(V2_WRITE_BODY, async (call, sent) => {
  const latest = briefVersionOf(call.app)
  if (sent.value.some(({ client }) => (client?.brief ?? 0) > latest))
    return invalidRequest([
      { field: 'brief_version', message: `must be a version of the brief; the latest is ${latest}` },
    ])
  // The same idempotency key at another API version is another request.
  const { items: _, ...beside } = sent.body
  const mark = Object.keys(beside).length === 0 ? 'v2 ' : `v2 ${canonicalJson(beside)} `
  const digest = await digestOf(sent.body, call.turn, mark)
  return writeAnswer(call, sent, digest, { problems: v2Problems(sent.value.length), body: v2BatchBody })
})

function v2BatchBody(outcome: BatchOutcome): string {
  const copies = outcome.items.reduce((sum, item) => sum + ('copies' in item ? item.copies.written : 0), 0)
  const { quota, ...counts } = batchMeta(outcome)
  return bodyOf(outcome.items.map(v2ItemJson), { ...counts, copies, quota })
}

/** Adds v2's members to an item of v1. */
function v2ItemJson(item: ItemOutcome): string {
  const more = [
    ...(item.status === 'written' ? [`"revision":${item.revision}`] : []),
    ...('copies' in item ? [`"copies":${JSON.stringify(item.copies)}`] : []),
  ]
  return more.length === 0 ? itemJson(item) : `${itemJson(item).slice(0, -1)},${more.join(',')}}`
}

/** Adds revisions to the problems of v1. */
function v2Problems(count: number): ProblemsRendering['problems'] {
  const inV1 = problemsRendering(count)
  return (decision, isTerse) =>
    decision.kind === 'refused' && decision.refusal.code === 'stale_head'
      ? staleProblems(decision.refusal)
      : inV1(decision, isTerse)
}

type StaleHead = Extract<WriteRefusal, { readonly code: 'stale_head' }>

function staleProblems({ row, head }: StaleHead): string {
  const error = {
    code: 'stale_head',
    rule_code: null,
    message: STALE_HEAD.message,
    details: {
      head: headJson(head, row.sourceHash),
      agent_action: STALE_HEAD.agentAction,
      retriable: STALE_HEAD.isRetriable,
    },
  }
  return `"errors":${JSON.stringify([error])},"warnings":[]`
}
