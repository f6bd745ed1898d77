// The results of two models on the same rows: what the gate took and refused, and what it cost.
import type { AgentRow, TextOutcome } from '../agent/agent.ts'
import { counted, numeral } from '../base/numeral.ts'
import type { BlindPair } from '../domain/reports/blind.ts'
import type { Tokens } from './spending.ts'

export interface Attempt {
  readonly model: string
  /** Texts by row. */
  readonly texts: ReadonlyMap<string, string>
  readonly outcomes: readonly TextOutcome[]
  readonly tokens: Tokens
  readonly cost: number | null
}

interface Side {
  readonly model: string
  readonly accepted: number
  readonly without_text: number
  /** Texts by the first rule that refused them. */
  readonly refused: Readonly<Record<string, number>>
  readonly tokens: Tokens
  readonly cost: number | null
}

export interface Comparison {
  readonly rows: number
  readonly approved: number
  readonly models: readonly [Side, Side]
}

export function sideOf(rows: number, { model, texts, outcomes, tokens, cost }: Attempt): Side {
  const refused: Record<string, number> = {}
  for (const { status, errors } of outcomes) {
    const name = errors[0]?.rule ?? errors[0]?.code ?? ''
    if (status === 'rejected') refused[name] = (refused[name] ?? 0) + 1
  }
  const accepted = outcomes.filter(({ status }) => status !== 'rejected').length
  return { model, accepted, without_text: rows - texts.size, refused, tokens, cost }
}

/** Rows for which the gate takes the texts of both: those with unlike texts, and how many have the same. */
export function blindPairs(
  rows: readonly AgentRow[],
  [first, second]: readonly [Attempt, Attempt],
): { readonly pairs: readonly BlindPair[]; readonly same: number } {
  const refused = new Set(
    [first, second]
      .flatMap(({ outcomes }) => outcomes.filter(({ status }) => status === 'rejected'))
      .map(({ rowId }) => rowId),
  )
  let same = 0
  const pairs = rows.flatMap(({ rowId, source }): BlindPair[] => {
    const [a, b] = [first.texts.get(rowId), second.texts.get(rowId)]
    if (a === undefined || b === undefined || refused.has(rowId)) return []
    if (a === b) same++
    return a === b ? [] : [{ rowId, source, texts: [a, b] }]
  })
  return { pairs, same }
}

export const comparisonLines = ({ rows, approved, models }: Comparison): string[] => [
  `${counted(rows, 'row')}, ${numeral(approved)} of them with an approved text`,
  ...models.flatMap((side) => sideLines(side, rows)),
]

function sideLines({ model, accepted, refused, without_text: without, tokens, cost }: Side, rows: number): string[] {
  const percent = (count: number): string => `${((100 * count) / Math.max(1, rows)).toFixed(1)} %`
  const rules = Object.entries(refused).sort(([, a], [, b]) => b - a)
  const each = Math.max(1, accepted)
  const perRow = `${numeral(Math.round((tokens.input + tokens.output) / each))} tokens`
  return [
    `${model}: accepted at first try ${numeral(accepted)} (${percent(accepted)})`,
    ...(rules.length === 0
      ? []
      : [`  refused: ${rules.map(([rule, count]) => `${rule} ${count} (${percent(count)})`).join(', ')}`]),
    ...(without === 0 ? [] : [`  without a text: ${numeral(without)} (${percent(without)})`]),
    `  for an accepted row: ${perRow}${cost === null ? '' : `, ${(cost / each).toFixed(6)} by the prices`}`,
  ]
}
