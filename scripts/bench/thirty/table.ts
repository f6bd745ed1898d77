// The table of one situation: how long each kind of request waited from when it was due, beside its bar.
import type { Done } from './people.ts'

export interface Seen {
  readonly done: readonly Done[]
  readonly seconds: number
  /** Of the server, all threads. */
  readonly processorSeconds: number
  /** Of the server, at most. */
  readonly megabytes: number
}

/** The most that 99 in a hundred may wait, in ms: at any time, and beside an import. */
const BARS: Readonly<Record<string, readonly [number, number]>> = {
  page: [10, 25],
  claim: [10, 25],
  batch: [25, 60],
  step: [60, 100],
  save: [60, 100],
  check: [20, 40],
  search: [150, 500],
}
/** A probe that waits longer found the main thread in one piece of work. */
const pauseMsMax = 50

export function tableOf(title: string, { done, seconds, processorSeconds, megabytes }: Seen, isBesideImport: boolean) {
  const kinds = [...new Set(done.map(({ kind }) => kind))]
  const rows = kinds.map((kind) => {
    const of = done.filter((each) => each.kind === kind)
    const times = of.map(({ ms }) => ms).sort((a, b) => a - b)
    const at = (share: number): number => times[Math.ceil(share * times.length) - 1] ?? 0
    const bar = BARS[kind]?.[isBesideImport ? 1 : 0]
    const verdict = bar === undefined ? '' : at(0.99) <= bar ? `${bar}` : `${bar}, **not met**`
    return `| ${[kind, of.length, ...[0.5, 0.95, 0.99, 1].map((share) => at(share).toFixed(1)), verdict, faultsIn(of)].join(' | ')} |`
  })
  const pauses = done.filter(({ kind, ms }) => kind === 'probe' && ms > pauseMsMax)
  const longest = Math.max(0, ...pauses.map(({ ms }) => ms))
  return [
    `${title}: ${seconds.toFixed(1)} s, of which the server took ${processorSeconds.toFixed(1)} s of processor time, with at most ${megabytes.toFixed(0)} MB`,
    `${pauses.length} probes waited over ${pauseMsMax} ms${pauses.length === 0 ? '' : `, the longest ${longest.toFixed(0)} ms`}`,
    '',
    '| kind (ms) | requests | p50 | p95 | p99 | longest | wanted | faults |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function faultsIn(done: readonly Done[]): string {
  const faults = new Map<string, number>()
  for (const { fault } of done) if (fault !== null) faults.set(fault, (faults.get(fault) ?? 0) + 1)
  return faults.size === 0 ? '0' : [...faults].map(([fault, count]) => `${count} × ${fault}`).join(', ')
}
