// Counts what a process does, for GET /metrics. Labels are text in the form of the output, such as
// `route="v1.rows",status="200"`; '' stands for none. Counting costs a lookup in a map.

interface Sample {
  /** What follows the name of the metric in the output, such as `_total`. */
  readonly suffix: string
  readonly labels: string
  readonly value: number
}

interface Measure {
  readonly type: 'counter' | 'histogram' | 'gauge'
  samples(): Sample[]
}

class Counter implements Measure {
  readonly type = 'counter'
  readonly #counts = new Map<string, number>()

  add(labels: string, by = 1): void {
    this.#counts.set(labels, (this.#counts.get(labels) ?? 0) + by)
  }

  samples(): Sample[] {
    return Array.from(this.#counts, ([labels, value]) => ({ suffix: '_total', labels, value }))
  }
}

/** Upper bounds of the groups into which durations are counted, in seconds. */
const BOUNDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, Number.POSITIVE_INFINITY] as const

interface Spread {
  /** How many durations are in each group: above the bound before, and up to its own. */
  readonly counts: number[]
  seconds: number
}

class Durations implements Measure {
  readonly type = 'histogram'
  readonly #spreads = new Map<string, Spread>()

  add(labels: string, ms: number): void {
    const spread = this.#spreads.get(labels) ?? { counts: BOUNDS.map(() => 0), seconds: 0 }
    this.#spreads.set(labels, spread)
    const seconds = Math.max(0, ms) / 1000
    const at = BOUNDS.findIndex((bound) => seconds <= bound)
    spread.counts[at] = (spread.counts[at] as number) + 1
    spread.seconds += seconds
  }

  samples(): Sample[] {
    return Array.from(this.#spreads, ([labels, spread]) => samplesOf(labels, spread)).flat()
  }
}

function samplesOf(labels: string, { counts, seconds }: Spread): Sample[] {
  let count = 0
  const buckets = BOUNDS.map((bound, at) => {
    count += counts[at] as number
    const le = `le="${bound === Number.POSITIVE_INFINITY ? '+Inf' : bound.toFixed(3).replace(/0{1,2}$/, '')}"`
    return { suffix: '_bucket', labels: labels === '' ? le : `${labels},${le}`, value: count }
  })
  return [...buckets, { suffix: '_count', labels, value: count }, { suffix: '_sum', labels, value: seconds }]
}

/** A measure of values as they are at this moment; a value of null is left out. */
export const gauge = (values: Readonly<Record<string, number | null>>): Measure => ({
  type: 'gauge',
  samples: () =>
    Object.entries(values).flatMap(([labels, value]) => (value === null ? [] : [{ suffix: '', labels, value }])),
})

/** A measure and the name under which it is shown. */
export interface Metric {
  /** The name without `windrow_` before it and without the suffix of its type; it ends with its unit. */
  readonly name: string
  readonly unit?: 'seconds' | 'bytes'
  readonly help: string
  readonly measure: Measure
}

export interface Meter {
  /** Requests that are not counted yet. `countRequests` counts many at once, because a request should do little beside its work. */
  readonly latest: { readonly route: string; readonly status: number; readonly ms: number }[]
  readonly requests: Counter
  readonly requestDurations: Durations
  readonly refusals: Counter
  readonly batchItems: Counter
  readonly writerWaits: Durations
}

export const latestRequestsMax = 1_000

export function countRequests({ latest, requests, requestDurations }: Meter): void {
  for (const { route, status, ms } of latest.splice(0)) {
    requests.add(`route="${route}",status="${status}"`)
    requestDurations.add(`route="${route}"`, ms)
  }
}

export const createMeter = (): Meter => ({
  latest: [],
  requests: new Counter(),
  requestDurations: new Durations(),
  refusals: new Counter(),
  batchItems: new Counter(),
  writerWaits: new Durations(),
})
