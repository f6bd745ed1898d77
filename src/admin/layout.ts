// The frame of every page. No inline script or style: the content policy forbids them.
import { gzipSync } from 'node:zlib'
import type { Permission } from '../domain/vocabulary.ts'
import { assetUrl } from './assets.ts'
import { type Html, html, raw } from './html.ts'
import { ENGLISH, languageNow } from './language/language.ts'
import { told, words } from './language/say.ts'
import * as cookies from './cookies.ts'
import { languageSwitch } from './parts/language-switch.ts'
import { newsLine } from './news.ts'
import { versionInfo } from '../runtime/version.ts'
import { countToDecide } from './parts/to-decide.ts'
import { askForFactor } from './parts/asked-factor.ts'
import { NOTES } from './notes.ts'
import { withTyped } from './refill.ts'
import { type OpenVisit, may, query, type Said, takenForm } from './visit.ts'
import { number, ROLE_WORDS } from './words.ts'

export interface PageParts {
  readonly title: string
  readonly body: Html
  readonly status?: 200 | Said['status']
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

/** What such a page says in place of its numbers. */
export const countingNote = (): Html =>
  html`<p class="note" role="status">The numbers are being counted; this page reloads by itself.</p>`

type Entry = keyof typeof ENTRIES

interface Place {
  readonly entry: Entry
  readonly path: string
  readonly needs: Permission
}

/**
 * The places of the navigation by its entries, besides the mark, which is the overview. An entry leads to the first of its places that
 * the visitor may open; the pages of an entry have all its places as tabs.
 */
const NAVIGATION: readonly Place[] = [
  { entry: 'work', path: '/admin/bench', needs: 'view' },
  { entry: 'decide', path: '/admin/decide', needs: 'view' },
  { entry: 'decide', path: '/admin/proposals', needs: 'propose_translation' },
  { entry: 'decide', path: '/admin/suggestions', needs: 'propose_translation' },
  { entry: 'decide', path: '/admin/misfits', needs: 'view' },
  { entry: 'rows', path: '/admin/rows', needs: 'view' },
  { entry: 'rows', path: '/admin/consistency', needs: 'propose_translation' },
  { entry: 'terms', path: '/admin/glossary', needs: 'view' },
  { entry: 'terms', path: '/admin/names', needs: 'propose_translation' },
  { entry: 'terms', path: '/admin/brief', needs: 'view' },
  { entry: 'game', path: '/admin/imports', needs: 'import_localized' },
  { entry: 'game', path: '/admin/game', needs: 'review_translation' },
  { entry: 'game', path: '/admin/releases', needs: 'manage_settings' },
  { entry: 'game', path: '/admin/undo', needs: 'review_translation' },
  { entry: 'team', path: '/admin/activity', needs: 'view' },
  { entry: 'team', path: '/admin/people', needs: 'manage_users' },
  { entry: 'team', path: '/admin/statistics', needs: 'view' },
  { entry: 'team', path: '/admin/comparisons', needs: 'review_translation' },
  { entry: 'team', path: '/admin/labels', needs: 'view' },
  { entry: 'settings', path: '/admin/settings', needs: 'manage_settings' },
  { entry: 'settings', path: '/admin/webhooks', needs: 'manage_settings' },
  { entry: 'settings', path: '/admin/audit', needs: 'manage_users' },
  { entry: 'settings', path: '/admin/windrow', needs: 'manage_settings' },
]

const ENTRIES = words({
  work: 'Work',
  decide: 'To decide',
  rows: 'Rows',
  terms: 'Terms',
  game: 'Game',
  team: 'Team',
  settings: 'Settings',
})

const PLACES: Readonly<Record<string, string>> = words({
  '/admin/decide': 'All of it',
  '/admin/rows': 'Search',
  '/admin/proposals': 'Proposals',
  '/admin/consistency': 'Consistency',
  '/admin/misfits': 'Does not fit',
  '/admin/brief': 'Brief',
  '/admin/glossary': 'Glossary',
  '/admin/suggestions': 'Suggestions',
  '/admin/labels': 'Labels',
  '/admin/statistics': 'Statistics',
  '/admin/activity': 'Activity',
  '/admin/imports': 'Patches',
  '/admin/game': 'Into the game',
  '/admin/undo': 'Take back',
  '/admin/people': 'People',
  '/admin/audit': 'Audit',
  '/admin/settings': 'Settings',
  '/admin/names': 'Names found',
  '/admin/releases': 'Releases',
  '/admin/comparisons': 'Comparisons',
  '/admin/webhooks': 'Webhooks',
  '/admin/windrow': 'This windrow',
})

const isHere = (visit: OpenVisit, path: string): boolean =>
  visit.url.pathname === path || visit.url.pathname.startsWith(`${path}/`)

/** The paths of an entry that the visitor may open. */
const openPaths = (visit: OpenVisit, entry: Entry): readonly string[] =>
  NAVIGATION.filter((place) => place.entry === entry && may(visit, place.needs)).map(({ path }) => path)

const entryHere = (visit: OpenVisit): Entry | undefined => NAVIGATION.find(({ path }) => isHere(visit, path))?.entry

/** The number of things that wait for the visitor's decision, as a badge. */
function waiting(visit: OpenVisit, entry: Entry): Html | '' {
  const count = entry === 'decide' ? countToDecide(visit) : 0
  return count === 0 ? '' : html` <b>${number(count)}</b>`
}

function entryLink(visit: OpenVisit, entry: Entry): Html {
  const [first] = openPaths(visit, entry)
  if (first === undefined) return html``
  const isIn = entryHere(visit) === entry || (entry === 'team' && isHere(visit, '/admin/team'))
  const current = isHere(visit, first) ? raw(' aria-current="page"') : isIn ? raw(' aria-current="true"') : ''
  return html`<a href="${first}"${current}>${ENTRIES[entry]}${waiting(visit, entry)}</a>`
}

/** The places of the entry in which the visitor is, as tabs. */
function tabs(visit: OpenVisit): Html {
  const entry = entryHere(visit)
  const open = entry === undefined ? [] : openPaths(visit, entry)
  if (entry === undefined || open.length < 2) return html``
  return html`<nav class="tabs" aria-label="${ENTRIES[entry]}">${open.map(
    (path) => html`<a href="${path}"${isHere(visit, path) ? raw(' aria-current="page"') : ''}>${PLACES[path]}</a>`,
  )}</nav>
`
}

const help = (): Html => html`<a href="/docs">Help</a>`

const brand = (visit: OpenVisit): Html =>
  html`<a class="brand" href="/admin/"${
    visit.url.pathname === '/admin/' ? raw(' aria-current="page"') : ''
  } title="Overview"><img src="${assetUrl('icon.svg')}" alt="" width="26" height="26"><span>windrow</span></a>`

/** On narrow screens the navigation is a popover (site.css). */
function header(visit: OpenVisit): Html {
  const { user } = visit
  if (user === null)
    return html`<header class="top">${brand(visit)}${languageSwitch(visit)}<div class="me">${help()}</div></header>`
  const entries = (Object.keys(ENTRIES) as Entry[]).map((each) => entryLink(visit, each))
  return html`<header class="top">
${brand(visit)}
<button class="menu-button" popovertarget="menu">Menu</button>
<div id="menu" popover><nav aria-label="Main">${entries}${help()}</nav></div>
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
  const theme = cookies.theme.read(visit)
  const took = isDone && status === 200 && error === null ? takenForm(visit) : takenForm(visit) && ''
  const top = html`<!doctype html>
<html lang="${languageNow().tag}">
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
<a class="skip" href="#${bench ? 'sheet' : 'main'}">Skip to the content</a>
${header(visit)}
${bench || visit.user === null ? '' : tabs(visit)}
<main id="main" tabindex="-1"${raw(bench ? ' class="full"' : wide ? ' class="wide"' : '')}${
    took === null ? '' : html` data-took="${took}"`
  }>
${bench ? '' : html`${askForFactor(visit)}${newsLine(visit)}`}${
  error === null ? noteLine(visit) : html`<div class="alert" role="alert">${sentence(error)}</div>`
}
`
  const foot = bench || visit.user === null ? '' : html`<footer>windrow ${versionInfo().version}</footer>\n`
  return { top, bottom: html`</main>\n${foot}</body>\n</html>\n` }
}

/** A step of the workbench: htmx takes its part of the page and the title, so that nothing else is sent (test step-size). */
export const isStep = ({ c }: OpenVisit): boolean => c.req.header('hx-request') === 'true'

/** Compression reveals no secret (BREACH): a form's token is masked differently on each page, a new key or code is shown once. */
export async function page(visit: OpenVisit, given: PageParts): Promise<Response> {
  const { c, site, said } = visit
  const parts = { ...said, ...given, headers: { ...given.headers, ...said?.headers } }
  const step = parts.bench === true && isStep(visit)
  const text = step ? await stepPart(parts) : await wholePage(visit, parts)
  const isPacked = (step || site.config.isPublic) && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  if (!isPacked) return c.html(text, parts.status ?? 200, parts.headers)
  const packed = gzipSync(text)
  const packing = { 'Content-Type': 'text/html; charset=UTF-8', 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }
  return c.body(Uint8Array.from(packed), parts.status ?? 200, { ...packing, ...parts.headers })
}

/** A page whose body begins with its title. */
export const titledPage = (visit: OpenVisit, { body, ...parts }: PageParts): Promise<Response> =>
  page(visit, { ...parts, body: html`<h1>${parts.title}</h1>\n${body}` })

const stepPart = async ({ title, body }: PageParts): Promise<string> =>
  String(await html`<title>${title} · windrow</title>${body}`)

async function wholePage(visit: OpenVisit, parts: PageParts): Promise<string> {
  const { top, bottom } = frame(visit, parts)
  const body = String(await parts.body)
  return `${await top}${visit.said === undefined ? body : withTyped(body, visit)}${await bottom}`
}
