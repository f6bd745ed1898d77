// The progress of the work, on the overview and the public page: three figures, and a bar of the rows by their text.
import {
  ALL_WORK,
  filterOfClass,
  WORK_CLASSES,
  type WorkFilter,
  type WorkGame,
} from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { words } from '../../language/say.ts'
import { CLASS_WORDS, share } from '../../words.ts'
import { progressBar } from '../charts.ts'
import type { WorkNumbers } from './work-numbers.ts'

export const filterOfGame = (game: WorkGame): WorkFilter => ({ ...ALL_WORK, game })

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
    return html`<div><dt>${FIGURE_WORDS[game]}</dt><dd><strong>${share(numbers.of(filter) ?? 0, all)}</strong> <span class="hint">${numbers.link(filter)} rows</span></dd></div>`
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
