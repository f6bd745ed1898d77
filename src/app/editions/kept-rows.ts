// The rows that an edition leaves as the game has them. Costs a millisecond a rule and a million rows, and two bits of a set for each
// row that is asked about.
import type { EditionRule } from '../../domain/release.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import { parseWorkFilter } from '../../domain/work/work-filter.ts'
import type { App } from '../app.ts'
import { findWork } from '../work/find-work.ts'

export type IsKept = (ordinal: number) => boolean

interface Step {
  readonly isKept: boolean
  /** Null: every row, also those without anything to translate, which no filter finds. */
  readonly rows: RowSet | null
}

/** The first rule that has a row decides. */
export async function keptRows(app: App, rules: readonly EditionRule[]): Promise<IsKept> {
  const steps: Step[] = []
  for (const { act, filter } of rules) {
    const rows = filter === '' ? null : await findWork(app, parseWorkFilter(new URLSearchParams(filter)).filter)
    steps.push({ isKept: act === 'keep', rows })
  }
  return (ordinal) => steps.find(({ rows }) => rows === null || rows.has(ordinal))?.isKept ?? false
}
