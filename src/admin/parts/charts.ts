// Charts as SVG, without scripts and style attributes, which the content policy forbids. A table or list beside each
// has the same numbers.
import type { CalendarDay } from '../../domain/tally.ts'
import { type Html, html } from '../html.ts'
import { counted, number, share } from '../words.ts'

const width = 720

interface Part {
  /** The class of the series' colour, without `c-`. */
  readonly kind: string
  readonly words: string
  readonly rows: number
  readonly shown: Html | string
}

/** The square of a colour in a legend. */
const keyOf = (kind: string): Html =>
  html`<svg class="key" viewBox="0 0 10 10" aria-hidden="true"><rect class="c-${kind}" width="10" height="10"/></svg>`

export function progressBar(parts: readonly Part[]): Html {
  const shown = parts.filter(({ rows }) => rows > 0)
  const total = shown.reduce((sum, { rows }) => sum + rows, 0)
  let x = 0
  const bars = shown.map(({ kind, rows }) => {
    const wide = (rows / total) * width
    const bar = html`<rect class="c-${kind}" x="${x.toFixed(2)}" y="0" width="${wide.toFixed(2)}" height="20"/>`
    x += wide
    return bar
  })
  return html`<figure class="progress">
<svg viewBox="0 0 ${width} 20" preserveAspectRatio="none" role="img" aria-label="Rows by state">${bars}</svg>
<figcaption><ul class="legend">${shown.map(
    ({ kind, words, rows, shown: count }) =>
      html`<li>${keyOf(kind)} ${words} <strong>${count}</strong> <span class="hint">${share(rows, total)}</span></li>`,
  )}</ul></figcaption></figure>`
}

interface Column {
  readonly label: string
  /** The value of each series, in the order in which they are stacked from below. */
  readonly values: readonly number[]
}

interface ColumnChart {
  readonly title: string
  readonly series: readonly { readonly name: string; readonly kind: string }[]
  readonly columns: readonly Column[]
}

const chartHeight = 160
const gap = 2

export function columnChart({ title, series, columns }: ColumnChart): Html {
  const sums = columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const highest = Math.max(1, ...sums)
  const step = width / Math.max(1, columns.length)
  const rects = columns.flatMap(({ label, values }, i) => {
    let top = chartHeight
    return values.map((value, s) => {
      const height = (value / highest) * chartHeight
      top -= height
      return value === 0
        ? ''
        : html`<rect class="c-${series[s]?.kind ?? ''}" x="${(i * step + gap / 2).toFixed(1)}" y="${top.toFixed(1)}"
width="${Math.max(1, step - gap).toFixed(1)}" height="${height.toFixed(1)}">
<title>${label}: ${number(value)} ${series[s]?.name ?? ''}</title></rect>`
    })
  })
  return html`<figure class="chart"><figcaption>${title} <span class="hint">highest ${number(highest)}</span>
<ul class="legend">${series.map(({ name, kind }) => html`<li>${keyOf(kind)} ${name}</li>`)}</ul></figcaption>
<svg viewBox="0 0 ${width} ${chartHeight}" preserveAspectRatio="none" role="img" aria-label="${title}">
<line class="axis" x1="0" y1="${chartHeight}" x2="${width}" y2="${chartHeight}"/>${rects}</svg>
<p class="ends hint"><span>${columns[0]?.label ?? ''}</span><span>${columns.at(-1)?.label ?? ''}</span></p></figure>`
}

const daySide = 12
const dayStep = 15

/** Days of a year as squares, a column for each week, and a list of months for screen readers. */
export function dayMap(weeks: readonly (readonly CalendarDay[])[]): Html {
  const all = weeks.flatMap((days, week) => days.map((each, at) => ({ ...each, x: week * dayStep, y: at * dayStep })))
  // Most days are empty and share one path; each other day has a square with its number.
  const bare = all.map(({ x, y }) => `M${x} ${y}h${daySide}v${daySide}h-${daySide}z`).join('')
  const squares = all
    .filter(({ count }) => count > 0)
    .map(
      ({ day, count, level, x, y }) =>
        html`<rect class="day-${level}" x="${x}" y="${y}" width="${daySide}" height="${daySide}">
<title>${day}: ${number(count)}</title></rect>`,
    )
  const worked = weeks.flat().filter(({ count }) => count > 0)
  const sum = (days: readonly CalendarDay[]): number => days.reduce((total, { count }) => total + count, 0)
  const months = Object.entries(Object.groupBy(worked, ({ day }) => day.slice(0, 7)))
  const work = counted(sum(worked), 'text, proposal or review', 'texts, proposals and reviews')
  const days = counted(worked.length, 'day')
  const [wide, high] = [weeks.length * dayStep, 7 * dayStep]
  return html`<figure class="days"><figcaption>The last year <span class="hint">${work} on ${days}</span></figcaption>
<div class="scroll" tabindex="0"><svg viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" role="img"
aria-label="${work} on ${days} of the last year"><path class="day-0" d="${bare}"/>${squares}</svg></div>
${
  worked.length === 0
    ? ''
    : html`<details><summary>As a list</summary><ul class="plain">${months.map(
        ([month, of = []]) => html`<li>${month}: ${counted(of.length, 'day')}, ${number(sum(of))} in all</li>`,
      )}</ul></details>`
}</figure>`
}

export const shareBar = (value: number | null): Html =>
  value === null
    ? html`<span class="hint">–</span>`
    : html`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
<rect class="c-track" width="100" height="8"/>
<rect class="c-manual_fresh" width="${(100 * value).toFixed(1)}" height="8"/></svg> ${share(value, 1)}`
