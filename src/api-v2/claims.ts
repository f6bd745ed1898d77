// The addresses of claims. A claim reserves rows for an agent for a while; other agents are not given them, but nobody's write
// is refused.
import * as z from 'zod'
import { claimableOfFilter, claimableOfWork } from '../app/claims/claimable.ts'
import { giveBackClaim, orGiveBack, renewClaim, type TakeClaim, type TakeRefusal } from '../app/claims/take-claim.ts'
import type { Actor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import { type ClaimedRow, readClaimedRows } from '../app/claims/read-claimed-rows.ts'
import { unknownLabelIn } from '../app/labels/read-labels.ts'
import { findEarlier } from '../app/terms/find-memory.ts'
import { takeOpenRows, type TakenRows } from '../app/claims/take-open-rows.ts'
import { briefVersionOf } from '../app/upkeep/brief.ts'
import { sha256Hex } from '../base/bytes.ts'
import { unreachable } from '../base/assert.ts'
import { letOthersGo, type Turn } from '../base/turn.ts'
import { type Call, noWriteAtAll } from '../api-v1/visit.ts'
import { type Answer, failure, noContent, retryAfter, success } from '../api-v1/answer.ts'
import { type Fault, invalidRequest } from '../api-v1/bad-request.ts'
import { canonicalJson } from '../api-v1/bytes/canonical-json.ts'
import type { JsonObject } from '../http/json-body.ts'
import { isoTime } from '../base/time.ts'
import { CORE_ONLY, groupsOf } from '../api-v1/query.ts'
import type { Sent } from '../api-v1/sent-body.ts'
import { glossaryTermsIn } from '../domain/checks/glossary.ts'
import type { Claim } from '../domain/claim.ts'
import { earlierPairs } from '../domain/text/earlier-pairs.ts'
import {
  claimRowsDefault,
  claimRowsMax,
  claimSecondsDefault,
  claimSecondsMax,
  claimSecondsMin,
  claimsPerPersonMax,
  jobClaimRows,
} from '../domain/limits.ts'
import { sourceTextOf } from '../domain/row.ts'
import { CLAIM_WORKS, FIELD_GROUPS, type FieldGroup, SOURCE_FILTERS } from '../domain/vocabulary.ts'
import { V2_BASE_PATH } from './base-path.ts'
import { cardJson, likeMembers } from './cards.ts'
import { must, sending } from './bodies.ts'
import { asking, type Declared } from './declared.ts'
import { answer, Claim as ClaimShape, count, Earlier, Groups, RowCardV2 } from './shapes.ts'
import { WORK_NAMES, workFilterOf } from './work-query.ts'

const seconds = z.int().min(claimSecondsMin).max(claimSecondsMax).optional()

/** A filter of work in a body: the member `filter` has its parameters by their names. */
const Filter = must(
  z.strictObject(Object.fromEntries(WORK_NAMES.map((name) => [name, z.string().optional()]))),
  'an object with the parameters of a filter of work',
)

export const ClaimBody = z.strictObject({
  work: z
    .enum(CLAIM_WORKS)
    .optional()
    .describe('none (unless named): rows without a translation; stale: rows whose source has changed since'),
  source: z.enum(SOURCE_FILTERS).optional().describe('As in GET /api/v1/rows; all unless named'),
  filter: Filter.optional().describe('Instead of work and source: parameters as in GET /api/v2/rows'),
  limit: z.int().min(1).max(claimRowsMax).optional().describe(`${claimRowsDefault} unless named`),
  ttl_s: seconds.describe(`Seconds until the claim ends; ${claimSecondsDefault} unless named`),
  fields: must(z.string(), 'names of groups with commas between them')
    .optional()
    .describe('Groups of the cards as in GET /api/v1/rows; core unless named'),
  earlier: z.boolean().optional().describe('true: data.earlier has translations of similar texts'),
})

function faultsBeside({ fields, filter, ...body }: JsonObject): readonly Fault[] {
  const faults: Fault[] = []
  if (typeof fields === 'string') groupsOf(fields, CORE_ONLY, faults)
  if (typeof filter !== 'object' || filter === null) return faults
  for (const name of ['work', 'source']) {
    if (name in body) faults.push({ field: name, message: 'cannot be used with filter, which replaces it' })
  }
  const texts = Object.entries(filter).filter(([, value]) => typeof value === 'string')
  workFilterOf(new Map(texts), faults, 'filter.')
  if (Object.keys(filter).length === 0) faults.push({ field: 'filter', message: 'must have at least one parameter' })
  return faults
}

const Left = count.describe('Rows of this work that nobody holds')

const take = sending({
  name: 'takeClaim',
  path: '/claims',
  needs: 'a claim',
  summary: 'Take rows; nobody else gets them meanwhile',
  description:
    'A row leaves the claim when it is written. No rows: others hold the rest (Retry-After), or the work is done. ' +
    'A claim is only advice: no write needs one.',
  header: 'optional',
  example: { work: 'none', limit: 50, ttl_s: 900, fields: 'core,tokens' },
  body: ClaimBody,
  inside: ClaimBody.extend({ limit: z.int().min(1).max(jobClaimRows).optional() }),
  moreFaults: faultsBeside,
  gives: answer(
    { claim: ClaimShape.nullable(), rows: z.array(RowCardV2), earlier: z.array(Earlier).optional() },
    { count, left: Left, held_by_others: count, remembered: count.optional(), brief_version: count, fields: Groups },
  ),
  run: taken,
})

async function taken(call: Call, { value, body, idempotencyKey }: Sent<z.infer<typeof ClaimBody>>): Promise<Answer> {
  const { work = 'none', source = 'all', limit = claimRowsDefault, ttl_s = claimSecondsDefault } = value
  const filter =
    value.filter === undefined ? null : workFilterOf(new Map(Object.entries(value.filter)) as Map<string, string>, [])
  const unknown = filter === null ? null : unknownLabelIn(call.app, filter)
  if (unknown !== null) return invalidRequest([{ field: 'filter.label', message: unknown }])
  const wanted = { groups: groupsOf(value.fields, CORE_ONLY, []), hasEarlier: value.earlier === true }
  const asked: TakeClaim['request'] =
    idempotencyKey === '' ? null : { idempotencyKey, bodyDigest: sha256Hex(canonicalJson(body)) }
  const claimable =
    filter === null ? claimableOfWork(call.app, work, source) : await claimableOfFilter(call.app, filter)
  const claiming = { work: claimable, limit, seconds: ttl_s, request: asked }
  const rows = await takeOpenRows(call.app, call.actor, claiming, call.turn)
  if (!rows.ok) return refusedAnswer(rows.refusal, call.actor)
  return await orGiveBack(call.app, call.actor, rows.value.claim, async () => {
    await letOthersGo()
    return await takenAnswer(call, rows.value, wanted)
  })
}

async function takenAnswer(
  { app, actor, turn }: Call,
  taken: TakenRows,
  { groups, hasEarlier }: { readonly groups: ReadonlySet<FieldGroup>; readonly hasEarlier: boolean },
): Promise<Answer> {
  const { claim, left, heldByOthers, retryAfterSeconds, isReplayed, remembered } = taken
  const policy = app.rules.now().gate.markup
  const rows = claim === null ? [] : readClaimedRows(app, claim.ordinals, claim.layer)
  const { body } = success(
    {
      claim: claim === null ? null : claimJson(claim),
      rows: rows.map((row) => cardJson(row, groups, policy)),
      ...(hasEarlier && { earlier: await earlierJson(app, actor, rows, turn) }),
    },
    {
      count: rows.length,
      left,
      held_by_others: heldByOthers,
      ...(remembered > 0 && { remembered }),
      brief_version: briefVersionOf(app),
      fields: FIELD_GROUPS.filter((group) => groups.has(group)),
    },
  )
  if (claim === null)
    return { status: 200, body, headers: retryAfterSeconds === null ? {} : retryAfter(retryAfterSeconds) }
  const headers = {
    Location: `${V2_BASE_PATH}/claims/${claim.id}`,
    ...(isReplayed && { 'Idempotent-Replayed': 'true' }),
  }
  return { status: 201, body, headers }
}

/** Translations of the rows' sources and of texts like them, for a model to follow. */
async function earlierJson(
  app: App,
  { user }: Actor,
  rows: readonly ClaimedRow[],
  turn: Turn,
): Promise<readonly object[]> {
  const { glossary, gate } = app.rules.now()
  const earlier = await findEarlier(
    app,
    user.id,
    rows.map(({ row }) => row.rowId),
    turn,
  )
  const batch = rows.map(({ row }) => ({
    terms: glossaryTermsIn(sourceTextOf(row), glossary, gate.markup).map(({ entry }) => entry),
    like: (earlier.get(row.rowId) ?? []).map((each) => ({ ...each, text: each.head.text })),
  }))
  return earlierPairs(batch).map((each) => likeMembers(each))
}

const claimJson = ({ id, endsAtMs }: Claim): object => ({ id, expires_at: isoTime(endsAtMs) })

function refusedAnswer(refusal: TakeRefusal, actor: Actor): Answer {
  switch (refusal.code) {
    case 'forbidden_ability':
      return noWriteAtAll(actor)
    case 'duplicate_idempotency_key':
      return failure('duplicate_idempotency_key')
    case 'too_many_claims':
      return failure('rate_limited', {
        message: `You hold ${claimsPerPersonMax} unfinished claims, the most a person may have.`,
        hint: 'Give one back, or wait as many seconds as the header Retry-After says: then the first of them ends.',
        details: { max: claimsPerPersonMax },
        headers: retryAfter(refusal.retryAfterSeconds),
      })
    default:
      return unreachable(refusal)
  }
}

const renew = sending({
  name: 'renewClaim',
  method: 'PUT',
  path: '/claims/{claim_id}',
  needs: 'a claim',
  summary: 'Extend a claim; meta.count rows are not done',
  body: z.strictObject({
    ttl_s: seconds.describe(`Seconds from now until the claim ends; ${claimSecondsDefault} unless named`),
  }),
  gives: answer({ claim: ClaimShape }, { count }),
  run: ({ app, actor, id }, { value: { ttl_s = claimSecondsDefault } }) => {
    const claim = renewClaim(app, actor, id, ttl_s)
    if (!claim.ok) return noSuchClaim()
    return success({ claim: claimJson(claim.value) }, { count: claim.value.ordinals.length })
  },
})

const giveBack = asking({
  name: 'giveBackClaim',
  method: 'DELETE',
  path: '/claims/{claim_id}',
  needs: 'a claim',
  summary: 'Give a claim back, so that others get its rows',
  run: ({ app, actor, id }) => (giveBackClaim(app, actor, id).ok ? { status: noContent, body: '' } : noSuchClaim()),
})

const noSuchClaim = (): Answer =>
  failure('entry_not_found', {
    message: 'You have no claim with this id: it has ended, or was given back.',
    hint: 'Take new rows with POST /api/v2/claims; you can still send texts that are ready.',
  })

export const CLAIMS: readonly Declared[] = [take, renew, giveBack]
