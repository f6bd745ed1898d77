// The rows that an edition leaves as the game has them. To find them costs a millisecond for each rule and a million rows; to ask
// about one row costs a look at a bit or two.
import type { EditionRule } from '../../domain/release.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import { parseWorkFilter } from '../../domain/work/work-filter.ts'
import type { App } from '../app.ts'
import { findWork } from '../work/find-work.ts'

export type IsKept = (ordinal: number) => boolean

interface Step {
  readonly isKept: boolean
  /** The rows that the rule covers; null: all, also those without anything to translate, which no filter finds. */
  readonly rows: RowSet | null
}

/** Tests whether the edition keeps a row as it is: the first rule that covers the row decides. */
export async function keptRows(app: App, rules: readonly EditionRule[]): Promise<IsKept> {
  const steps: Step[] = []
  for (const { act, filter } of rules) {
    const rows = filter === '' ? null : await findWork(app, parseWorkFilter(new URLSearchParams(filter)).filter)
    steps.push({ isKept: act === 'keep', rows })
  }
  return (ordinal) => steps.find(({ rows }) => rows === null || rows.has(ordinal))?.isKept ?? false
}
