// Progress of long work on stderr: a bar on a terminal after a second, else a plain line every 5 s. The work's own calls drive it,
// so it moves while the event loop is busy. Hot: called every few rows; between drawings a call reads the clock once.
import { numeral } from '../../base/numeral.ts'
import type { Clock } from '../../base/time.ts'

export interface Sink {
  write(text: string): unknown
}

export interface Progress {
  /** Tells how much is done. `total` may become known later, or change. `detail` is shown at the end of the line. */
  update(done: number, total?: number, detail?: string): void
  /** Begins the next part of the same work. */
  begin(label: string, total?: number): void
  /** Ends the display. It may be called twice. */
  end(): void
}

export interface ProgressSettings {
  readonly label: string
  readonly total?: number | undefined
  /** The word behind counts, such as `rows`. */
  readonly unit?: string | undefined
  /** The work is slow, so its speed is counted by the minute. */
  readonly isSlow?: boolean | undefined
  readonly stderr: Sink
  readonly isTty: boolean
  /** The terminal's width; 80 if unknown. */
  readonly columns?: number | undefined
  readonly isQuiet: boolean
  readonly clock: Clock
}

const barAfterMs = 1_000
const redrawEveryMs = 100
const lineEveryMs = 5_000
const barWidth = 24
const clearLine = '\r\u001B[2K'

export function createProgress(settings: ProgressSettings): Progress {
  const { clock, stderr, isTty, isQuiet } = settings
  // Some terminals tell a width of 0.
  const columns = settings.columns || 80
  if (isQuiet) return { update: () => {}, begin: () => {}, end: () => {} }
  let startedMs = clock.monotonicMs()
  let nextMs = startedMs + (isTty ? barAfterMs : lineEveryMs)
  let { label, total } = settings
  let isDrawn = false
  return {
    update: (done, newTotal, detail) => {
      total = newTotal ?? total
      const nowMs = clock.monotonicMs()
      if (nowMs < nextMs) return
      const { unit = 'rows', isSlow = false } = settings
      const state = { label, unit, done, total, elapsedMs: nowMs - startedMs, isSlow, detail }
      stderr.write(isTty ? clearLine + barText(state, columns) : `${lineText(state)}\n`)
      isDrawn = isTty
      nextMs = nowMs + (isTty ? redrawEveryMs : lineEveryMs)
    },
    begin: (newLabel, newTotal) => {
      label = newLabel
      total = newTotal
      startedMs = clock.monotonicMs()
    },
    end: () => {
      if (isDrawn) stderr.write(clearLine)
      isDrawn = false
      nextMs = Number.POSITIVE_INFINITY
    },
  }
}

interface State {
  readonly label: string
  readonly unit: string
  readonly done: number
  readonly total: number | undefined
  readonly elapsedMs: number
  readonly isSlow: boolean
  readonly detail: string | undefined
}

/** The longest form of the bar that fits: a line that wraps would leave a part behind at each drawing. */
function barText(state: State, columns: number): string {
  const { total, done, label } = state
  const [amount = '', ...rest] = amountParts(state)
  const detail = detailOf(state)
  const amounts = [[amount, ...rest].join(', '), [amount, ...rest.slice(1)].join(', '), amount]
  const lines = amounts.map((text) => `${label}: ${text}`)
  if (total !== undefined && total > 0) {
    const filled = Math.min(barWidth, Math.floor((done / total) * barWidth))
    const bar = `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`
    lines.unshift(...amounts.map((text) => `${label} ${bar} ${text}`))
    // In a narrow window the bar is left out first, and then the detail.
    const said = [[amount, ...rest, ...detail].join(', '), [amount, ...rest.slice(1), ...detail].join(', ')]
    if (detail.length > 0) lines.unshift(`${label} ${bar} ${said[0]}`, ...said.map((text) => `${label}: ${text}`))
  }
  // Some terminals wrap a line that fills the last column.
  const widthMax = Math.max(0, columns - 1)
  return lines.find((line) => line.length <= widthMax) ?? `${label}: ${amount}`.slice(0, widthMax)
}

const detailOf = ({ detail }: State): readonly string[] => (detail === undefined ? [] : [detail])

function lineText(state: State): string {
  return `${state.label}: ${[...amountParts(state), ...detailOf(state)].join(', ')}`
}

function amountParts({ unit, done, total, elapsedMs, isSlow }: State): string[] {
  const rate = done / Math.max(elapsedMs / 1000, 0.001)
  const amount = total === undefined ? `${rounded(done)} ${unit}` : `${rounded(done)} of ${rounded(total)} ${unit}`
  const parts = [amount, isSlow ? `${rounded(rate * 60)} ${unit}/min` : `${rounded(rate)} ${unit}/s`]
  if (total !== undefined && rate > 0) parts.push(`${durationText(Math.max(0, total - done) / rate)} left`)
  return parts
}

const rounded = (count: number): string => numeral(Math.round(count))

/** A duration such as `4 s`, `3 min 20 s` or `2 h 5 min`. */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
}
