// Reports every row that main and diff files changed.
import { effectiveSource } from '../../domain/decide-source.ts'
import type { AffectedRow } from '../../domain/reports/import-report.ts'
import type { Database } from '../../store/store.ts'
import { readerAhead, readerOfStored } from '../../store/change-rows.ts'
import { blockOf } from '../../store/rows.ts'
import type { Aside } from '../../store/txn.ts'
import { BLOCK } from './merge-pairs.ts'
import { isCosmeticChange, type SourcePlan } from './plan-sources.ts'
import { hexOf, rawRowIn, textOf } from './raw-row.ts'
import { countsIn, FACTS } from './row-plan.ts'

const rowsPerBreath = 2_000
/** A pause for other requests. Unlike `breathe` it ignores an interruption, because the import is done. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const noId = new Uint8Array()

/** Reports rows as they were carried out; `before`: the store before the import. */
export async function tellSources(
  aside: Pick<Aside, 'ahead'>,
  before: Database,
  { plan, blocks }: SourcePlan,
  onRow: (row: AffectedRow) => void,
): Promise<void> {
  const [oldBlock, newBlock] = [readerOfStored(before, 'row'), readerAhead(aside, 'row')]
  let number = -1
  let [old, fresh]: [Buffer | null, Buffer | null] = [null, null]
  for (let index = 0; index < plan.count; index++) {
    const ordinal = plan.ordinalAt(index)
    if (blockOf(ordinal) !== number) {
      number = blockOf(ordinal)
      old = oldBlock(number)
      fresh = blocks[number] === BLOCK.removed ? null : newBlock(number)
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
