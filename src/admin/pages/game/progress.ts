// The public progress, a page and pictures, while the setting `public_progress` is on: counts of rows and the names of labels, no text
// of the game. They may be cached for a few minutes.
import type { Context } from 'hono'
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import type { App } from '../../../app/app.ts'
import type { HttpEnv } from '../../../http/request-target.ts'
import { assetUrl } from '../../assets.ts'
import { ALL_WORK, type WorkFilter } from '../../../domain/work/work-filter.ts'
import { publicPage, siteHead } from '../../parts/public-page.ts'
import {
  classBar,
  filterOfGame,
  gameFigures,
  PROGRESS_FILTERS,
  progressPicture,
} from '../../parts/work/work-progress.ts'
import { mapAlone, mapOfGame } from '../../parts/work/map-card.ts'
import { publicNumbers, type WorkNumbers } from '../../parts/work/work-numbers.ts'
import { scriptWords } from '../../layout.ts'
import { time, zone } from '../../words.ts'

const keptSeconds = 300
const lookAgainSeconds = 3

type C = Context<HttpEnv>

/** Refuses when switched off or not counted yet. */
async function shownOrRefused(
  app: App,
  c: C,
  notShown: (c: C) => Response | Promise<Response>,
  show: (numbers: WorkNumbers) => Response | Promise<Response>,
): Promise<Response> {
  if (!app.rules.now().settings.public_progress) return await notShown(c)
  const numbers = await publicNumbers(app, PROGRESS_FILTERS)
  if (numbers.of(ALL_WORK) === null)
    return c.text('being counted; come back in a moment\n', 503, { 'Retry-After': String(lookAgainSeconds) })
  return await show(numbers)
}

const KEPT = { 'Cache-Control': `public, max-age=${keptSeconds}`, Vary: 'Accept-Language' }

/** Pages of other sites show them. */
const PICTURE = { 'Content-Type': 'image/svg+xml', 'Cross-Origin-Resource-Policy': 'cross-origin', ...KEPT }

/** Only the words for times, to keep the page small. */
const SAID_BY_SCRIPTS = ['{0}-{1}-{2} {3}:{4}', 'your time']

const notShownPage = async (c: C): Promise<Response> => {
  const body = html`<p>This team does not show its progress here. Ask the team where to look.</p>`
  return c.html(await publicPage({ title: say`Not found`, head: siteHead(), body }), 404)
}

export const publicProgress = (app: App, c: C): Promise<Response> =>
  shownOrRefused(app, c, notShownPage, async (numbers) => {
    const text = await publicPage({
      title: say`Progress of the translation`,
      head: html`${siteHead()}
<script src="${assetUrl('site.js')}" defer></script>`,
      attributes: scriptWords(SAID_BY_SCRIPTS),
      body: html`${await mapOfGame(app, null, false)}
${gameFigures(numbers)}
${classBar(numbers)}
<p class="hint">Of ${numbers.link(ALL_WORK)} rows with something to translate, counted ${time(app.clock.nowMs())} ${zone}.</p>`,
    })
    return c.html(text, 200, KEPT)
  })

export const progressBadge = (app: App, c: C): Promise<Response> =>
  shownOrRefused(
    app,
    c,
    (hidden) => hidden.text('not found\n', 404),
    async (numbers) => {
      const isMap = c.req.query('badge') === undefined
      const map = isMap ? await mapAlone(app, null) : null
      if (map !== null) return c.body(map, 200, PICTURE)
      const rowsOf = (filter: WorkFilter): number => numbers.of(filter) ?? 0
      const [translated, manual] = [rowsOf(filterOfGame('translated')), rowsOf(filterOfGame('manual'))]
      const svg = progressPicture({ all: rowsOf(ALL_WORK), translated, manual })
      return c.body(svg, 200, isMap ? { ...PICTURE, 'Cache-Control': 'no-store' } : PICTURE)
    },
  )
