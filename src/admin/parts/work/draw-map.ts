// The map of the game as SVG: fields seen from above. A parcel is as large as its rows are many, and ripens from below: texts by
// people, by machines, with a changed source, none yet. A patch's heat map ripens as its rows are done. Colours come from the style sheet.
import {
  type Box,
  MAP_STATES,
  type MapGroup,
  type Parcel,
  type ParcelName,
  squarify,
  writeParcel,
} from '../../../domain/work/map.ts'
import { type GroupOfKinds, type Kind } from '../../../domain/work/kinds.ts'
import { ALL_WORK } from '../../../domain/work/work-filter.ts'
import { type Html, html, raw } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { counted, number, share } from '../../words.ts'
import { listOf } from './bench-links.ts'

const GROUP_WORDS: Readonly<Record<GroupOfKinds | 'labels' | 'families', string>> = words({
  names: 'Names',
  words: 'Words and phrases',
  sentences: 'Sentences',
  gaps: 'With a number or a name',
  speech: 'Questions and calls',
  long: 'Long texts',
  labels: 'Other labels',
  families: 'Similar texts',
})

export const KIND_WORDS: Readonly<Record<Kind, string>> = words({
  name: 'short names',
  long_name: 'long names',
  word: 'words',
  phrase: 'phrases',
  gap_phrase: 'phrases with a gap',
  sentence: 'short sentences',
  long_sentence: 'long sentences',
  gap_sentence: 'sentences with a gap',
  question: 'questions',
  call: 'calls',
  passage: 'several sentences',
  page: 'several lines',
})

type Colour = (typeof MAP_STATES)[number] | 'calm' | `heat-${number}`

/** For a picture of its own, which has no theme: readable on light and dark ground. */
const COLOURS: Readonly<Record<string, string>> = {
  ripe: '#2b7a62',
  machine: '#a9c0e6',
  changed: '#e5b653',
  bare: '#e4dccb',
}

export interface MapLook {
  /** In units of the picture, which are pixels where it has its full size. */
  readonly width: number
  readonly height: number
  /** Ids inside of a page are apart by it, and it is a class. */
  readonly name: string
  /** Parcels show where the patch's rows are. */
  readonly isHeat?: boolean
  /** A picture of its own, without links and style sheet. */
  readonly isAlone?: boolean
  /** True: its parcels lead nowhere, because its reader may not see the rows. */
  readonly isStill?: boolean
  /** The patch whose rows the links ask for. */
  readonly patch?: number | null
}

const headHeight = 22
const gap = 4
const nameSize = 11.5
const lineHeight = 14
/** Names of groups are bold, and so a tenth wider than their size of 12.5. */
const headSize = 13.75
/** The width of a letter, in sizes of the type: wide enough for Cyrillic. */
const letterWidth = 0.56

const short = (value: number): string => String(Math.round(value * 10) / 10)
const fits = (text: string, width: number, size: number): boolean => text.length * size * letterWidth < width
const at = ({ x, y, w, h }: Box): Html => html`x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}"`

const groupWords = ({ name }: MapGroup): string => ('label' in name ? name.label : GROUP_WORDS[name.of])

/** `isStill`: no text of the game is shown. */
export function parcelWords(name: ParcelName | null, isStill = false): string {
  if (name === null) return say`others`
  if (name.alike !== undefined) return isStill ? GROUP_WORDS.families : name.alike.replaceAll('0', '…')
  return name.kind === undefined ? (name.label ?? '') : KIND_WORDS[name.kind]
}

/** The list of the rows that a parcel counts: of a patch, those of the patch. */
function benchOfParcel(name: ParcelName, patch: number | null): string {
  const list = listOf({ ...ALL_WORK, patch: patch === null ? null : String(patch) })
  list.set('parcel', writeParcel(name))
  return `/admin/bench?${list.toString()}`
}

/** What its link leads to: all of its rows, or those of the patch. */
function told({ name, rows, states, fresh, handled }: Parcel, isStill: boolean, isHeat: boolean): string {
  const title = parcelWords(name, isStill)
  if (isHeat) return say`${title}: ${number(fresh)} in the patch, ${number(handled)} handled already`
  const parts = [counted(rows, 'row')]
  if (states.ripe > 0) parts.push(say`${share(states.ripe, rows)} by people`)
  if (states.machine > 0) parts.push(say`${share(states.machine, rows)} by machines`)
  if (states.changed > 0) parts.push(say`${share(states.changed, rows)} with a changed source`)
  if (fresh > 0) parts.push(say`${number(fresh)} in the patch`)
  return `${title}: ${parts.join(', ')}`
}

interface Band extends Box {
  readonly colour: Colour
}

/** The bands of a parcel, the topmost first. */
function bandsOf(parcel: Parcel, { x, y, w, h }: Box, heat: ((parcel: Parcel) => Colour) | null): readonly Band[] {
  const parts: readonly (readonly [Colour, number])[] =
    heat === null
      ? MAP_STATES.map((state) => [state, parcel.states[state] / parcel.rows])
      : parcel.fresh === 0
        ? [['calm', 1]]
        : [
            ['ripe', parcel.handled / parcel.fresh],
            [heat(parcel), 1 - parcel.handled / parcel.fresh],
          ]
  let top = y + h
  const bands = parts.flatMap(([colour, part]) => {
    if (part === 0) return []
    top -= h * part
    return [{ colour, x, y: top, w, h: h * part }]
  })
  return bands.reverse()
}

/** A name in one line, or in two at a space; null: it is too long. */
function linesOf(name: string, width: number): readonly string[] | null {
  if (fits(name, width, nameSize)) return [name]
  const all = name.split(' ')
  for (let end = all.length - 1; end > 0; end--) {
    const lines = [all.slice(0, end).join(' '), all.slice(end).join(' ')]
    if (lines.every((line) => fits(line, width, nameSize))) return lines
  }
  return null
}

/** In the first band from the top that holds the name whole; else it stands in the title alone. */
function nameIn(bands: readonly Band[], box: Box, name: string, isMarked: boolean): Html | '' {
  const lines = linesOf(name, box.w - 2 * gap - 8 - (isMarked ? 16 : 0))
  const band = bands.find(({ h }) => lines !== null && h >= 10 + lines.length * lineHeight)
  if (lines === null || band === undefined) return ''
  const x = short(box.x + 9)
  return html`<text class="name" fill="var(--on-${band.colour}, var(--ink))" x="${x}"
y="${short(Math.max(band.y, box.y + 1) + 17)}">${lines.map((line, at) =>
    at === 0 ? line : html` <tspan x="${x}" dy="${lineHeight}">${line}</tspan>`,
  )}</text>`
}

/** A smaller parcel has no room for its flag; its title tells of the patch. */
const pennantRoom = 24

const pennant = ({ x, y, w }: Box): Html =>
  html`<path class="new" d="M${short(x + w - 19)} ${short(y + 2)}h11v14l-5.5-4-5.5 4z"/>`

const furrowsOf = (name: string): Html =>
  html`<defs><pattern id="furrow-${name}" class="furrows" width="36" height="8"
patternUnits="userSpaceOnUse"><path d="M0 4c6-3 12-3 18 0s12 3 18 0"/></pattern></defs>`

const heats = 4

/** Parcels with rows of the patch in four steps, by their share among those of the others. */
function heatOf(groups: readonly MapGroup[]): (parcel: Parcel) => Colour {
  const shares = groups
    .flatMap(({ parcels }) => parcels)
    .filter(({ fresh }) => fresh > 0)
    .map(({ fresh, rows }) => fresh / rows)
    .toSorted((a, b) => a - b)
  return ({ fresh, rows }) => {
    const place = shares.findLastIndex((each) => each <= fresh / rows) + 1
    return `heat-${Math.ceil((heats * place) / shares.length)}`
  }
}

export function drawMap(groups: readonly MapGroup[], look: MapLook): Html {
  const { width, height, name, isAlone = false, isStill = isAlone, patch = null } = look
  const heat = look.isHeat === true ? heatOf(groups) : null
  const furrows = heat === null ? `url(#furrow-${name})` : 'none'
  const paint = (colour: Colour): Html =>
    isAlone ? html`fill="${COLOURS[colour] ?? ''}"` : html`fill="var(--${colour})"`
  const drawParcel = ({ item, ...box }: Box & { readonly item: Parcel }): Html => {
    const bands = bandsOf(item, box, heat)
    const words = told(item, isStill, heat !== null)
    const isMarked = heat === null && item.fresh > item.handled && box.w >= pennantRoom && box.h >= pennantRoom
    const lane = isAlone ? raw('fill="none" stroke="#fffdf9" stroke-width="4"') : raw(`fill="${furrows}"`)
    const inner = html`${bands.map((band) => html`<rect ${paint(band.colour)} ${at(band)}/>`)}<rect class="lane" ${lane}
${at(box)} rx="4"/>${isAlone ? '' : nameIn(bands, box, parcelWords(item.name, isStill), isMarked)}${isMarked ? pennant(box) : ''}
<title>${words}</title>`
    return isStill || item.name === null || (heat !== null && item.fresh === 0)
      ? html`<g>${inner}</g>`
      : html`<a href="${benchOfParcel(item.name, patch)}" aria-label="${words}">${inner}</a>`
  }
  const drawGroup = ({ item, ...box }: Box & { readonly item: MapGroup }): Html => {
    const field = { x: box.x + gap, y: box.y + headHeight, w: box.w - 2 * gap, h: box.h - headHeight - gap }
    const fresh = item.parcels.reduce((sum, each) => sum + each.fresh, 0)
    const rows = heat === null ? number(item.rows) : fresh === 0 ? '' : `+${number(fresh)}`
    const title = groupWords(item)
    const room = box.w - 14
    const letters = Math.floor(room / (headSize * letterWidth))
    const shown = fits(title, room, headSize) ? title : `${title.slice(0, Math.max(1, letters - 1))}…`
    const size = fits(`${title} ${rows}`, room, headSize) ? html` <tspan class="n">${rows}</tspan>` : ''
    const type = isAlone ? raw(' font-size="12.5" font-family="sans-serif" fill="#545e57"') : ''
    return html`<text class="group-name"${type} x="${short(box.x + 6)}" y="${short(box.y + 15)}">${shown}${size}</text>
${field.w < gap || field.h < gap ? '' : squarify(item.parcels, field).map(drawParcel)}`
  }
  const ground = isAlone ? html`<rect width="${width}" height="${height}" rx="8" fill="#fffdf9"/>` : furrowsOf(name)
  return html`<svg ${isAlone ? raw('xmlns="http://www.w3.org/2000/svg" ') : ''}class="map ${name}${heat === null ? '' : ' heat'}"
viewBox="0 0 ${width} ${height}" role="${isStill ? 'img' : 'group'}" aria-label="Map of the game">${ground}
${groups.length === 0 ? '' : squarify(groups, { x: 0, y: 0, w: width, h: height }).map(drawGroup)}
</svg>`
}
