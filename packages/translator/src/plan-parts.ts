// `windrow translate --plan`: the parts of a run in their order, what each takes, and how far the limits go. A part is a filter of work,
// so the run that follows the plan takes them one after the other as it takes any filters.
import type { Agent, AgentStatus } from '../../../src/agent/agent.ts'
import { present } from '../../../src/base/assert.ts'
import { numeral } from '../../../src/base/numeral.ts'
import { type Estimate, estimateParts } from './estimate.ts'
import { worksOf } from './held-rows.ts'
import { firstPrompt, type Wanted } from './preview.ts'
import { type Outcome, type Plan } from './run.ts'
import { costOf, type Prices } from './spending.ts'
import { Tally } from './tally.ts'

/** The limits of a run; null: no limit. */
interface Limits {
  readonly cost: number | null
  readonly tokens: number | null
  /** The smaller of `--limit` and the day's quota. */
  readonly rows: number
}

export interface PlannedPart extends Omit<Estimate, 'growth'> {
  readonly what: string
  readonly filters: readonly string[]
  readonly by: 'seen' | 'rest'
  readonly model: string
  readonly cost: number | null
  /** How much of its rows the limits leave, from 0 to 1. */
  readonly share: number
}

export interface PlanWanted extends Wanted {
  readonly limits: Limits
  /** Labels of the rows that players see first; null: labels are chosen by their names. */
  readonly seen: readonly string[] | null
  /** The model for rows that players see first, and that for the rest. */
  readonly models: Readonly<Record<'seen' | 'rest', { readonly name: string; readonly prices: Prices | null }>>
}

const OPEN: readonly string[] = ['job=untranslated', 'job=stale']
/** Words in names of labels that mean texts which every player sees, the most seen first. */
const SEEN = 'ui interface menu button hud title tutorial quest story dialog dialogue name item skill'.split(' ')
const labelsMax = 6

/** Parts without rows are left out; a row counts in the first that has it. */
export async function planParts(
  agent: Agent,
  status: AgentStatus,
  wanted: PlanWanted,
): Promise<readonly PlannedPart[]> {
  const open = wanted.filters.length === 0 ? OPEN : wanted.filters
  const first = await firstPrompt(agent, wanted)
  if (first === null) return []
  const counts = await Promise.all(open.map((filter) => agent.countBy(filter)))
  const patch = Math.max(0, ...counts.flatMap((count) => count.patch.map(({ value }) => Number.parseInt(value, 10))))
  const labels = wanted.seen ?? seenIn(counts.flatMap((count) => count.label.map(({ value }) => value)))
  const parts = [
    // The first import is the whole game.
    ...(patch > 1
      ? [
          {
            what: `the latest patch (import ${patch})`,
            filters: within(open, 'patch', String(patch)),
            by: 'seen' as const,
          },
        ]
      : []),
    ...labels.map((label) => ({ what: `label ${label}`, filters: within(open, 'label', label), by: 'seen' as const })),
    { what: 'the rest, the largest families first', filters: open, by: 'rest' as const },
  ].filter(({ filters }) => filters.length > 0)
  const works = parts.map(({ filters }) => worksOf(filters))
  const estimates = await estimateParts(agent, status, wanted, works, first.around)
  let { cost: money, tokens: most, rows: rowsLeft } = wanted.limits
  return parts.flatMap((part, i): PlannedPart[] => {
    const { growth: _known, ...estimate } = estimates[i] as Estimate
    if (estimate.rows === 0) return []
    const { name: model, prices } = wanted.models[part.by]
    const cost = prices && costOf(estimate.tokens, prices)
    const all = estimate.tokens.input + estimate.tokens.output
    const shares = [money !== null && cost ? money / cost : 1, most === null ? 1 : most / all, rowsLeft / estimate.rows]
    const share = Math.max(0, Math.min(1, ...shares))
    money = money && Math.max(0, money - share * (cost ?? 0))
    most = most && Math.max(0, most - share * all)
    rowsLeft -= share * estimate.rows
    return [{ ...part, ...estimate, model, cost, share }]
  })
}

/** The filters with one condition more. A filter that has a condition of this name already stays out of it. */
const within = (filters: readonly string[], name: string, value: string): readonly string[] =>
  filters.flatMap((filter) => {
    const members = new URLSearchParams(filter)
    if (members.has(name)) return []
    members.set(name, value)
    return [members.toString()]
  })

function seenIn(labels: readonly string[]): readonly string[] {
  const placeOf = (label: string): number =>
    SEEN.findIndex((word) =>
      label
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .some((each) => each === word || each === `${word}s`),
    )
  const seen = [...new Set(labels)].filter((label) => placeOf(label) >= 0)
  return seen.sort((a, b) => placeOf(a) - placeOf(b)).slice(0, labelsMax)
}

export function planLines(parts: readonly PlannedPart[]): readonly string[] {
  const rows = parts.map(({ what, model, share, cost, ...part }, i) => [
    String(i + 1),
    what,
    model,
    numeral(part.rows),
    numeral(part.texts),
    numeral(part.calls),
    cost === null ? '' : cost.toFixed(4),
    share === 1 ? 'all' : share === 0 ? 'not today' : `some ${numeral(Math.round(share * part.rows))} rows`,
  ])
  const table = [['', 'which rows', 'model', 'rows', 'texts', 'calls', 'cost', 'of them'], ...rows]
  const widths = table[0]?.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0))) ?? []
  return table.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

export const planDocument = (parts: readonly PlannedPart[]): object => ({
  plan: parts.map(({ what, filters, model, rows, texts, calls, tokens, cost, share }) => {
    return { what, filters, model, rows, texts, calls, tokens, cost, share: Number(share.toFixed(3)) }
  }),
})

/** Runs the parts in their order; neighbours with the same model are one run. `run` makes each, by calls or by jobs. */
export const inParts =
  (parts: readonly PlannedPart[], run: (plan: Plan, quotaLeft: number) => Promise<Outcome>): typeof run =>
  async (plan, quotaLeft) => {
    const tally = new Tally()
    const byModel = new Set(parts.map(({ by }) => by))
    let outcome: Outcome | null = null
    for (const by of byModel) {
      if (outcome !== null && outcome.stopped !== null) break
      const filters = parts.filter((part) => part.by === by).flatMap((part) => part.filters)
      const its = by === 'seen' && plan.repair !== null ? { ...plan, ...plan.repair, repair: null } : plan
      const rowsMax = plan.rowsMax - tally.ended
      outcome = await run({ ...its, filters, tally, rowsMax }, quotaLeft - tally.written - tally.proposed)
    }
    return present(outcome, 'a part')
  }
