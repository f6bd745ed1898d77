// The map on pages: with its key, wide and, for phones, tall. Pictures are kept until a number of the map changes.
import type { App } from '../../../app/app.ts'
import { latestPatch } from '../../../app/work/read-patch.ts'
import { readMap } from '../../../app/work/read-map.ts'
import type { Whose } from '../../../base/turn.ts'
import { type Html, html, raw } from '../../html.ts'
import { languageNow } from '../../language/language.ts'
import { say } from '../../language/say.ts'
import { drawMap, type MapLook } from './draw-map.ts'

const WIDE = { width: 860, height: 530, name: 'wide' } as const
const TALL = { width: 360, height: 640, name: 'tall' } as const
const BROAD = { width: 1200, height: 460, name: 'wide' } as const

const picturesKept = 32
const drawn = new WeakMap<App, Map<string, string>>()

/** Null: the map is made for the first time. */
async function picture(app: App, whose: Whose, marked: number | null, look: MapLook): Promise<string | null> {
  const map = await readMap(app, whose, marked)
  if (map === null) return null
  const key = JSON.stringify([map.version, marked, look, languageNow().tag])
  const known = drawn.get(app) ?? new Map<string, string>()
  drawn.set(app, known)
  const before = known.get(key)
  if (before !== undefined) return before
  const svg = String(await drawMap(map.groups, look))
  if (known.size >= picturesKept) known.clear()
  known.set(key, svg)
  return svg
}

const swatch = (colour: string): Html =>
  html`<svg class="key" viewBox="0 0 12 12" aria-hidden="true"><rect fill="var(--${colour})" width="12" height="12" rx="3"/></svg>`

const key = (colour: string, words: string): Html => html`<li>${swatch(colour)}\n${words}</li>`

async function both(app: App, whose: Whose, marked: number | null, more: Partial<MapLook>): Promise<Html | null> {
  const [wide, tall] = [
    await picture(app, whose, marked, { ...(more.isHeat === true ? BROAD : WIDE), ...more }),
    await picture(app, whose, marked, { ...TALL, ...more }),
  ]
  return wide === null || tall === null ? null : html`${raw(wide)}${raw(tall)}`
}

/** `isOpen`: its parcels lead to the workbench. */
export async function mapOfGame(app: App, whose: Whose, isOpen = true): Promise<Html | null> {
  const marked = latestPatch(app)?.record.id ?? null
  const map = await both(app, whose, marked, { isStill: !isOpen })
  if (map === null) return null
  const patch = html`<li><svg class="key" viewBox="0 0 12 14" aria-hidden="true">
<path fill="var(--pennant)" d="M1 0h10v13l-5-4-5 4z"/></svg>
${say`new in the patch`}</li>`
  return html`<div class="land">${map}</div>
<ul class="legend">${key('ripe', say`by people`)}${key('machine', say`by machines`)}${key('changed', say`source changed`)}${key(
    'bare',
    say`no text yet`,
  )}${marked === null ? '' : patch}</ul>
<p class="hint">${say`The size is the number of rows.`} ${isOpen ? say`Click a field to work on it.` : ''}</p>`
}

/** The map of a patch: the warmer a parcel, the larger the part of its rows that is new or changed. */
export async function heatMap(app: App, whose: Whose, patch: number): Promise<Html> {
  const map = await both(app, whose, patch, { isHeat: true, patch })
  if (map === null) return html``
  return html`<section class="box" aria-labelledby="heat-title"><h2 id="heat-title">Where it hit</h2><div class="land">${map}</div>
<ul class="legend"><li>${[1, 2, 3, 4].map((step) => html`${swatch(`heat-${step}`)} `)}
${say`the warmer the colour, the larger the share of its rows`}</li>${key('ripe', say`handled already`)}</ul></section>`
}

/** The picture alone, for other sites. */
export const mapAlone = (app: App, whose: Whose): Promise<string | null> =>
  picture(app, whose, null, { ...WIDE, isAlone: true })
