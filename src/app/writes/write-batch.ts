// The batch write of API v1 (docs/api-v1.md#batch-writes): stored answer → wait for an import → one at a time for each
// idempotency key → waiting writers begin → checks and words of each item, with pauses → one transaction (stored answer again,
// quota, items, the answer) → durable → answered. A request that cannot get the writer in time is refused and never executed.
import { ok, refuse, type Result } from '../../base/result.ts'
import { Turn } from '../../base/turn.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import type { WriteRefusal } from '../../domain/decide-write.ts'
import type { Finding } from '../../domain/finding.ts'
import { copiesPerBatchMax, lockWaitMsMax } from '../../domain/limits.ts'
import { viaBatch } from '../../domain/revision.ts'
import { lastSeq, type Row } from '../../domain/row.ts'
import type { UnchangedReason } from '../../domain/vocabulary.ts'
import { addUsed, endOfDay, readUsed } from '../../store/people.ts'
import { putAnswer, readAnswer, sweepAnswers } from '../../store/records.ts'
import type { Database } from '../../store/store.ts'
import type { Txn } from '../../store/txn.ts'
import { freshen, lastTimeGiven, writesSoFar } from '../../store/view.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { quotaLimitOf } from '../people/quota-limit.ts'
import { readmit } from '../people/readmit.ts'
import type { Rules } from '../rules.ts'
import { applyDecision } from './apply-write.ts'
import { type Copies, type CopyTakers, findTakers, writeCopies } from './copy-to-twins.ts'
import {
  type AnswerBudget,
  budgetOf,
  isAsAble,
  judgeAll,
  type Judged,
  judgesOf,
  mayWrite,
  type ProblemsRendering,
  type Said,
  say,
  withBatchFinding,
} from './judge-batch.ts'
import { type Judge, momentIn } from './judge-write.ts'
import { waitOutImport } from './wait-out-import.ts'
import type { WriteItem } from './write-item.ts'

interface WriteBatch {
  readonly items: readonly WriteItem[]
  /** The key by which a repeated request gets the stored answer. Null only on the command line, whose batches are not repeated. */
  readonly idempotencyKey: string | null
  /** SHA-256 (hex) of the body's canonical JSON. */
  readonly bodyDigest: string
}

export type ItemOutcome =
  | {
      readonly status: 'written'
      readonly rowId: string
      readonly warnings: readonly Finding[]
      readonly problems: string
      readonly revision: number
      readonly copies?: Copies
    }
  | {
      readonly status: 'rejected'
      readonly rowId: string
      readonly refusal: WriteRefusal
      readonly problems: string
    }
  | {
      readonly status: 'proposed'
      readonly rowId: string
      readonly warnings: readonly Finding[]
      readonly problems: string
      readonly proposalId: number
      readonly proposalVersion: number
      readonly becauseForeignApproval: boolean
    }
  | {
      readonly status: 'unchanged'
      readonly rowId: string
      readonly reason: UnchangedReason
      readonly copies?: Copies
    }

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

export interface AnswerRendering extends ProblemsRendering {
  body(outcome: BatchOutcome): string
}

export type BatchRefusal =
  | NotWritten
  | { readonly code: 'forbidden_ability' }
  | { readonly code: 'duplicate_idempotency_key' }
  | { readonly code: 'daily_row_quota_exceeded'; readonly quota: Quota }
  | { readonly code: 'rate_limited'; readonly budget: AnswerBudget; readonly retryAfterMs: number }

interface BatchAnswer {
  readonly body: string
  readonly isReplayed: boolean
}

const answersSweptPerBatch = 20

function quotaOf(limit: number, used: number, timeMs: number): Quota {
  return { limit, used, remaining: Math.max(0, limit - used), resetsAtMs: endOfDay(timeMs) }
}

/** Writes a batch, once for each idempotency key. Throws `NobodyWaits`, but only before anything is written. */
export async function writeBatch(
  app: App,
  actor: Actor,
  batch: WriteBatch,
  rendering: AnswerRendering,
  turn = new Turn(actor.user.id),
): Promise<Result<BatchAnswer, BatchRefusal>> {
  if (!mayWrite(actor)) return refuse({ code: 'forbidden_ability' })

  freshen(app.store)
  const deadlineMs = app.clock.monotonicMs() + lockWaitMsMax
  const stored = storedAnswer(app, app.store.main, actor, batch)
  if (stored !== null) return stored
  const leftMs = await waitOutImport(app, lockWaitMsMax)
  if (leftMs === null) return refuse({ code: 'busy' })

  const execute = async (): Promise<Result<BatchAnswer, BatchRefusal>> => {
    await letRoundRun(app, turn)
    freshen(app.store)
    const now = readmit(app.store.main, app.clock.nowMs(), actor)
    if (!now.ok) return refuse<BatchRefusal>({ code: now.refusal })
    const storedMeanwhile = storedAnswer(app, app.store.main, actor, batch)
    if (storedMeanwhile !== null) return storedMeanwhile
    const early = await judgeAll(app, now.value, batch.items, rendering, turn)
    const copied = early.said.flatMap(({ row }, i) => (batch.items[i]?.copies === true && row !== null ? [row] : []))
    const takers = await findTakers(app, copied, turn)
    const waitMs = deadlineMs - app.clock.monotonicMs()
    if (waitMs <= 0) return refuse<BatchRefusal>({ code: 'busy' })
    const work = (txn: Txn, by: Actor) => executeBatch(app, txn, by, batch, { ...early, takers }, rendering)
    return await change(app, actor, work, waitMs)
  }
  const { key } = actor
  if (key === null || batch.idempotencyKey === null) return await execute()
  const locked = await app.idempotencyLocks.run(`${key.id} ${batch.idempotencyKey}`, leftMs, execute)
  return locked.ok ? locked.value : refuse({ code: 'busy' })
}

/** Lets the jobs of a round that is about to begin run: the disk flushes their commit while this batch is judged. */
async function letRoundRun({ store }: App, turn: Turn): Promise<void> {
  if (store.writes.roundHasRun === null) return
  await store.writes.roundHasRun
  await turn.begin()
}

/** The answer stored for this request; a refusal if the body is another one; null: it was not executed yet. */
function storedAnswer(
  app: App,
  db: Database,
  { key }: Actor,
  batch: WriteBatch,
): Result<BatchAnswer, BatchRefusal> | null {
  if (key === null || batch.idempotencyKey === null) return null
  const nowMs = Math.max(app.clock.nowMs(), lastTimeGiven(app.store))
  const stored = readAnswer(db, key.id, batch.idempotencyKey, nowMs)
  if (stored === undefined) return null
  return stored.bodyDigest === batch.bodyDigest
    ? ok({ body: stored.body, isReplayed: true })
    : refuse({ code: 'duplicate_idempotency_key' })
}

function executeBatch(
  app: App,
  txn: Txn,
  actor: Actor,
  batch: WriteBatch,
  early: Judged & { readonly takers: CopyTakers },
  rendering: AnswerRendering,
): Result<BatchAnswer, BatchRefusal> {
  const { user, key } = actor
  if (!mayWrite(actor)) return refuse({ code: 'forbidden_ability' })
  // Looked up again, because another process may have executed this request while this one waited for the writer.
  const stored = storedAnswer(app, txn.db, actor, batch)
  if (stored !== null) return stored

  const moment = momentIn(app, txn)
  const { settings } = moment.rules
  const limit = quotaLimitOf(settings, user)
  const used = readUsed(txn.db, 'quota', user.id, txn.timeMs)
  const quota = quotaOf(limit, used, txn.timeMs)
  if (batch.items.length > quota.remaining) return refuse({ code: 'daily_row_quota_exceeded', quota })

  // The early judgement holds if the person's rights are the same and nothing (no other write, no earlier item) changed the row.
  const isAbleStill = isAsAble(early.actor, actor)
  const judges = isAbleStill ? early.judges : judgesOf(actor, batch.items)
  const mayHaveChanged = app.store.recentWrites.between(early.writes, writesSoFar(txn.db))
  const written = new Set<string>()
  txn.changesOnly(written)
  // Copies get what is left of the quota: each item has its own share.
  let room = Math.min(copiesPerBatchMax, quota.remaining - batch.items.length)
  const via = batch.idempotencyKey === null ? null : viaBatch(batch.idempotencyKey)
  const by = { authorId: user.id, keyId: key?.id ?? null, via }
  const copiesOf = (row: Row): Copies => {
    const { rules } = moment
    const onWrite = (rowId: string): void => void written.add(rowId)
    const { looked, ...copies } = writeCopies(app, txn, rules, row, early.takers, room, by, onWrite)
    room -= looked
    return copies
  }
  const items = batch.items.map((item, i) => {
    const stands = isAbleStill && !written.has(item.rowId) && !mayHaveChanged(item.rowId)
    const sayAnew = (): Said =>
      say(withBatchFinding((judges[i] as Judge).at(moment), early.together.get(i)), rendering, early.isTerse)
    const said = stands ? (early.said[i] as Said) : sayAnew()
    written.add(item.rowId)
    const outcome = executeItem(txn, actor, item, said, moment.rules, via)
    if (item.copies !== true || said.row === null || !hasText(item, outcome)) return outcome
    return { ...outcome, copies: copiesOf(said.row) }
  })
  for (const { status, ...outcome } of items) {
    app.meter.batchItems.add(`outcome="${status}"`)
    if ('refusal' in outcome) for (const code of codesOf(outcome.refusal)) app.meter.refusals.add(`code="${code}"`)
  }
  const spent = items.reduce((sum, item) => sum + rowsSpentOn(item), 0)
  if (spent > 0) addUsed(txn, 'quota', user.id, spent)
  const body = rendering.body({ items, quota: quotaOf(limit, used + spent, txn.timeMs) })
  if (key === null || batch.idempotencyKey === null) return ok({ body, isReplayed: false })
  const budget = budgetOf(txn.db, settings, user.id, txn.timeMs)
  const bytes = Buffer.byteLength(body)
  if (spent === 0 && budget.usedBytes + bytes > budget.limitBytes)
    return refuse({ code: 'rate_limited', budget, retryAfterMs: budget.resetsAtMs - txn.timeMs })
  addUsed(txn, 'answer_bytes', user.id, bytes)
  sweepAnswers(txn, answersSweptPerBatch)
  putAnswer(txn, key.id, batch.idempotencyKey, batch.bodyDigest, body)
  return ok({ body, isReplayed: false })
}

/** The codes of a refusal; one by the gate has those of its findings. */
const codesOf = (refusal: WriteRefusal): readonly string[] =>
  refusal.code === 'gate' ? [...new Set(refusal.errors.map(({ code }) => code))] : [refusal.code]

const hasText = (item: WriteItem, outcome: ItemOutcome): boolean =>
  item.layer === 'machine' &&
  (outcome.status === 'written' || (outcome.status === 'unchanged' && outcome.reason === 'same_text'))

const rowsSpentOn = (item: ItemOutcome): number =>
  (item.status === 'written' || item.status === 'proposed' ? 1 : 0) + ('copies' in item ? item.copies.written : 0)

function executeItem(
  txn: Txn,
  { user, key }: Actor,
  item: WriteItem,
  { decision, row, heads, problems }: Said,
  rules: Rules,
  via: string | null,
): ItemOutcome {
  const { rowId } = item
  if (decision.kind === 'refused') return { status: 'rejected', rowId, refusal: decision.refusal, problems }
  if (row === null) return { status: 'rejected', rowId, refusal: { code: 'entry_not_found' }, problems }
  if (decision.kind === 'unchanged') return { status: 'unchanged', rowId, reason: decision.reason }
  const provenance = { origin: 'ai_api', provider: item.provider, model: item.model } as const
  const written = {
    row,
    heads,
    intent: item,
    authorId: user.id,
    keyId: key?.id ?? null,
    provenance,
    waivers: NO_WAIVERS,
    passedGate: true,
    via,
    client: item.client,
  }
  const proposal = applyDecision(txn, rules, written, decision)
  if (decision.kind === 'revision' || proposal === null) {
    const revision = lastSeq(heads, item.layer) + 1
    return { status: 'written', rowId, warnings: decision.warnings, problems, revision }
  }
  return {
    status: 'proposed',
    rowId,
    warnings: decision.warnings,
    problems,
    proposalId: proposal.id,
    proposalVersion: proposal.version,
    becauseForeignApproval: decision.becauseForeignApproval,
  }
}
