// From samples to what is printed, written to result.json and shown in docs/makers/speed.md, and what has fallen in a short run.
import { cpus, totalmem } from 'node:os'
import { numeral } from '../../src/base/numeral.ts'
import { type Samples, type Spread, spreadOf } from './measure.ts'
import type { Limit, Work } from './works.ts'

type Ratio = Spread & Omit<Limit, 'floor'>

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

/** What was measured of a work says this of its ratios; one of somebody who was not there is left out. */
export function resultOf({ name, title, unit, limits }: Work, samples: Samples): WorkResult {
  const ratios = limits.flatMap(({ of, against, bar }): Ratio[] => {
    const [own, other] = [samples[of], samples[against]]
    if (own === undefined || other === undefined) return []
    return [{ of, against, bar, ...spreadOf(own.map((value, round) => value / (other[round] as number))) }]
  })
  const values = Object.fromEntries(Object.entries(samples).map(([who, list]) => [who, spreadOf(list)]))
  return { name, title, unit, values, ratios }
}

/** A sentence for each ratio of a work that is beyond its floor: falls that no noise explains, such as a forgotten index. */
export function fallenIn({ name, limits }: Pick<Work, 'name' | 'limits'>, ratios: WorkResult['ratios']): string[] {
  return limits.flatMap(({ of, against, floor }) => {
    const { median } = ratios.find((each) => each.of === of && each.against === against) ?? { median: 0 }
    if (median <= floor) return []
    return [
      `${name} has fallen: ${of} against ${against} is ${median.toPrecision(3)}, and a short run has at most ${floor}`,
    ]
  })
}

const digits = (value: number): string =>
  value >= 1000 ? numeral(Math.round(value)) : value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)

const spreadText = ({ median, low, high }: Spread): string => `${digits(median)} (${digits(low)}–${digits(high)})`
const whoText = ({ of, against }: Ratio): string => (of === 'windrow' ? against : `${of} / ${against}`)
const isMet = ({ median, bar }: Ratio): boolean => median <= bar

/** The table of docs/makers/speed.md. */
export function markdownOf({ measuredAt, rows, rounds, machine, works }: Result): string {
  const lines = ['| work | medians | times | ratio (quartiles) | wanted: at most | met |', '|---|---|---|---|---|---|']
  for (const { title, unit, values, ratios } of works) {
    const medians = Object.entries(values).map(([who, { median }]) => `${who}: ${digits(median)} ${unit}`)
    ratios.forEach((ratio, i) => {
      const first = i === 0 ? [title, medians.join('<br>')] : ['', '']
      const met = isMet(ratio) ? 'yes' : '**no**'
      lines.push(`| ${[...first, whoText(ratio), spreadText(ratio), ratio.bar, met].join(' | ')} |`)
    })
  }
  const about = `Measured ${measuredAt.slice(0, 10)} at ${numeral(rows)} rows, ${rounds} rounds, on ${machine}.`
  return [about, '', ...lines].join('\n')
}

/** What the terminal shows of one work. */
export function linesOf({ name, title, unit, values, ratios, fault }: WorkResult): string {
  return [
    `${title}  [${name}]`,
    ...(fault === undefined ? [] : [`    not measured: ${fault}`]),
    ...Object.entries(values).map(([who, spread]) => `    ${who.padEnd(26)} ${spreadText(spread)} ${unit}`),
    ...ratios.map((ratio) => {
      const said = `${spreadText(ratio)}, wanted at most ${ratio.bar}`
      return `    ${isMet(ratio) ? 'ok ' : 'NO '} ${whoText(ratio).padEnd(26)} ${said}`
    }),
  ].join('\n')
}
