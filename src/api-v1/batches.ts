// What both POST routes of API v1 do: read the batch, hand it to its use case, answer.
import { validateBatch } from '../app/validate-batch.ts'
import { writeBatch } from '../app/write-batch.ts'
import { sha256Hex } from '../base/bytes.ts'
import type { Answer } from './answer.ts'
import { readBatch } from './batch-body.ts'
import { batchBody, refusedBatch, validationAnswer } from './batch-json.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Call } from './dispatch.ts'
import { parseValidateBody, parseWriteBody } from './requests.ts'

/** POST /translations/validate. */
export async function validate({ app, request, env, actor }: Call): Promise<Answer> {
  const batch = await readBatch(request, env, parseValidateBody, false)
  if (!batch.ok) return batch.refusal
  return validationAnswer(batch.value.items, validateBatch(app, actor, batch.value.items))
}

/** POST /translations. */
export async function write({ app, request, env, actor }: Call): Promise<Answer> {
  const batch = await readBatch(request, env, parseWriteBody, true)
  if (!batch.ok) return batch.refusal
  const { items, body, idempotencyKey } = batch.value
  const bodyDigest = sha256Hex(canonicalJson(body))
  const written = await writeBatch(app, actor, { items, idempotencyKey, bodyDigest }, batchBody)
  if (!written.ok) return refusedBatch(written.refusal)
  const headers = written.value.isReplayed ? { 'Idempotent-Replayed': 'true' } : {}
  return { status: 200, body: written.value.body, headers }
}
