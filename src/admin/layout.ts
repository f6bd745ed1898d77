// The frame of every page. No inline script or style: the content policy forbids them.
import { gzipSync } from 'node:zlib'
import type { Permission } from '../domain/vocabulary.ts'
import { assetUrl } from './assets.ts'
import { type Html, html, raw } from './html.ts'
import { ENGLISH, languageNow } from './language/language.ts'
import { told, words } from './language/say.ts'
import { readTheme } from './cookies.ts'
import { languageSwitch } from './parts/language-switch.ts'
import { newsBox } from './news.ts'
import { countSuggestions } from '../app/suggestions/suggest.ts'
import { askForFactor } from './parts/asked-factor.ts'
import { NOTES } from './notes.ts'
import { type OpenVisit, may, query, takenForm } from './visit.ts'
import { number, ROLE_WORDS } from './words.ts'

export interface PageParts {
  readonly title: string
  readonly body: Html
  readonly status?: 200 | 400 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 503
  readonly error?: string | null
  readonly wide?: boolean
  /** True: the page is the workbench, which fills the window and has a style sheet and scripts of its own. */
  readonly bench?: boolean
  /** False: the page answers a form and is no refusal, but nothing that was typed was saved. */
  readonly isDone?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** Headers by which a page that is still counting is loaded again, also without scripts. */
export const comesBack = (isCounting: boolean): Readonly<Record<string, string>> => (isCounting ? { Refresh: '3' } : {})

interface Place {
  readonly path: string
  readonly needs: Permission
}

/** The links of the navigation. Those without a group are always shown. */
const NAVIGATION: readonly { readonly group: keyof typeof GROUPS | null; readonly places: readonly Place[] }[] = [
  {
    group: null,
    places: [
      { path: '/admin/', needs: 'view' },
      { path: '/admin/bench', needs: 'view' },
      { path: '/admin/rows', needs: 'view' },
      { path: '/admin/proposals', needs: 'propose_translation' },
      { path: '/admin/consistency', needs: 'propose_translation' },
      { path: '/admin/misfits', needs: 'view' },
    ],
  },
  {
    group: 'team',
    places: [
      { path: '/admin/brief', needs: 'view' },
      { path: '/admin/glossary', needs: 'view' },
      { path: '/admin/suggestions', needs: 'propose_translation' },
      { path: '/admin/labels', needs: 'view' },
      { path: '/admin/statistics', needs: 'view' },
      { path: '/admin/activity', needs: 'view' },
    ],
  },
  {
    group: 'game',
    places: [
      { path: '/admin/imports', needs: 'import_localized' },
      { path: '/admin/game', needs: 'review_translation' },
      { path: '/admin/undo', needs: 'review_translation' },
    ],
  },
  {
    group: 'settings',
    places: [
      { path: '/admin/people', needs: 'manage_users' },
      { path: '/admin/audit', needs: 'manage_users' },
      { path: '/admin/settings', needs: 'manage_settings' },
    ],
  },
]

const GROUPS = words({ team: 'Team', game: 'Game', settings: 'Administration' })

const PLACES: Readonly<Record<string, string>> = words({
  '/admin/': 'Overview',
  '/admin/bench': 'Workbench',
  '/admin/rows': 'Rows',
  '/admin/proposals': 'Proposals',
  '/admin/consistency': 'Consistency',
  '/admin/misfits': 'Does not fit',
  '/admin/brief': 'Brief',
  '/admin/glossary': 'Glossary',
  '/admin/suggestions': 'Suggestions',
  '/admin/labels': 'Labels',
  '/admin/statistics': 'Statistics',
  '/admin/activity': 'Activity',
  '/admin/imports': 'Imports',
  '/admin/game': 'Into the game',
  '/admin/undo': 'Take back',
  '/admin/people': 'People',
  '/admin/audit': 'Audit',
  '/admin/settings': 'Settings',
})

const isHere = (visit: OpenVisit, path: string): boolean =>
  path === '/admin/' ? visit.url.pathname === path : visit.url.pathname.startsWith(path)

const link = (visit: OpenVisit, path: string, name: string): Html =>
  html`<a href="${path}"${isHere(visit, path) ? raw(' aria-current="page"') : ''}>${name}${waiting(visit, path)}</a>`

/** The number of suggestions that wait for the visitor's decision, as a badge. */
function waiting(visit: OpenVisit, path: string): Html | '' {
  if (path !== '/admin/suggestions' || !may(visit, 'manage_settings')) return ''
  const count = countSuggestions(visit.app)
  return count === 0 ? '' : html` <b>${number(count)}</b>`
}

const brand = html`<a class="brand" href="/admin/" aria-label="windrow">
<img src="${assetUrl('icon.svg')}" alt="" width="26" height="26"><span>windrow</span></a>`

const help = (): Html => html`<a href="/docs">Help</a>`

function groupOf(visit: OpenVisit, { group, places }: (typeof NAVIGATION)[number]): Html {
  const links = places
    .filter(({ needs }) => may(visit, needs))
    .map(({ path }) => link(visit, path, PLACES[path] ?? path))
  if (group === null || links.length === 0) return html`${links}`
  return html`<details class="group" name="menu"><summary>${GROUPS[group]}</summary><div>${links}</div></details>`
}

/** On narrow screens the navigation is a popover (site.css). */
function header(visit: OpenVisit): Html {
  const { user } = visit
  if (user === null)
    return html`<header class="top">${brand}${languageSwitch(visit)}<div class="me">${help()}</div></header>`
  return html`<header class="top">
${brand}
<button class="menu-button" popovertarget="menu">Menu</button>
<div id="menu" popover><nav aria-label="Main">${NAVIGATION.map((each) => groupOf(visit, each))}${help()}</nav></div>
<div class="me"><a href="/admin/profile"${isHere(visit, '/admin/profile') ? raw(' aria-current="page"') : ''}
title="${ROLE_WORDS[user.role]}">${user.name}</a>
<form method="post" action="/admin/sign-out">${tokenField(visit)}<button class="quiet">Sign out</button></form></div>
</header>`
}

export const tokenField = (visit: OpenVisit): Html => html`<input type="hidden" name="csrf" value="${visit.token}">`

/** The note that the address names; empty if it names none. */
export function noteLine(visit: OpenVisit): Html {
  const name = query(visit, 'note')
  return Object.hasOwn(NOTES, name) ? html`<div class="note" role="status">${NOTES[name]}</div>` : html``
}

/** A refusal as a sentence: refusals are written to follow a colon, so they begin with a small letter. */
export const sentence = (text: string): string => {
  const said = told(text)
  const first = said.slice(0, 1).toUpperCase() + said.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}

/** htmx fetches the next page of the workbench and replaces the changed part. No eval, no inline style, no history cache. */
const HTMX = {
  allowEval: false,
  allowScriptTags: false,
  includeIndicatorStyles: false,
  selfRequestsOnly: true,
  historyCacheSize: 0,
  refreshOnHistoryMiss: true,
  scrollIntoViewOnBoost: false,
  attributesToSettle: [],
  // With a delay, a key pressed before htmx takes over the new form would load a whole page.
  defaultSettleDelay: 0,
  responseHandling: [{ code: '...', swap: true }],
}

/** A keyboard on the screen makes the page lower, so that it covers no line. */
const benchView = html`<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">`
const benchHead = html`<meta name="htmx-config" content="${JSON.stringify(HTMX)}">
<link rel="stylesheet" href="${assetUrl('bench.css')}">
<script src="${assetUrl('htmx.js')}" defer></script>
<script src="${assetUrl('bench.js')}" type="module"></script>
`

/** The words that scripts show, in the reader's language. With `only` some of them, which keeps small pages small. */
export const scriptWords = (only?: readonly string[]): Html => {
  const { scripts } = languageNow()
  const said = only === undefined ? scripts : Object.fromEntries(only.map((key) => [key, scripts[key] ?? key]))
  return languageNow() === ENGLISH ? html`` : html` data-words="${JSON.stringify(said)}"`
}

/** The markup before and after the body. They are apart, so that the body can be streamed. */
export function frame(
  visit: OpenVisit,
  { title, status = 200, error = null, wide = false, bench = false, isDone = !bench }: Omit<PageParts, 'body'>,
): { top: Html; bottom: Html } {
  const theme = readTheme(visit.c, visit.isSecure)
  const took = isDone && status === 200 && error === null ? takenForm(visit) : takenForm(visit) && ''
  const top = html`<!doctype html>
<html lang="${languageNow().tag}"${theme === null ? '' : html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
${bench ? benchView : html`<meta name="viewport" content="width=device-width, initial-scale=1">`}
${theme === null ? html`<meta name="color-scheme" content="light dark">` : html`<meta name="color-scheme" content="${theme}">`}
<meta name="theme-color" content="#1b6553">
<title>${title} · windrow</title>
<link rel="icon" href="${assetUrl('icon.svg')}">
<link rel="stylesheet" href="${assetUrl('site.css')}">
<script src="${assetUrl('site.js')}" defer></script>
<script src="${assetUrl('drafts.js')}" type="module"></script>
<script src="${assetUrl('drop.js')}" type="module"></script>
${bench ? benchHead : ''}</head>
<body${visit.user === null ? '' : html` data-person="${visit.user.id}"`}${scriptWords()}>
<a class="skip" href="#${bench ? 'desk' : 'main'}">Skip to the content</a>
${header(visit)}
<main id="main" tabindex="-1"${raw(bench ? ' class="full"' : wide ? ' class="wide"' : '')}${
    took === null ? '' : html` data-took="${took}"`
  }>
${bench ? '' : html`${askForFactor(visit)}${newsBox(visit)}`}${
  error === null ? noteLine(visit) : html`<div class="alert" role="alert">${sentence(error)}</div>`
}
`
  return { top, bottom: html`</main>\n</body>\n</html>\n` }
}

/** A step of the workbench: htmx takes its part of the page and the title, so that nothing else is sent (test step-size). */
export const isStep = ({ c }: OpenVisit): boolean => c.req.header('hx-request') === 'true'

/** Compression reveals no secret (BREACH): a form's token is masked differently on each page, a new key or code is shown once. */
export async function page(visit: OpenVisit, parts: PageParts): Promise<Response> {
  const { c, site } = visit
  const step = parts.bench === true && isStep(visit)
  const text = step ? await stepPart(parts) : await wholePage(visit, parts)
  const isPacked = (step || site.config.isPublic) && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  if (!isPacked) return c.html(text, parts.status ?? 200, { ...parts.headers })
  const packed = gzipSync(text)
  const packing = { 'Content-Type': 'text/html; charset=UTF-8', 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }
  return c.body(Uint8Array.from(packed), parts.status ?? 200, { ...packing, ...parts.headers })
}

const stepPart = async ({ title, body }: PageParts): Promise<string> =>
  String(await html`<title>${title} · windrow</title>${body}`)

async function wholePage(visit: OpenVisit, parts: PageParts): Promise<string> {
  const { top, bottom } = frame(visit, parts)
  return `${await top}${await parts.body}${await bottom}`
}
