// Charts as SVG, drawn here: no script, no style attributes (the content policy forbids them), colours by class so that
// light and dark both work. Every chart stands beside a table or list with the same numbers.
import { html } from 'hono/html'
import type { CellTotal } from '../app/statistics.ts'
import type { Html } from './layout.ts'
import { CLASS_WORDS, number, share } from './words.ts'

const width = 720

/** Rows by class as one bar with a legend. */
export function progressBar(cells: readonly CellTotal[]): Html {
  const shown = cells.filter(({ rows }) => rows > 0)
  const total = shown.reduce((sum, { rows }) => sum + rows, 0)
  let x = 0
  const bars = shown.map(({ cellClass, rows }) => {
    const wide = (rows / total) * width
    const bar = html`<rect class="c-${cellClass}" x="${x.toFixed(2)}" y="0" width="${wide.toFixed(2)}" height="20"/>`
    x += wide
    return bar
  })
  return html`<figure class="progress"><svg viewBox="0 0 ${width} 20" preserveAspectRatio="none" role="img" aria-label="Rows by state">${bars}</svg>
<figcaption><ul class="legend">${shown.map(
    ({ cellClass, rows }) =>
      html`<li><svg class="key" viewBox="0 0 10 10" aria-hidden="true"><rect class="c-${cellClass}" width="10" height="10"/></svg> ${CLASS_WORDS[cellClass]} <strong>${number(rows)}</strong> <span class="hint">${share(rows, total)}</span></li>`,
  )}</ul></figcaption></figure>`
}

export interface Column {
  readonly label: string
  /** One value a series, stacked from below. */
  readonly values: readonly number[]
}

export interface ColumnChart {
  readonly title: string
  readonly series: readonly { readonly name: string; readonly kind: string }[]
  readonly columns: readonly Column[]
}

const chartHeight = 160
const gap = 2

/** Stacked columns, the highest as high as the chart. */
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
        : html`<rect class="c-${series[s]?.kind ?? ''}" x="${(i * step + gap / 2).toFixed(1)}" y="${top.toFixed(1)}" width="${Math.max(1, step - gap).toFixed(1)}" height="${height.toFixed(1)}"><title>${label}: ${number(value)} ${series[s]?.name ?? ''}</title></rect>`
    })
  })
  return html`<figure class="chart"><figcaption>${title} <span class="hint">highest ${number(highest)}</span>
<ul class="legend">${series.map(
    ({ name, kind }) =>
      html`<li><svg class="key" viewBox="0 0 10 10" aria-hidden="true"><rect class="c-${kind}" width="10" height="10"/></svg> ${name}</li>`,
  )}</ul></figcaption>
<svg viewBox="0 0 ${width} ${chartHeight}" preserveAspectRatio="none" role="img" aria-label="${title}"><line class="axis" x1="0" y1="${chartHeight}" x2="${width}" y2="${chartHeight}"/>${rects}</svg>
<p class="ends hint"><span>${columns[0]?.label ?? ''}</span><span>${columns.at(-1)?.label ?? ''}</span></p></figure>`
}

/** A small bar of a share for a table cell. */
export const shareBar = (value: number | null): Html =>
  value === null
    ? html`<span class="hint">–</span>`
    : html`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="c-track" width="100" height="8"/><rect class="c-manual_fresh" width="${(100 * value).toFixed(1)}" height="8"/></svg> ${share(value, 1)}`
