// The routes for claims: rows that an agent takes for a while. Claims refuse no write.
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
import { type Call, noWriteAtAll, type Work } from '../api-v1/visit.ts'
import { type Answer, failure, noContent, retryAfter, success } from '../api-v1/answer.ts'
import { type Fault, invalidRequest } from '../api-v1/bad-request.ts'
import { canonicalJson } from '../api-v1/bytes/canonical-json.ts'
import { isoTime } from '../base/time.ts'
import { parametersOf } from '../api-v1/query.ts'
import { type Sent, taking } from '../api-v1/sent-body.ts'
import { glossaryTermsIn } from '../domain/checks/glossary.ts'
import type { Claim } from '../domain/claim.ts'
import { earlierPairs } from '../domain/text/earlier-pairs.ts'
import { claimsPerPersonMax } from '../domain/limits.ts'
import { sourceTextOf } from '../domain/row.ts'
import { FIELD_GROUPS, type FieldGroup } from '../domain/vocabulary.ts'
import { rawQuery } from '../http/request-target.ts'
import { V2_BASE_PATH } from './base-path.ts'
import { cardJson, likeMembers } from './cards.ts'
import { CLAIM_BODY, CLAIM_BODY_INSIDE, type ClaimBody, RENEW_BODY } from './requests.ts'

/** POST /claims. */
export const take: Work = (visit, id) => (visit.env?.inside === undefined ? takeFew : takeMany)(visit, id)

const takeFew = taking(CLAIM_BODY, taken)
const takeMany = taking(CLAIM_BODY_INSIDE, taken)

async function taken(call: Call, { value: wanted, body, idempotencyKey }: Sent<ClaimBody>): Promise<Answer> {
  const { work, source, filter } = wanted
  const unknown = filter === null ? null : unknownLabelIn(call.app, filter)
  if (unknown !== null) return invalidRequest([{ field: 'filter.label', message: unknown }])
  const asked: TakeClaim['request'] =
    idempotencyKey === '' ? null : { idempotencyKey, bodyDigest: sha256Hex(canonicalJson(body)) }
  const claimable =
    filter === null ? claimableOfWork(call.app, work, source) : await claimableOfFilter(call.app, filter)
  const claiming = { ...wanted, work: claimable, request: asked }
  const rows = await takeOpenRows(call.app, call.actor, claiming, call.turn)
  if (!rows.ok) return refusedAnswer(rows.refusal, call.actor)
  return await orGiveBack(call.app, call.actor, rows.value.claim, async () => {
    await letOthersGo()
    return await takenAnswer(call, rows.value, wanted)
  })
}

async function takenAnswer(
  { app, turn }: Call,
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
      ...(hasEarlier && { earlier: await earlierJson(app, rows, turn) }),
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
async function earlierJson(app: App, rows: readonly ClaimedRow[], turn: Turn): Promise<readonly object[]> {
  const { glossary, gate } = app.rules.now()
  const earlier = await findEarlier(
    app,
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
        message: `You hold ${claimsPerPersonMax} claims with rows that are not done, as many as a person may.`,
        hint: 'Give one back, or wait as many seconds as the header Retry-After says: then the first of them ends.',
        details: { max: claimsPerPersonMax },
        headers: retryAfter(refusal.retryAfterSeconds),
      })
    default:
      return unreachable(refusal)
  }
}

/** PUT /claims/{claim_id}. */
export const renew: Work = taking(RENEW_BODY, ({ app, actor, id }, { value: seconds }) => {
  const claim = renewClaim(app, actor, id, seconds)
  if (!claim.ok) return noSuchClaim()
  return success({ claim: claimJson(claim.value) }, { count: claim.value.ordinals.length })
})

/** DELETE /claims/{claim_id}. */
export function giveBack({ app, actor, request, env, id }: Call): Answer {
  const faults: Fault[] = []
  parametersOf(rawQuery(request, env), [], faults)
  if (faults.length > 0) return invalidRequest(faults)
  return giveBackClaim(app, actor, id).ok ? { status: noContent, body: '' } : noSuchClaim()
}

const noSuchClaim = (): Answer =>
  failure('entry_not_found', {
    message: 'You have no claim with this id: it has ended, or was given back.',
    hint: 'Take new rows with POST /api/v2/claims; texts that are ready can be sent all the same.',
  })
