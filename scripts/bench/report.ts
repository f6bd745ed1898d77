// From samples to what is printed, written to result.json and shown in docs/speed.md.
import { numeral } from '../../src/base/numeral.ts'
import { cpus, totalmem } from 'node:os'
import { type Measured, type Samples, type Spread, spreadOf } from './measure.ts'
import { REASONS } from './reasons.ts'
import type { Limit, Work } from './works.ts'

interface Ratio extends Spread {
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
  /** Of one answer, in µs. */
  readonly processorUs?: Readonly<Record<string, Spread>>
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

/** What was measured of a work says this of its ratios. */
export function resultOf({ name, title, unit, limits }: Work, measured: Measured): WorkResult {
  const { samples, processorUs } = measured
  const ratios = limits.flatMap((limit) => {
    const of = limit.kind === 'as cheap' ? processorUs : samples
    return of?.[limit.of] === undefined || of[limit.against] === undefined ? [] : [ratioOf(limit, unit, of)]
  })
  const values = spreadsOf(samples)
  return {
    name,
    title,
    unit,
    values,
    ...(processorUs !== undefined && { processorUs: spreadsOf(processorUs) }),
    ratios,
  }
}

const spreadsOf = (samples: Samples): Readonly<Record<string, Spread>> =>
  Object.fromEntries(Object.entries(samples).map(([who, list]) => [who, spreadOf(list)]))

function ratioOf(limit: Limit, unit: Work['unit'], samples: Samples): Ratio {
  const { of, against, kind } = limit
  const others = samples[against] as readonly number[]
  const isRate = unit === 'answers/s'
  const each = (samples[of] as readonly number[]).map((value, round) => {
    const other = others[round] as number
    if (kind === 'more') return value - other
    if (kind === 'as cheap') return other / value
    return (kind === 'as fast') === isRate ? value / other : other / value
  })
  const spread = spreadOf(each)
  const bound = 'atLeast' in limit ? limit.atLeast : limit.atMost
  return {
    of,
    against,
    kind,
    bound,
    isMet: 'atLeast' in limit ? spread.median >= bound : spread.median <= bound,
    ...spread,
  }
}

const digits = (value: number): string =>
  value >= 1000 ? numeral(Math.round(value)) : value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)

const valueText = ({ median, low, high }: Spread, unit: string, processorUs?: Spread): string =>
  `${digits(median)} ${unit} (${digits(low)}–${digits(high)})${processorUs === undefined ? '' : `, ${digits(processorUs.median)} µs each`}`

const whoText = (ratio: Ratio): string => (ratio.of === 'windrow' ? ratio.against : `${ratio.of} / ${ratio.against}`)

function boundText({ kind, bound }: Ratio): string {
  if (kind === 'as fast') return `at least ${bound.toFixed(2)}`
  if (kind === 'as cheap') return `at least ${bound.toFixed(2)} of processor time`
  if (kind === 'the size') return `at most ${bound.toFixed(2)} of the size`
  return kind === 'more' ? `at most ${bound} MB more` : `at most ${bound} times the time`
}

const verdict = (work: string, ratio: Ratio): string =>
  ratio.isMet ? 'yes' : `**no**${REASONS[`${work} ${whoText(ratio)}`] === undefined ? '' : ', see below'}`

/** The table of docs/speed.md. */
export function markdownOf(result: Result): string {
  const head = ['work', 'measured (median, quartiles)', 'against', 'ratio (quartiles)', 'wanted', 'met']
  const lines = [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`]
  for (const { name, title, unit, values, processorUs, ratios, fault } of result.works) {
    const measured = Object.entries(values).map(
      ([who, spread]) => `${who}: ${valueText(spread, unit, processorUs?.[who])}`,
    )
    const first = [title, fault === undefined ? measured.join('<br>') : `not measured: ${fault}`]
    if (ratios.length === 0) lines.push(`| ${[...first, '', '', '', ''].join(' | ')} |`)
    ratios.forEach((ratio, i) => {
      const spread = `${digits(ratio.median)} (${digits(ratio.low)}–${digits(ratio.high)})`
      const cells = [...(i === 0 ? first : ['', '']), whoText(ratio), spread, boundText(ratio), verdict(name, ratio)]
      lines.push(`| ${cells.join(' | ')} |`)
    })
  }
  const reasons = reasonsOf(result).map((reason) => `- ${reason}`)
  const about = `Measured ${result.measuredAt.slice(0, 10)} at ${numeral(result.rows)} rows, ${result.rounds} rounds, on ${result.machine}.`
  return [about, '', ...lines, ...(reasons.length === 0 ? [] : ['', ...reasons])].join('\n')
}

/** The sentences about ratios that are not met. */
function reasonsOf({ works }: Result): string[] {
  return works.flatMap(({ name, title, ratios }) =>
    ratios.flatMap((ratio) => {
      const reason = REASONS[`${name} ${whoText(ratio)}`]
      return ratio.isMet || reason === undefined ? [] : [`${title}, against ${whoText(ratio)}: ${reason}`]
    }),
  )
}

/** What the terminal shows of one work. */
export function linesOf({ name, title, unit, values, processorUs, ratios, fault }: WorkResult): string {
  const lines = [`${title}  [${name}]`]
  if (fault !== undefined) lines.push(`    not measured: ${fault}`)
  for (const [who, spread] of Object.entries(values))
    lines.push(`    ${who.padEnd(14)} ${valueText(spread, unit, processorUs?.[who])}`)
  for (const ratio of ratios) {
    const spread = `${digits(ratio.median)} (${digits(ratio.low)}–${digits(ratio.high)})`
    lines.push(`    ${ratio.isMet ? 'ok ' : 'NO '} ${whoText(ratio).padEnd(26)} ${spread}, ${boundText(ratio)}`)
  }
  return lines.join('\n')
}
