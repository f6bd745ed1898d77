// The batch write of API v1 (decisions §6, Batch writes). A request's way: stored answer → lease → one at a time for each
// idempotency key → gate early → one transaction: stored answer again, quota, each item decided and carried out, the
// answer stored → durable → answered. Whoever cannot have the writer in time is refused and never executes.
import { ok, refuse, type Result } from '../base/result.ts'
import { abilityRefusal, effectiveAbilities } from '../domain/access.ts'
import { V1_RULES, type WriteRefusal } from '../domain/decide-write.ts'
import type { Finding } from '../domain/finding.ts'
import { lockWaitMsMax } from '../domain/limits.ts'
import { isRoleAtLeast } from '../domain/access.ts'
import type { User } from '../domain/people.ts'
import type { Ability, Layer, UnchangedReason, WriteMode } from '../domain/vocabulary.ts'
import { putAnswer, readAnswer, sweepAnswers } from '../store/idempotency.ts'
import { addQuotaUsed, endOfDay, readQuotaUsed } from '../store/quota.ts'
import { freshen } from '../store/store.ts'
import { lastTimeGiven, type Txn, write, writesSoFar } from '../store/write.ts'
import type { KeyActor } from './actor.ts'
import type { App } from './app.ts'
import { applyDecision } from './apply-write.ts'
import { createJudge, type Judge, type Judgement, momentOf } from './judge-write.ts'
import type { Rules } from './rules.ts'

export interface WriteItem {
  readonly rowId: string
  readonly text: string
  readonly layer: Layer
  readonly mode: WriteMode
  readonly overwrite: boolean
  readonly sourceHash: string
  /** Null on manual items. */
  readonly provider: string | null
  readonly model: string | null
}

export interface WriteBatch {
  readonly items: readonly WriteItem[]
  readonly idempotencyKey: string
  /** SHA-256 of the canonical JSON of the body, hex. */
  readonly bodyDigest: string
}

export type ItemOutcome =
  | { readonly status: 'written'; readonly rowId: string; readonly warnings: readonly Finding[] }
  | {
      readonly status: 'proposed'
      readonly rowId: string
      readonly warnings: readonly Finding[]
      readonly proposalId: number
      readonly proposalVersion: number
      readonly becauseForeignApproval: boolean
    }
  | { readonly status: 'unchanged'; readonly rowId: string; readonly reason: UnchangedReason }
  | { readonly status: 'rejected'; readonly rowId: string; readonly refusal: WriteRefusal }

export interface Quota {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  readonly resetsAtMs: number
}

export interface BatchOutcome {
  readonly items: readonly ItemOutcome[]
  readonly quota: Quota
}

export type BatchRefusal =
  | { readonly code: 'forbidden_ability' }
  | { readonly code: 'duplicate_idempotency_key' }
  | { readonly code: 'layer_busy' }
  | { readonly code: 'save_failed' }
  | { readonly code: 'daily_row_quota_exceeded'; readonly quota: Quota }

export interface BatchAnswer {
  /** The body as stored. */
  readonly body: string
  readonly isReplayed: boolean
}

const WRITE_ABILITIES: readonly Ability[] = [
  'translations:propose',
  'translations:write-machine',
  'translations:write-manual',
]
const answersSweptPerBatch = 20

const abilityFor = (item: WriteItem): Ability =>
  item.layer === 'machine'
    ? 'translations:write-machine'
    : item.mode === 'direct'
      ? 'translations:write-manual'
      : 'translations:propose'

/** The person's rows a day: their own, or the setting for their role. */
export function quotaLimitOf(app: App, user: User): number {
  const { settings } = app.rules.now()
  return (
    user.dailyRowQuota ??
    (isRoleAtLeast(user.role, 'admin') ? settings.daily_row_quota_admin : settings.daily_row_quota)
  )
}

function quotaOf(limit: number, used: number, timeMs: number): Quota {
  return { limit, used, remaining: Math.max(0, limit - used), resetsAtMs: endOfDay(timeMs) }
}

/** Writes a batch once. `render` makes the answer's body, which is stored with the batch. */
export async function writeBatch(
  app: App,
  actor: KeyActor,
  batch: WriteBatch,
  render: (outcome: BatchOutcome) => string,
): Promise<Result<BatchAnswer, BatchRefusal>> {
  const { user, key } = actor
  const abilities = effectiveAbilities(user.role, user.state, key)
  if (!WRITE_ABILITIES.some((ability) => abilities.includes(ability))) return refuse({ code: 'forbidden_ability' })

  freshen(app.store)
  const deadlineMs = app.clock.monotonicMs() + lockWaitMsMax
  const stored = storedAnswer(app, key.id, batch)
  if (stored !== null) return stored
  if (app.lease.isHeld(app.store)) return refuse({ code: 'layer_busy' })

  const judges = judgesOf(app, actor, batch.items)
  const locked = await app.idempotencyLocks.run(`${key.id} ${batch.idempotencyKey}`, lockWaitMsMax, async () => {
    freshen(app.store)
    const storedMeanwhile = storedAnswer(app, key.id, batch)
    if (storedMeanwhile !== null) return storedMeanwhile
    // Runs the gate now, while nobody waits for the writer.
    const early = judgeAll(app, judges)
    const waitMs = deadlineMs - app.clock.monotonicMs()
    if (waitMs <= 0) return refuse<BatchRefusal>({ code: 'layer_busy' })
    const written = await write(app.store, waitMs, (txn) => executeBatch(app, txn, actor, batch, early, render))
    if (written.ok) return written.value
    return refuse<BatchRefusal>({ code: written.refusal === 'busy' ? 'layer_busy' : 'save_failed' })
  })
  return locked.ok ? locked.value : refuse({ code: 'layer_busy' })
}

/** The answer of an earlier request with this key: replayed, or refused when its body was another one. */
function storedAnswer(app: App, keyId: number, batch: WriteBatch): Result<BatchAnswer, BatchRefusal> | null {
  const nowMs = Math.max(app.clock.nowMs(), lastTimeGiven(app.store))
  const stored = readAnswer(app.store.main, keyId, batch.idempotencyKey, nowMs)
  if (stored === undefined) return null
  return stored.bodyDigest === batch.bodyDigest
    ? ok({ body: stored.body, isReplayed: true })
    : refuse({ code: 'duplicate_idempotency_key' })
}

function judgesOf(app: App, { user, key }: KeyActor, items: readonly WriteItem[]): readonly Judge[] {
  return items.map((item) =>
    createJudge(app, {
      rowId: item.rowId,
      intent: item,
      authorId: user.id,
      abilityRefusal: abilityRefusal(abilityFor(item), user.role, key),
      waivers: { glossary: false, validation: false },
      rules: V1_RULES,
    }),
  )
}

interface Judged {
  readonly judges: readonly Judge[]
  readonly judgements: readonly Judgement[]
  /** The state of the store that the judgements are about. */
  readonly writes: number
}

function judgeAll(app: App, judges: readonly Judge[]): Judged {
  const moment = momentOf(app)
  return { judges, judgements: judges.map((judge) => judge(moment)), writes: writesSoFar(app.store.main) }
}

function executeBatch(
  app: App,
  txn: Txn,
  actor: KeyActor,
  batch: WriteBatch,
  early: Judged,
  render: (outcome: BatchOutcome) => string,
): Result<BatchAnswer, BatchRefusal> {
  const { user, key } = actor
  // Another process may have executed this very request while we waited for the writer.
  const stored = storedAnswer(app, key.id, batch)
  if (stored !== null) return stored

  const limit = quotaLimitOf(app, user)
  const used = readQuotaUsed(txn.db, user.id, txn.timeMs)
  const quota = quotaOf(limit, used, txn.timeMs)
  if (batch.items.length > quota.remaining) return refuse({ code: 'daily_row_quota_exceeded', quota })

  const moment = momentOf(app)
  // What was judged early stands for rows that no write since may have changed, nor this batch itself.
  const mayHaveChanged = app.store.recentWrites.between(early.writes, writesSoFar(txn.db))
  const written = new Set<string>()
  txn.changesOnly(written)
  const items = batch.items.map((item, i) => {
    const stands = !written.has(item.rowId) && !mayHaveChanged(item.rowId)
    const judgement = stands ? early.judgements[i] : early.judges[i]?.(moment)
    written.add(item.rowId)
    return executeItem(txn, actor, item, judgement as Judgement, moment.rules)
  })
  const spent = items.filter(({ status }) => status === 'written' || status === 'proposed').length
  if (spent > 0) addQuotaUsed(txn, user.id, spent)
  const body = render({ items, quota: quotaOf(limit, used + spent, txn.timeMs) })
  sweepAnswers(txn, answersSweptPerBatch)
  putAnswer(txn, key.id, batch.idempotencyKey, batch.bodyDigest, body)
  return ok({ body, isReplayed: false })
}

function executeItem(
  txn: Txn,
  { user, key }: KeyActor,
  item: WriteItem,
  { decision, row, heads }: Judgement,
  rules: Rules,
): ItemOutcome {
  const { rowId } = item
  if (decision.kind === 'refused' || row === null) {
    return {
      status: 'rejected',
      rowId,
      refusal: decision.kind === 'refused' ? decision.refusal : { code: 'entry_not_found' },
    }
  }
  if (decision.kind === 'unchanged') return { status: 'unchanged', rowId, reason: decision.reason }
  const provenance = { origin: 'ai_api', provider: item.provider, model: item.model } as const
  const written = {
    row,
    heads,
    intent: item,
    authorId: user.id,
    keyId: key.id,
    provenance,
    waivers: { glossary: false, validation: false },
    passedGate: true,
  }
  const proposal = applyDecision(txn, rules, written, decision)
  if (decision.kind === 'revision' || proposal === null)
    return { status: 'written', rowId, warnings: decision.warnings }
  return {
    status: 'proposed',
    rowId,
    warnings: decision.warnings,
    proposalId: proposal.id,
    proposalVersion: proposal.version,
    becauseForeignApproval: decision.becauseForeignApproval,
  }
}
