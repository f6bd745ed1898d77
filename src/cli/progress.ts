// How far long work has come, on stderr: a bar when it is a terminal and the work takes over a second, else a plain
// line every 5 s. Driven by the work's own calls, without timers, so it also moves while the event loop is held.
// Hot: called once for each few rows; between drawings a call costs one look at the clock.
import type { Clock } from '../base/clock.ts'
import type { Sink } from './command.ts'

export interface Progress {
  /** Says how much is done; `total` may become known, or change, on the way. */
  update(done: number, total?: number): void
  /** The next part of the same work: its own label, total and rate; when to draw goes on as before. */
  begin(label: string, total?: number): void
  /** Takes the bar away. Harmless when repeated. */
  end(): void
}

export interface ProgressSettings {
  readonly label: string
  readonly total?: number | undefined
  /** What is counted: `rows`. */
  readonly unit?: string | undefined
  readonly stderr: Sink
  readonly isTty: boolean
  readonly isQuiet: boolean
  readonly clock: Clock
}

const barAfterMs = 1_000
const redrawEveryMs = 100
const lineEveryMs = 5_000
const barWidth = 24
const clearLine = '\r\u001B[2K'

/** Starts to show progress; the work counts as begun now. */
export function createProgress(settings: ProgressSettings): Progress {
  const { clock, stderr, isTty, isQuiet } = settings
  if (isQuiet) return { update: () => {}, begin: () => {}, end: () => {} }
  let startedMs = clock.monotonicMs()
  let nextMs = startedMs + (isTty ? barAfterMs : lineEveryMs)
  let { label, total } = settings
  let isDrawn = false
  return {
    update: (done, newTotal) => {
      total = newTotal ?? total
      const nowMs = clock.monotonicMs()
      if (nowMs < nextMs) return
      const state = { label, unit: settings.unit ?? 'rows', done, total, elapsedMs: nowMs - startedMs }
      stderr.write(isTty ? clearLine + barText(state) : `${lineText(state)}\n`)
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
}

function barText(state: State): string {
  const { total, done } = state
  if (total === undefined || total <= 0) return lineText(state)
  const filled = Math.min(barWidth, Math.floor((done / total) * barWidth))
  return `${state.label} [${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${amountText(state)}`
}

function lineText(state: State): string {
  return `${state.label}: ${amountText(state)}`
}

function amountText({ unit, done, total, elapsedMs }: State): string {
  const rate = done / Math.max(elapsedMs / 1000, 0.001)
  const amount = total === undefined ? `${counted(done)} ${unit}` : `${counted(done)} of ${counted(total)} ${unit}`
  const parts = [amount, `${counted(rate)} ${unit}/s`]
  if (total !== undefined && rate > 0) parts.push(`${durationText(Math.max(0, total - done) / rate)} left`)
  return parts.join(', ')
}

function counted(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}

/** `4 s`, `3 min 20 s`, `2 h 5 min`. */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
}
