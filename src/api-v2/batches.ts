// Writes a batch in API v2: as in v1, with the revision that the writer saw, and with copies for rows with the same source.
import * as z from 'zod'
import type { Declared } from './declared.ts'
import { briefVersionOf } from '../app/upkeep/brief.ts'
import type { ProblemsRendering } from '../app/writes/judge-batch.ts'
import type { BatchOutcome, ItemOutcome } from '../app/writes/write-batch.ts'
import { digestOf, writeAnswer } from '../api-v1/batches.ts'
import { batchMeta, bodyOf, itemJson, problemsRendering } from '../api-v1/bytes/batch-json.ts'
import { invalidRequest } from '../api-v1/bad-request.ts'
import { canonicalJson } from '../api-v1/bytes/canonical-json.ts'
import { BATCH_FACTS, batchOf, provenanceFaults, writeItemOf, WriteItemSchema } from '../api-v1/requests.ts'
import type { WriteItem } from '../app/writes/write-item.ts'
import type { WriteRefusal } from '../domain/decide-write.ts'
import { headJson } from './cards.ts'
import { STALE_HEAD } from './errors.ts'
import { clientLengthMax } from '../domain/limits.ts'
import { clientOf, isClientText } from '../domain/revision.ts'
import type { Client } from '../domain/row.ts'
import { must, sending } from './bodies.ts'
import { WRITTEN } from './shapes.ts'

const revisionMax = 0xffff_ffff

const briefVersionMax = 9_999

const clientMember = (description: string) =>
  must(
    z.string().refine(isClientText).meta({ minLength: 1, maxLength: clientLengthMax }),
    `a string of 1 to ${clientLengthMax} printable characters`,
    { min: 1, max: clientLengthMax },
  )
    .optional()
    .describe(description)
/** Members that tell about the client. Each item may have them; beside `items` they count for all items without them. */
const CLIENT = {
  client: clientMember('The program that writes: my-agent'),
  client_version: clientMember('Its version: 1.4.2'),
  prompt_version: clientMember('The version of its prompt'),
  brief_version: z.int().min(0).max(briefVersionMax).optional().describe('Of the brief it worked by'),
}
type ClientMembers = z.infer<z.ZodObject<typeof CLIENT>>

const clientIn = (item: ClientMembers, beside: ClientMembers): Client | undefined =>
  clientOf(
    (item.client ?? beside.client)?.trim(),
    (item.client_version ?? beside.client_version)?.trim(),
    (item.prompt_version ?? beside.prompt_version)?.trim(),
    item.brief_version ?? beside.brief_version,
  )

export const V2WriteItemSchema = WriteItemSchema.extend({
  ...CLIENT,
  expected_revision: z
    .int()
    .min(0)
    .max(revisionMax)
    .optional()
    .describe("revision of the layer's head as you read it, 0 for none; another one fails the item with stale_head"),
  copies: z
    .boolean()
    .optional()
    .describe('For machine items: true gives the text to every row with this source whose machine layer is empty'),
  fault: z.string().optional().describe('A second reader: wrong words of the machine text; empty keeps it'),
})
const WriteBody = batchOf(V2WriteItemSchema).extend(CLIENT)

function itemsIn(body: z.infer<typeof WriteBody>): readonly WriteItem[] {
  return body.items.map((sent) => {
    const client = clientIn(sent, body)
    const item = {
      ...writeItemOf(sent),
      expectedRevision: sent.expected_revision ?? null,
      copies: sent.copies ?? false,
      ...(sent.fault !== undefined && { fault: sent.fault }),
    }
    return client === undefined ? item : { ...item, client }
  })
}

const write = sending({
  name: 'writeV2',
  path: '/translations',
  needs: 'some write',
  summary: 'Write a batch as in v1, with expected_revision and copies',
  body: WriteBody,
  header: 'required',
  facts: BATCH_FACTS,
  moreFaults: provenanceFaults,
  gives: WRITTEN,
  run: async (call, sent) => {
    const items = itemsIn(sent.value)
    const latest = briefVersionOf(call.app)
    if (items.some(({ client }) => (client?.brief ?? 0) > latest))
      return invalidRequest([
        { field: 'brief_version', message: `must be a version of the brief; the latest is ${latest}` },
      ])
    // The same idempotency key at another API version is another request.
    const { items: _, ...beside } = sent.body
    const mark = Object.keys(beside).length === 0 ? 'v2 ' : `v2 ${canonicalJson(beside)} `
    const digest = await digestOf(sent.body, call.turn, mark)
    return await writeAnswer(call, { ...sent, value: items }, digest, {
      problems: v2Problems(items.length),
      body: v2BatchBody,
    })
  },
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

export const BATCHES: readonly Declared[] = [write]
