// Reports every row whose text in a further pair is another one than its source.
import { effectiveSource, isSameSource } from '../../domain/decide-source.ts'
import type { AffectedRow } from '../../domain/reports/import-report.ts'
import { readerAhead } from '../../store/change-rows.ts'
import { blockInPair, ROWS_PER_BLOCK } from '../../store/rows.ts'
import type { Aside } from '../../store/txn.ts'
import { BLOCK } from './merge-pairs.ts'
import type { SourcePlan } from './plan-sources.ts'
import { hexOf, rawRowIn, textOf } from './raw-row.ts'
import { nextTurn } from './tell-sources.ts'

const blocksPerBreath = 1_000

export async function tellOtherSources(
  aside: Pick<Aside, 'ahead'>,
  { pairs, blocks }: SourcePlan,
  onRow: (row: AffectedRow) => void,
): Promise<void> {
  const [rowBlock, pairBlock] = [readerAhead(aside, 'row'), readerAhead(aside, 'pair_row')]
  for (const { pair, blocks: ofPair, others } of pairs) {
    const end = others > 0 ? blocks.length : 0
    for (let number = 0; number < end; number++) {
      if (number % blocksPerBreath === 0) await nextTurn()
      if (ofPair[number] === BLOCK.removed || blocks[number] === BLOCK.removed) continue
      const texts = pairBlock(blockInPair(pair.number, number))
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
