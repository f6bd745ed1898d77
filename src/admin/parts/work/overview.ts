// Parts of the overview: the picture of the game as squares in an image button, and what it says to a person alone.
import { listReleases } from '../../../app/releases/read-releases.ts'
import { readFirstDay } from '../../../app/team/first-steps.ts'
import { readField } from '../../../app/work/read-field.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import { ALL_WORK } from '../../../domain/work/work-filter.ts'
import { shownOf, type Square, type SquareState } from '../../../domain/work/workbench.ts'
import { type Html, html } from '../../html.ts'
import { words } from '../../language/say.ts'
import { may, type Visit } from '../../visit.ts'
import { counted, number } from '../../words.ts'
import { sourceInLine } from '../texts.ts'
import { benchOfRow } from './bench-links.ts'
import { workNumbers } from './work-numbers.ts'

// The picture on the overview: the game as squares in an image button. The browser sends a click's position, so this needs no
// script and no thousand links.

const columnsMin = 10
const columnsMax = 40
/** Few squares are large ones: the picture has the same width, and is some two and a half times as wide as high. */
export const columnsOf = (squares: readonly Square[]): number =>
  Math.min(columnsMax, Math.max(columnsMin, Math.ceil(Math.sqrt(squares.length * 2.5))))

/** Pixels of the picture's width, by the name of the button; the narrow one is for phones. */
export const WIDTHS = { wide: 840, middle: 640, narrow: 280 } as const
const unit = 10
const gap = 1

/** Readable on light and dark ground, because an image has no theme. */
const COLOURS: Readonly<Record<SquareState, string>> = { people: '#2a9d6f', machine: '#4f7fd6', stale: '#d08a1d' }
const WORDS: Readonly<Record<SquareState, string>> = words({
  people: 'by people',
  machine: 'by machines',
  stale: 'stale',
})
const bare = '#8f8f86'

export function fieldOfRows(visit: Visit): Html {
  const { squares, rowsPerSquare } = readField(visit.app)
  if (squares.length === 0) return html``
  const columns = columnsOf(squares)
  const lines = Math.ceil(squares.length / columns)
  const button = (name: keyof typeof WIDTHS): Html =>
    html`<input type="image" class="${name}" name="${name}" src="/admin/field.svg" width="${WIDTHS[name]}"
height="${Math.round((WIDTHS[name] * lines) / columns)}" alt="Open the rows of a square; with the keyboard, the first">`
  const key = (state: SquareState): Html =>
    html`<li><svg class="key" viewBox="0 0 10 10" aria-hidden="true">
<rect fill="${COLOURS[state]}" width="10" height="10"/></svg> ${WORDS[state]}</li>`
  return html`<section aria-labelledby="field-title"><h2 id="field-title">The field</h2>
<form action="/admin/field" class="field">${button('wide')}${button('middle')}${button('narrow')}</form>
<ul class="legend">${key('people')}${key('machine')}${key('stale')}</ul>
<p class="hint">The whole game in its own order, ${number(rowsPerSquare)} rows a square:
the fuller, the more of them are translated. Click one to open its rows.</p>
</section>`
}

export function pictureOf(squares: readonly Square[]): string {
  const columns = columnsOf(squares)
  const lines = Math.max(1, Math.ceil(squares.length / columns))
  const side = unit - gap
  const [bases, fills]: [string[], Record<SquareState, string[]>] = [[], { people: [], machine: [], stale: [] }]
  squares.forEach((square, at) => {
    if (square.rows === 0) return
    const [x, y] = [(at % columns) * unit, Math.floor(at / columns) * unit]
    bases.push(`M${x} ${y}h${side}v${side}h-${side}z`)
    const shown = shownOf(square)
    if (shown === null) return
    const high = Math.max(1, Math.round(shown.full * side))
    fills[shown.state].push(`M${x} ${y + side - high}h${side}v${high}h-${side}z`)
  })
  const path = (d: readonly string[], fill: string, more = ''): string =>
    d.length === 0 ? '' : `<path fill="${fill}"${more} d="${d.join('')}"/>`
  const parts = [
    path(bases, bare, ' fill-opacity=".3"'),
    ...(['people', 'machine', 'stale'] as const).map((state) => path(fills[state], COLOURS[state])),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * unit} ${lines * unit}">${parts.join('')}</svg>\n`
}

const list = 'job=untranslated'

export async function firstDay(visit: Visit): Promise<Html> {
  const path = may(visit, 'propose_translation') ? await readFirstDay(visit.app, visit.user.id) : null
  if (path === null) return html``
  const { done, easy } = path
  return html`<section class="box" aria-labelledby="day-title"><h2 id="day-title">Your first texts</h2>
<p class="hint">Three easy ones, checked while you write, and then a real one.</p>
<ol class="plain steps">${Array.from({ length: done }, () => html`<li class="done"><span aria-hidden="true">✓</span> Done</li>`)}${easy.map(
    (row) =>
      html`<li>
<span aria-hidden="true">○</span> <a href="${benchOfRow(row.rowId, list)}">${sourceInLine(visit, sourceTextOf(row))}</a></li>`,
  )}<li><span aria-hidden="true">○</span> <a href="/admin/bench?${list}">A real one</a></li></ol></section>`
}

/** Empty without a release, or without a text of the person in it. */
export async function ownInRelease(visit: Visit): Promise<Html> {
  const release = listReleases(visit.app).find(({ withdrawn }) => withdrawn === null)
  if (release === undefined) return html``
  const own = { ...ALL_WORK, game: 'manual', authorId: visit.user.id } as const
  const later = { ...own, changedSinceMs: release.atMs }
  const numbers = await workNumbers(visit, [own, later])
  const texts = (numbers.of(own) ?? 0) - (numbers.of(later) ?? 0)
  return texts <= 0
    ? html``
    : html`<p class="note">Release ${release.version} has ${counted(texts, 'text')} of yours.</p>`
}
