// Does the work of both POST routes of API v1, once the body is known to be valid.
import { createHash } from 'node:crypto'
import { validateBatch } from '../app/writes/validate-batch.ts'
import { type AnswerRendering, writeBatch } from '../app/writes/write-batch.ts'
import type { WriteItem } from '../app/writes/write-item.ts'
import { sha256Hex } from '../base/bytes.ts'
import type { Turn } from '../base/turn.ts'
import type { JsonObject } from '../http/json-body.ts'
import type { Answer } from './answer.ts'
import { batchRendering, refusedBatch, validationAnswer, validationItem } from './bytes/batch-json.ts'
import { canonicalJson } from './bytes/canonical-json.ts'
import { VALIDATE_BODY, WRITE_BODY } from './requests.ts'
import { type Sent, taking } from './sent-body.ts'
import type { Call, Work } from './visit.ts'

export const validate: Work = taking(VALIDATE_BODY, async ({ app, actor, turn }, { value: items }) =>
  validationAnswer(
    await validateBatch(
      app,
      actor,
      items,
      ({ rowId }, { decision }) => validationItem(rowId, decision, items.length),
      turn,
    ),
  ),
)

export const write: Work = taking(WRITE_BODY, async (call, sent) =>
  writeAnswer(call, sent, await digestOf(sent.body, call.turn), batchRendering(sent.value.length)),
)

export async function writeAnswer(
  { app, actor, turn }: Call,
  { value: items, idempotencyKey }: Sent<readonly WriteItem[]>,
  bodyDigest: string,
  rendering: AnswerRendering,
): Promise<Answer> {
  const batch = { items, idempotencyKey: idempotencyKey === '' ? null : idempotencyKey, bodyDigest }
  const written = await writeBatch(app, actor, batch, rendering, turn)
  if (!written.ok) return refusedBatch(written.refusal)
  const headers = written.value.isReplayed ? { 'Idempotent-Replayed': 'true' } : {}
  return { status: 200, body: written.value.body, headers }
}

/** A body of up to so many characters is hashed at once; a longer one in parts, between which other requests run. */
const lengthAtOnceMax = 256 * 1024

/** The SHA-256 (hex) by which two bodies are compared: of `mark`, which names the API, and the body's canonical JSON. */
export async function digestOf(body: JsonObject, turn: Turn, mark = ''): Promise<string> {
  const items = body['items'] as readonly { readonly text: string }[]
  const length = items.reduce((sum, { text }) => sum + text.length, 0)
  // One template string: adding a prefix and an end would copy the JSON.
  if (length <= lengthAtOnceMax) return sha256Hex(mark + canonicalJson({ items }))
  const digest = createHash('sha256').update(`${mark}{"items":[`)
  for (const [i, item] of items.entries()) {
    if (turn.isOver) await turn.next()
    digest.update((i === 0 ? '' : ',') + canonicalJson(item))
  }
  return digest.update(']}').digest('hex')
}
