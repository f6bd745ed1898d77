// Carries out the plan for main and diff files (plan-sources.ts) in the last transaction: cells, counts, times, pointers of
// blocks, retired rows. A row that somebody wrote to since it was planned is judged again. Changes no revisions.
import type { HeadCounts, SlotCounts } from '../../domain/import-report.ts'
import { NO_HEADS } from '../../domain/row.ts'
import type { Touch } from '../../domain/work/work-filter.ts'
import type { Piece } from '../../domain/work/row-set.ts'
import { raiseGeneration } from '../../store/people.ts'
import { allLabelRules, latestProposalsOfRow } from '../../store/records.ts'
import { putHeads, putNextOrdinal, putRetired, removeRetired } from '../../store/change-rows.ts'
import { blockOf, type RawRow, readHeads, readNextOrdinal } from '../../store/rows.ts'
import type { Switch } from '../../store/txn.ts'
import type { MergedPair } from './merge-pairs.ts'
import { type Carried, keepOldSource, type SourcePlan } from './plan-sources.ts'
import { createRawRows, rawRowIn } from './raw-row.ts'
import { writtenSince } from './written-since.ts'

export interface MergeReport {
  readonly rows: SlotCounts
  readonly main: SlotCounts
  readonly diff: SlotCounts
  readonly pairs: readonly MergedPair[]
  readonly heads: HeadCounts
  readonly visibleBefore: number
  readonly carried: Carried
  readonly touched: Readonly<Record<Touch, Map<number, Piece>>>
}

const rowsPerBreath = 4_000

export async function revealSources(txn: Switch, planned: SourcePlan): Promise<MergeReport> {
  const { blocks, next, plan, sameSource, rows, main, diff, pairs, visibleBefore, touched } = planned
  if (next !== readNextOrdinal(txn.db)) putNextOrdinal(txn.db, next)
  txn.store.files.addNames(planned.fileNames)
  if (planned.isRefiled && allLabelRules(txn.db).some(({ field }) => field === 'file')) raiseGeneration(txn, 'refiled')
  if (plan.count > 0) raiseGeneration(txn, 'sources')
  const carryOut = rowsOf(txn, planned)
  for (let index = 0; index < plan.count; index++) {
    carryOut(index)
    if (index % rowsPerBreath === 0) await txn.breathe()
  }
  sameSource.reveal(txn)
  await blocks.reveal(txn)
  for (const pair of pairs) await pair.blocks.reveal(txn)
  return { rows, main, diff, pairs, visibleBefore, touched, ...plan.sum() }
}

function rowsOf(txn: Switch, planned: SourcePlan): (index: number) => void {
  const { chunks } = txn
  const { plan, madeAt, next } = planned
  const isWritten = writtenSince(txn.db, madeAt, next)
  const oldRowOf = createRawRows(txn.db)
  return (index) => {
    const ordinal = plan.ordinalAt(index)
    const before = (): RawRow | null => oldRowOf(ordinal)?.row ?? null
    if (isWritten(ordinal)) judgeAgain(txn, planned, index, before())
    const { change, from, to } = plan.at(index)
    chunks.move(ordinal, from, to)
    if (change === 'retired') chunks.unstamp(ordinal)
    else chunks.stamp(ordinal)
    if (change === 'back') removeRetired(txn.db, ordinal)
    if (change === 'retired') putRetired(txn.db, ordinal, before()?.id as Uint8Array)
  }
}

function judgeAgain(txn: Switch, { plan, judge, blocks }: SourcePlan, index: number, before: RawRow | null): void {
  const { db } = txn
  const ordinal = plan.ordinalAt(index)
  const block = blocks.ahead(txn, blockOf(ordinal))
  const heads = readHeads(db, ordinal)
  const { change } = plan.at(index)
  const { planned, fresh } = judge.of(ordinal, before, rawRowIn(block, ordinal), heads, change)
  plan.set(index, planned)
  if (fresh !== null) putHeads(db, ordinal, fresh)
  const hasWork = heads !== NO_HEADS || latestProposalsOfRow(db, ordinal, 1).length > 0
  if (before !== null && change !== 'moved' && hasWork) keepOldSource(txn, before)
}
