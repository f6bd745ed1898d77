// Charts as SVG, without scripts and style attributes, which the content policy forbids. A table or list beside each
// has the same numbers.
import type { CalendarDay } from '../../domain/tally.ts'
import { type Html, html } from '../html.ts'
import { say } from '../language/say.ts'
import { counted, number, share } from '../words.ts'
import { opened } from './fields.ts'

const width = 720

interface Part {
  /** The name of the series' colour in the style sheet. */
  readonly kind: string
  readonly words: string
  readonly rows: number
  readonly shown: Html | string
}

/** What a series is called, and the name of its colour in the style sheet. */
interface Series {
  readonly name: string
  readonly kind: string
}

const keyOf = (kind: string): Html =>
  html`<svg class="key" viewBox="0 0 10 10" aria-hidden="true"><rect fill="var(--${kind})" width="10" height="10"/></svg>`

const legend = (series: readonly Series[]): Html =>
  html`<ul class="legend">${series.map(({ name, kind }) => html`<li>${keyOf(kind)} ${name}</li>`)}</ul>`

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Values as words, such as `3 manual, 5 machine`; those of 0 are left out. */
const toldOf = (values: readonly number[], series: readonly Series[]): string =>
  series.flatMap(({ name }, i) => ((values[i] ?? 0) === 0 ? [] : [`${number(values[i] ?? 0)} ${name}`])).join(', ')

export const behind = (table: Html, isOpen = false): Html =>
  html`<details class="behind"${opened(isOpen)}><summary>${say`Table`}</summary>${table}</details>`

export function progressBar(parts: readonly Part[]): Html {
  const shown = parts.filter(({ rows }) => rows > 0)
  const total = sumOf(shown.map(({ rows }) => rows))
  let x = 0
  const bars = shown.map(({ kind, rows }) => {
    const wide = (rows / total) * width
    const bar = html`<rect fill="var(--${kind})" x="${x.toFixed(2)}" y="0" width="${wide.toFixed(2)}" height="20"/>`
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
  readonly series: readonly Series[]
  readonly columns: readonly Column[]
}

const chartHeight = 160
const gap = 2

export function columnChart({ title, series, columns }: ColumnChart): Html {
  const highest = Math.max(1, ...columns.map(({ values }) => sumOf(values)))
  const step = width / Math.max(1, columns.length)
  const rects = columns.flatMap(({ label, values }, i) => {
    let top = chartHeight
    return values.map((value, s) => {
      const height = (value / highest) * chartHeight
      top -= height
      return value === 0
        ? ''
        : html`<rect fill="var(--${series[s]?.kind ?? ''})" x="${(i * step + gap / 2).toFixed(1)}" y="${top.toFixed(1)}"
width="${Math.max(1, step - gap).toFixed(1)}" height="${height.toFixed(1)}">
<title>${label}: ${number(value)} ${series[s]?.name ?? ''}</title></rect>`
    })
  })
  const all = series.map((_, s) => sumOf(columns.map(({ values }) => values[s] ?? 0)))
  return html`<figure class="chart"><figcaption>${title} <span class="hint">highest ${number(highest)}</span>
${legend(series)}</figcaption>
<svg viewBox="0 0 ${width} ${chartHeight}" preserveAspectRatio="none" role="img" aria-label="${title}: ${toldOf(all, series)}">
<line class="axis" x1="0" y1="${chartHeight}" x2="${width}" y2="${chartHeight}"/>${rects}</svg>
<p class="ends hint"><span>${columns[0]?.label ?? ''}</span><span>${columns.at(-1)?.label ?? ''}</span></p></figure>`
}

interface Bar {
  readonly name: Html | string
  /** The value of each series, from the left. */
  readonly values: readonly number[]
}

/** A bar for each name, the longest as wide as there is room, with its sum behind it. `title`: for those who hear it. */
export function barList(title: string, series: readonly Series[], bars: readonly Bar[]): Html {
  const highest = Math.max(1, ...bars.map(({ values }) => sumOf(values)))
  const bar = ({ name, values }: Bar): Html => {
    let x = 0
    const told = toldOf(values, series)
    // A bar without a length is no picture: the sum behind it says 0.
    const heard = told === '' ? html`aria-hidden="true"` : html`role="img" aria-label="${told}"`
    return html`<li><span>${name}</span>
<svg viewBox="0 0 100 10" preserveAspectRatio="none" ${heard}>${values.map((value, s) => {
      const wide = (100 * value) / highest
      x += wide
      return value === 0
        ? ''
        : html`<rect fill="var(--${series[s]?.kind ?? ''})" x="${(x - wide).toFixed(2)}" width="${wide.toFixed(2)}" height="10"/>`
    })}<title>${told}</title></svg> <b>${number(sumOf(values))}</b></li>`
  }
  return html`<figure class="bars">${legend(series)}<ol aria-label="${title}">${bars.map(bar)}</ol></figure>`
}

const daySide = 12
const dayStep = 15
const levels = 4

/** The darker a day, the more was done. `level`: 1 to 4. */
const daySquare = (x: number, y: number, level: number, title: string): Html =>
  html`<rect fill="var(--manual_fresh)" fill-opacity="${level / levels}" x="${x}" y="${y}" width="${daySide}" height="${daySide}">
<title>${title}</title></rect>`

/** Empty days share one path. */
const bareDays = (places: readonly (readonly [x: number, y: number])[]): Html =>
  html`<path fill="var(--none)" d="${places.map(([x, y]) => `M${x} ${y}h${daySide}v${daySide}h-${daySide}z`).join('')}"/>`

/** Days of a year as squares, a column for each week, and a list of months for screen readers. */
export function dayMap(weeks: readonly (readonly CalendarDay[])[]): Html {
  const all = weeks.flatMap((days, week) => days.map((each, at) => ({ ...each, x: week * dayStep, y: at * dayStep })))
  const worked = all.filter(({ count }) => count > 0)
  const sum = (days: readonly CalendarDay[]): number => sumOf(days.map(({ count }) => count))
  const months = Object.entries(Object.groupBy(worked, ({ day }) => day.slice(0, 7)))
  const work = counted(sum(worked), 'text, proposal or review', 'texts, proposals and reviews')
  const days = counted(worked.length, 'day')
  const [wide, high] = [weeks.length * dayStep, 7 * dayStep]
  return html`<figure class="days"><figcaption>The last year <span class="hint">${work} on ${days}</span></figcaption>
<div class="scroll" tabindex="0"><svg viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" role="img"
aria-label="${work} on ${days} of the last year">${bareDays(all.map(({ x, y }) => [x, y]))}${worked.map(
    ({ day, count, level, x, y }) => daySquare(x, y, level, `${day}: ${number(count)}`),
  )}</svg></div>
${
  worked.length > 0 &&
  behind(
    html`<ul class="plain">${months.map(
      ([month, of = []]) => html`<li>${month}: ${counted(of.length, 'day')}, ${number(sum(of))} in all</li>`,
    )}</ul>`,
  )
}</figure>`
}

interface DayRow {
  readonly name: Html
  readonly counts: readonly number[]
}

const dayRowsShown = 12

/**
 * A row of days for each of the first people, and the weeks of all as a table. `days`: names of the days, a multiple of
 * seven.
 */
export function dayRows(title: string, days: readonly string[], rows: readonly DayRow[]): Html {
  const most = Math.max(1, ...rows.flatMap(({ counts }) => counts))
  const starts = days.map((_, at) => at).filter((at) => at % 7 === 0)
  const line = ({ name, counts }: DayRow): Html => {
    const sum = number(sumOf(counts))
    return html`<li><span>${name}</span>
<svg viewBox="0 0 ${days.length * dayStep - 3} ${daySide}" role="img" aria-label="${sum}">${bareDays(
      counts.map((_, at) => [at * dayStep, 0]),
    )}${counts.map((count, at) =>
      count === 0
        ? ''
        : daySquare(at * dayStep, 0, Math.ceil((levels * count) / most), `${days[at] ?? ''}: ${number(count)}`),
    )}</svg> <b>${sum}</b></li>`
  }
  const table = html`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Person</th>${starts.map(
    (at) => html`<th scope="col" class="number">${days[at]?.slice(5) ?? ''}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ({ name, counts }) =>
      html`<tr><th scope="row">${name}</th>${starts.map(
        (at) => html`<td class="number">${number(sumOf(counts.slice(at, at + 7)))}</td>`,
      )}</tr>`,
  )}</tbody></table></div>`
  return html`<figure class="bars"><figcaption>${title}</figcaption><ol>${rows.slice(0, dayRowsShown).map(line)}</ol>
<p class="ends hint"><span>${days[0] ?? ''}</span><span>${days.at(-1) ?? ''}</span></p>${behind(table)}</figure>`
}

export const shareBar = (value: number | null): Html =>
  value === null
    ? html`<span class="hint">–</span>`
    : html`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
<rect fill="var(--none)" width="100" height="8"/>
<rect fill="var(--manual_fresh)" width="${(100 * value).toFixed(1)}" height="8"/></svg> ${share(value, 1)}`
