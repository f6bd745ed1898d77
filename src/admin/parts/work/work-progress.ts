// The progress of the work, on the overview and the public page: three figures, and a bar of the rows by their text.
import { ALL_WORK, filterOfClass, WORK_CLASSES, type WorkFilter } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { CLASS_WORDS, share } from '../../words.ts'
import { progressBar } from '../charts.ts'
import type { WorkNumbers } from './work-numbers.ts'

export const filterOfGame = (game: WorkFilter['game']): WorkFilter => ({ ...ALL_WORK, game })

const FIGURES = ['manual', 'translated', 'original'] as const
const FIGURE_WORDS: Readonly<Record<(typeof FIGURES)[number], string>> = words({
  manual: 'approved by people',
  translated: 'in the game',
  original: 'not in the game',
})

export const PROGRESS_FILTERS: readonly WorkFilter[] = [
  ALL_WORK,
  ...FIGURES.map(filterOfGame),
  ...WORK_CLASSES.map(filterOfClass),
]

/** Null: still counting. */
export function gameFigures(numbers: WorkNumbers): Html | null {
  const all = numbers.of(ALL_WORK)
  if (all === null) return null
  return html`<dl class="facts headline">${FIGURES.map((game) => {
    const filter = filterOfGame(game)
    return html`<div><dt>${FIGURE_WORDS[game]}</dt>
<dd><strong>${share(numbers.of(filter) ?? 0, all)}</strong> <span class="hint">${numbers.link(filter)} rows</span></dd></div>`
  })}</dl>`
}

export const classBar = (numbers: WorkNumbers, label: string | null = null): Html =>
  (numbers.of({ ...ALL_WORK, label }) ?? 0) === 0
    ? html``
    : progressBar(
        WORK_CLASSES.map((kind) => {
          const filter = { ...filterOfClass(kind), label }
          return { kind, words: CLASS_WORDS[kind], rows: numbers.of(filter) ?? 0, shown: numbers.link(filter) }
        }),
      )

const width = 180
const barWidth = 164

/**
 * A small picture of the progress, for other sites: the translated share in words, and a bar with the approved rows
 * apart. SVG. `manual` rows are part of the translated ones.
 */
export function progressPicture(rows: {
  readonly all: number
  readonly translated: number
  readonly manual: number
}): string {
  const all = Math.max(1, rows.all)
  const wide = (part: number): string => ((part / all) * barWidth).toFixed(1)
  const words = say`translated: ${share(rows.translated, all)}`
  const bar = (wide: number | string, fill: string): string =>
    `<rect x="8" y="24" width="${wide}" height="6" fill="${fill}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="36" viewBox="0 0 ${width} 36" role="img" aria-label="${words}">
<title>${words}</title>
<rect width="${width}" height="36" rx="6" fill="#14171a"/>
<text x="8" y="17" fill="#e3e6e9" font-family="Verdana,DejaVu Sans,sans-serif" font-size="12">${words}</text>
${bar(barWidth, '#343a41')}${bar(wide(rows.translated), '#8fb6f7')}${bar(wide(rows.manual), '#5fd3aa')}</svg>\n`
}
