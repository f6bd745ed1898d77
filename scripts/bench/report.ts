// From samples to what is printed, written to result.json and shown in the README.
import { cpus, totalmem } from 'node:os'
import { type Samples, type Spread, spreadOf } from './measure.ts'
import { REASONS } from './reasons.ts'
import type { Limit, Work } from './works.ts'

export interface Ratio extends Spread {
  readonly of: string
  readonly against: string
  readonly kind: Limit['kind']
  readonly bound: number
  readonly isMet: boolean
}

export interface WorkResult {
  readonly name: string
  readonly title: string
  readonly unit: Work['unit']
  readonly values: Readonly<Record<string, Spread>>
  readonly ratios: readonly Ratio[]
  /** Why it could not be measured. */
  readonly fault?: string
}

export interface Result {
  readonly measuredAt: string
  readonly rows: number
  readonly rounds: number
  readonly machine: string
  readonly works: readonly WorkResult[]
}

export const machineName = (): string => {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${gigabytes} GB, Node ${process.versions.node}, ${process.platform}`
}

/** What the samples say about a work and its ratios. */
export function resultOf({ name, title, unit, limits }: Work, samples: Samples): WorkResult {
  const values = Object.fromEntries(Object.entries(samples).map(([who, list]) => [who, spreadOf(list)]))
  const ratios = limits
    .filter(({ of, against }) => samples[of] !== undefined && samples[against] !== undefined)
    .map((limit) => ratioOf(limit, unit, samples))
  return { name, title, unit, values, ratios }
}

function ratioOf(limit: Limit, unit: Work['unit'], samples: Samples): Ratio {
  const { of, against, kind } = limit
  const others = samples[against] as readonly number[]
  const isRate = unit === 'answers/s'
  const each = (samples[of] as readonly number[]).map((value, round) => {
    const other = others[round] as number
    if (kind === 'more') return value - other
    return (kind === 'as fast') === isRate ? value / other : other / value
  })
  const spread = spreadOf(each)
  const isMet = kind === 'as fast' ? spread.median >= limit.atLeast : spread.median <= limit.atMost
  return { of, against, kind, bound: kind === 'as fast' ? limit.atLeast : limit.atMost, isMet, ...spread }
}

const digits = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)

const valueText = ({ median, low, high }: Spread, unit: string): string =>
  `${digits(median)} ${unit} (${digits(low)}–${digits(high)})`

const whoText = (ratio: Ratio): string => (ratio.of === 'windrow' ? ratio.against : `${ratio.of} / ${ratio.against}`)

function boundText({ kind, bound }: Ratio): string {
  if (kind === 'as fast') return `at least ${bound.toFixed(2)}`
  return kind === 'more' ? `at most ${bound} MB more` : `at most ${bound} times the time`
}

const verdict = (work: string, ratio: Ratio): string =>
  ratio.isMet ? 'yes' : `**no**${REASONS[`${work} ${whoText(ratio)}`] === undefined ? '' : ', see below'}`

/** The table of the README. */
export function markdownOf(result: Result): string {
  const head = ['work', 'measured (median, quartiles)', 'against', 'ratio (quartiles)', 'wanted', 'met']
  const lines = [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`]
  for (const { name, title, unit, values, ratios, fault } of result.works) {
    const measured = Object.entries(values).map(([who, spread]) => `${who}: ${valueText(spread, unit)}`)
    const first = [title, fault === undefined ? measured.join('<br>') : `not measured: ${fault}`]
    if (ratios.length === 0) lines.push(`| ${[...first, '', '', '', ''].join(' | ')} |`)
    ratios.forEach((ratio, i) => {
      const spread = `${digits(ratio.median)} (${digits(ratio.low)}–${digits(ratio.high)})`
      const cells = [...(i === 0 ? first : ['', '']), whoText(ratio), spread, boundText(ratio), verdict(name, ratio)]
      lines.push(`| ${cells.join(' | ')} |`)
    })
  }
  const reasons = reasonsOf(result).map((reason) => `- ${reason}`)
  const about = `Measured ${result.measuredAt.slice(0, 10)} at ${result.rows.toLocaleString('en')} rows, ${result.rounds} rounds, on ${result.machine}.`
  return [about, '', ...lines, ...(reasons.length === 0 ? [] : ['', ...reasons])].join('\n')
}

/** The sentences about ratios that are not met. */
export function reasonsOf({ works }: Result): string[] {
  return works.flatMap(({ name, title, ratios }) =>
    ratios.flatMap((ratio) => {
      const reason = REASONS[`${name} ${whoText(ratio)}`]
      return ratio.isMet || reason === undefined ? [] : [`${title}, against ${whoText(ratio)}: ${reason}`]
    }),
  )
}

/** What the terminal shows of one work. */
export function linesOf({ name, title, unit, values, ratios, fault }: WorkResult): string {
  const lines = [`${title}  [${name}]`]
  if (fault !== undefined) lines.push(`    not measured: ${fault}`)
  for (const [who, spread] of Object.entries(values)) lines.push(`    ${who.padEnd(14)} ${valueText(spread, unit)}`)
  for (const ratio of ratios) {
    const spread = `${digits(ratio.median)} (${digits(ratio.low)}–${digits(ratio.high)})`
    lines.push(`    ${ratio.isMet ? 'ok ' : 'NO '} ${whoText(ratio).padEnd(26)} ${spread}, ${boundText(ratio)}`)
  }
  return lines.join('\n')
}
