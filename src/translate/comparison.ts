// The results of two models on the same rows: counts, nearness to the approved texts, and how often each was nearer.
import type { AgentRow, TextOutcome } from '../agent/agent.ts'
import { counted, numeral } from '../base/numeral.ts'
import { chrfOf } from '../domain/reports/chrf.ts'
import { type BlindPair, type Preference, preferenceOf } from '../domain/reports/blind.ts'
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
  /** Null: no row has an approved text. */
  readonly chrf: number | null
  readonly tokens: Tokens
  readonly cost: number | null
}

export interface Comparison {
  readonly rows: number
  readonly approved: number
  readonly models: readonly [Side, Side]
  /** Rows in which a model's text is nearer to the approved one; null: there is no approved text. */
  readonly nearer: Preference | null
}

/** `approved`: texts by row. */
export function comparisonOf(
  rows: number,
  approved: ReadonlyMap<string, string>,
  [first, second]: readonly [Attempt, Attempt],
): Comparison {
  const models = [sideOf(rows, approved, first), sideOf(rows, approved, second)] as const
  return {
    rows,
    approved: approved.size,
    models,
    nearer: approved.size === 0 ? null : nearerOf(approved, first, second),
  }
}

function sideOf(
  rows: number,
  approved: ReadonlyMap<string, string>,
  { model, texts, outcomes, tokens, cost }: Attempt,
): Side {
  const refused: Record<string, number> = {}
  for (const { status, errors } of outcomes) {
    const name = errors[0]?.rule ?? errors[0]?.code ?? ''
    if (status === 'rejected') refused[name] = (refused[name] ?? 0) + 1
  }
  const accepted = outcomes.filter(({ status }) => status !== 'rejected').length
  const pairs = [...approved].map(([rowId, wanted]) => ({ text: texts.get(rowId) ?? '', wanted }))
  const chrf = pairs.length === 0 ? null : chrfOf(pairs)
  return { model, accepted, without_text: rows - texts.size, refused, chrf, tokens, cost }
}

function nearerOf(approved: ReadonlyMap<string, string>, one: Attempt, other: Attempt): Comparison['nearer'] {
  let [first, second] = [0, 0]
  for (const [rowId, wanted] of approved) {
    const [a = 0, b = 0] = [one, other].map(({ texts }) => chrfOf([{ text: texts.get(rowId) ?? '', wanted }]))
    if (a > b) first++
    if (b > a) second++
  }
  return preferenceOf(first, second, approved.size - first - second)
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

export function comparisonLines({ rows, approved, models, nearer }: Comparison): string[] {
  const [first, second] = models
  return [
    `${counted(rows, 'row')}, ${numeral(approved)} of them with an approved text`,
    ...models.flatMap((side) => sideLines(side, rows)),
    ...(nearer === null
      ? []
      : [
          `nearer to the approved text: ${first.model} in ${counted(nearer.first, 'row')}, ${second.model} in ${numeral(nearer.second)}, alike in ${numeral(nearer.equal)}`,
          `${first.model} has ${nearer.interval.map((share) => numeral(Math.round(share * 100))).join(' to ')} % of these (95 % confidence); by chance alone as uneven: p = ${nearer.p_value.toPrecision(2)}`,
        ]),
  ]
}

function sideLines(
  { model, accepted, refused, without_text: without, chrf, tokens, cost }: Side,
  rows: number,
): string[] {
  const percent = (count: number): string => `${((100 * count) / Math.max(1, rows)).toFixed(1)} %`
  const rules = Object.entries(refused).sort(([, a], [, b]) => b - a)
  const each = Math.max(1, accepted)
  const perRow = `${numeral(Math.round((tokens.input + tokens.output) / each))} tokens`
  return [
    `${model}: accepted at first try ${numeral(accepted)} (${percent(accepted)})${chrf === null ? '' : `, chrF ${chrf.toFixed(1)}`}`,
    ...(rules.length === 0
      ? []
      : [`  refused: ${rules.map(([rule, count]) => `${rule} ${count} (${percent(count)})`).join(', ')}`]),
    ...(without === 0 ? [] : [`  without a text: ${numeral(without)} (${percent(without)})`]),
    `  for an accepted row: ${perRow}${cost === null ? '' : `, ${(cost / each).toFixed(6)} by the prices`}`,
  ]
}
