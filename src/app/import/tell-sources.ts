// Reports every row that new files changed, and every row whose text in a further pair is another one than its source.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { effectiveSource, isSameSource } from '../../domain/decide-source.ts'
import type { AffectedRow } from '../../domain/import-report.ts'
import { pairShelf, readerAhead, readerOfStored, ROW_SHELF } from '../../store/change-rows.ts'
import { blockOf, ROWS_PER_BLOCK } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { Aside } from '../../store/txn.ts'
import { countsIn, FACTS, isCosmeticChange, type SourcePlan } from './plan-sources.ts'
import { hexOf, rawRowIn, textOf } from './raw-row.ts'

const rowsPerBreath = 2_000

const noId = new Uint8Array()

/** Reports every row that main and diff files changed, as it was carried out. `before`: the store before the import. */
export async function tellSources(
  aside: Pick<Aside, 'ahead'>,
  before: Database,
  { plan, blocks }: SourcePlan,
  onRow: (row: AffectedRow) => void,
): Promise<void> {
  const [oldBlock, newBlock] = [readerOfStored(before, ROW_SHELF), readerAhead(aside, ROW_SHELF)]
  let number = -1
  let [old, fresh]: [Buffer | null, Buffer | null] = [null, null]
  for (let index = 0; index < plan.count; index++) {
    const ordinal = plan.ordinalAt(index)
    if (blockOf(ordinal) !== number) {
      number = blockOf(ordinal)
      old = oldBlock(number)
      fresh = blocks.isRemoved(number) ? null : newBlock(number)
    }
    const { change, facts } = plan.at(index)
    const [was, is] = [rawRowIn(old, ordinal), rawRowIn(fresh, ordinal)]
    const hasTranslation = (facts & FACTS.hasTranslation) !== 0
    const { stale, invalid } = countsIn(facts)
    if (change !== 'moved') {
      onRow({
        rowId: hexOf((was ?? is)?.id ?? noId),
        ordinal,
        change,
        before: was === null ? null : textOf(effectiveSource(was)),
        after: is === null ? null : textOf(effectiveSource(is)),
        hasTranslation,
        isCosmeticOnly: was !== null && is !== null && isCosmeticChange(was, is),
        headsNowStale: stale,
        headsNowInvalid: invalid,
      })
    }
    if (index % rowsPerBreath === 0) await nextTurn()
  }
}

const blocksPerBreath = 1_000

/** Reports every row whose text in a further pair differs from its source. */
export async function tellOtherSources(
  aside: Pick<Aside, 'ahead'>,
  { pairs, blocks }: SourcePlan,
  onRow: (row: AffectedRow) => void,
): Promise<void> {
  const rowBlock = readerAhead(aside, ROW_SHELF)
  for (const { pair, blocks: ofPair, others } of pairs) {
    const pairBlock = readerAhead(aside, pairShelf(pair.number))
    const end = others > 0 ? blocks.count : 0
    for (let number = 0; number < end; number++) {
      if (number % blocksPerBreath === 0) await nextTurn()
      if (ofPair.isRemoved(number) || blocks.isRemoved(number)) continue
      const texts = pairBlock(number)
      if (texts === null) continue
      const rows = rowBlock(number)
      for (let place = 0; place < ROWS_PER_BLOCK; place++) {
        const ordinal = number * ROWS_PER_BLOCK + place
        const [row, other] = [rawRowIn(rows, ordinal), rawRowIn(texts, ordinal)]
        if (row === null || other === null || isSameSource(row, other)) continue
        onRow({
          rowId: hexOf(row.id),
          ordinal,
          change: 'other_source',
          pair: pair.name,
          before: textOf(effectiveSource(row)),
          after: textOf(effectiveSource(other)),
          hasTranslation: false,
          isCosmeticOnly: false,
          headsNowStale: 0,
          headsNowInvalid: 0,
        })
      }
    }
  }
}
