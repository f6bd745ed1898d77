// The frame of every page: head, navigation by permission, notes, and the main part. No inline script or style anywhere:
// the content policy forbids them.
import { html, raw } from 'hono/html'
import type { Permission } from '../domain/vocabulary.ts'
import { assetUrl } from './assets.ts'
import { NOTES } from './notes.ts'
import { type OpenVisit, may, query } from './visit.ts'
import { ROLE_WORDS } from './words.ts'

export type Html = ReturnType<typeof html>

export interface PageParts {
  readonly title: string
  readonly body: Html
  readonly status?: 200 | 400 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 503
  /** A refusal, shown above everything. */
  readonly error?: string | null
  /** Wide pages hold tables. */
  readonly wide?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

const NAVIGATION: readonly { readonly path: string; readonly name: string; readonly needs: Permission }[] = [
  { path: '/admin/', name: 'Overview', needs: 'view' },
  { path: '/admin/rows', name: 'Rows', needs: 'view' },
  { path: '/admin/proposals', name: 'Proposals', needs: 'propose_translation' },
  { path: '/admin/glossary', name: 'Glossary', needs: 'view' },
  { path: '/admin/statistics', name: 'Statistics', needs: 'view' },
  { path: '/admin/imports', name: 'Imports', needs: 'import_localized' },
  { path: '/admin/people', name: 'People', needs: 'manage_users' },
  { path: '/admin/audit', name: 'Audit', needs: 'manage_users' },
  { path: '/admin/settings', name: 'Settings', needs: 'manage_settings' },
]

const isHere = (visit: OpenVisit, path: string): boolean =>
  path === '/admin/' ? visit.url.pathname === path : visit.url.pathname.startsWith(path)

const link = (visit: OpenVisit, path: string, name: string): Html =>
  html`<a href="${path}"${isHere(visit, path) ? raw(' aria-current="page"') : ''}>${name}</a>`

function header(visit: OpenVisit): Html {
  const { user } = visit
  if (user === null) return html`<header class="top"><a class="brand" href="/admin/">windrow</a></header>`
  const items = NAVIGATION.filter(({ needs }) => may(visit, needs))
  return html`<header class="top">
<a class="brand" href="/admin/">windrow</a>
<nav aria-label="Main">${items.map(({ path, name }) => link(visit, path, name))}</nav>
<div class="me"><a href="/admin/profile"${isHere(visit, '/admin/profile') ? raw(' aria-current="page"') : ''} title="${ROLE_WORDS[user.role]}">${user.name}</a>
<form method="post" action="/admin/sign-out">${tokenField(visit)}<button class="quiet">Sign out</button></form></div>
</header>`
}

/** The hidden field that every form carries. */
export const tokenField = (visit: OpenVisit): Html => html`<input type="hidden" name="csrf" value="${visit.token}">`

function notes(visit: OpenVisit, error: string | null): Html {
  const name = query(visit, 'note')
  const note = Object.hasOwn(NOTES, name) ? NOTES[name] : undefined
  return html`${error === null ? '' : html`<div class="alert" role="alert">${sentence(error)}</div>`}${
    note === undefined || error !== null ? '' : html`<div class="note" role="status">${note}</div>`
  }`
}

/** Refusals are written to follow a colon; on a page they stand alone. */
export const sentence = (text: string): string => {
  const first = text.slice(0, 1).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}

/** What stands before and after the body, for pages that are sent as they are made. */
export function frame(
  visit: OpenVisit,
  { title, error = null, wide = false }: Omit<PageParts, 'body'>,
): { top: Html; bottom: Html } {
  const top = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · windrow</title>
<link rel="icon" href="${assetUrl('icon.svg')}">
<link rel="stylesheet" href="${assetUrl('site.css')}">
<script src="${assetUrl('site.js')}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header(visit)}
<main id="main" tabindex="-1"${wide ? raw(' class="wide"') : ''}>
${notes(visit, error)}
`
  return { top, bottom: html`</main>\n</body>\n</html>\n` }
}

/** A whole page as a response. */
export async function page(visit: OpenVisit, parts: PageParts): Promise<Response> {
  const { top, bottom } = frame(visit, parts)
  const text = `${await top}${await parts.body}${await bottom}`
  return visit.c.html(text, parts.status ?? 200, { ...parts.headers })
}
