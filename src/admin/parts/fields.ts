// Small parts of several pages: badges, selects, tables, pagers, one-button forms.
import { hasWaivers } from '../../domain/decide-review.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { freshnessOf, type Head, type Row, shownStatus } from '../../domain/row.ts'
import type { ProposalStatus, TranslationStatus } from '../../domain/vocabulary.ts'
import { html, type Html, raw } from '../html.ts'
import { say } from '../language/say.ts'
import { tokenField } from '../layout.ts'
import { type OpenVisit, query, wholeNumber } from '../visit.ts'
import { counted, FRESHNESS_HINTS, FRESHNESS_WORDS, STATUS_HINTS, STATUS_WORDS } from '../words.ts'

export const statusBadge = (status: TranslationStatus | ProposalStatus): Html =>
  html`<span class="badge ${status}" title="${STATUS_HINTS[status]}">${STATUS_WORDS[status]}</span>`

export const badge = (kind: string, text: string, hint = ''): Html =>
  html`<span class="badge ${kind}"${hint === '' ? '' : html` title="${hint}"`}>${text}</span>`

/** The badge of a proposal whose bot had checks waived. */
export const waivedBadge = (proposal: Proposal): Html =>
  hasWaivers(proposal) ? badge('waived', say`checks waived`, say`its bot had checks waived`) : html``

export function headBadges(head: Head, row: Row): Html {
  const freshness = freshnessOf(head, row.sourceHash)
  return html`${statusBadge(shownStatus(head))} ${badge(freshness, FRESHNESS_WORDS[freshness], FRESHNESS_HINTS[freshness])}`
}

export const selected = (isSelected: boolean): Html => raw(isSelected ? ' selected' : '')
export const checked = (isOn: boolean): Html => raw(isOn ? ' checked' : '')

export const opened = (isOpen: boolean): Html => raw(isOpen ? ' open' : '')

export type Choices = readonly (readonly [string, string])[]
const isList = (choices: Choices | Readonly<Record<string, string>>): choices is Choices => Array.isArray(choices)

/** `choices`: values with their words. */
export const select = (
  name: string,
  label: string,
  choices: Choices | Readonly<Record<string, string>>,
  value: string,
): Html =>
  html`<label>${label} <select name="${name}">${(isList(choices) ? choices : Object.entries(choices)).map(
    ([each, word]) => html`<option value="${each}"${selected(each === value)}>${word}</option>`,
  )}</select></label>`

export const hidden = (fields: Readonly<Record<string, string | number>>): Html =>
  html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`

/** Shows which key presses a button. It is hidden without scripts, because keys need them. */
export const keyMark = (key: string): Html => html` <kbd class="scripted" aria-hidden="true">${key}</kbd>`

export const button = (
  visit: OpenVisit,
  action: string,
  label: string | Html,
  fields: Readonly<Record<string, string | number>> = {},
  kind = '',
): Html =>
  html`<form method="post" action="${action}" class="inline">
${tokenField(visit)}${hidden(fields)}<button class="${kind}">${label}</button></form>`

const onceBytes = 9

/** A name for a form that must work only once (memories.ts). */
export const onceName = ({ app }: OpenVisit): { readonly once: string } => ({
  once: app.random.bytes(onceBytes).toString('base64url'),
})

export const onceField = (visit: OpenVisit): Html => hidden(onceName(visit))

/** A secret that is shown once, with a button that copies it. */
export const secretLine = (secret: string): Html =>
  html`<p><output id="secret" class="copyable">${secret}</output>
<button type="button" class="primary" data-copy="secret" hidden>Copy</button></p>`

/** A button that asks before something irreversible; without scripts the question is part of the page. */
export const riskyButton = (
  visit: OpenVisit,
  action: string,
  label: string,
  warning: string,
  fields: Readonly<Record<string, string | number>> = {},
): Html =>
  html`<details class="risky"><summary>${label}</summary>
<p>${warning}</p>
${button(visit, action, label, fields, 'danger')}</details>`

/** Links to the first and the next page of a list at `path`. The address has the place of a page under `name`. */
export function pager(visit: OpenVisit, name: string, next: string | number | null, path?: string): Html {
  const isFirst = query(visit, name) === ''
  if (isFirst && next === null) return html``
  return html`<nav class="pager" aria-label="Pages">${
    isFirst ? '' : html`<a href="${here(visit, { [name]: null }, path)}">First page</a>`
  }${next === null ? '' : html`<a href="${here(visit, { [name]: next }, path)}" rel="next">Next page</a>`}</nav>`
}

/** The items of a list on the page that begins at `from` of the address, and the links to other pages. */
export function onPage<T>(visit: OpenVisit, all: readonly T[], perPage: number, path?: string) {
  const from = Math.min(wholeNumber(query(visit, 'from')) ?? 0, Math.max(0, all.length - 1))
  const next = from + perPage < all.length ? from + perPage : null
  return { from, shown: all.slice(from, from + perPage), pages: pager(visit, 'from', next, path) } as const
}

/** The present address with changes. `path`: the page's own, for one that is also shown again at the address of its form. */
export function here(
  visit: OpenVisit,
  changes: Readonly<Record<string, string | number | null>>,
  path = visit.url.pathname,
): string {
  const parameters = new URLSearchParams(visit.url.searchParams)
  parameters.delete('note')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name)
    else parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? path : `${path}?${text}`
}

/**
 * A link to look again, under a sentence that says that there is nothing. Scripts (site.js) follow it until something
 * comes; `what` tells them what is missing.
 */
export const lookAgain = (visit: OpenVisit, own = here(visit, {}), what = ''): Html =>
  html`<p class="again" role="status"><a data-again="${what}" href="${own}">Look again</a></p>`

/** A code of the second factor, or a recovery code. */
export const codeField = (name: string, isFirst = false): Html =>
  html`<label>${name} <input name="code" autocomplete="one-time-code" required maxlength="32"
spellcheck="false" autocapitalize="none"${raw(isFirst ? ' autofocus' : '')}></label>`

/** The link to the page of suggestions, for the pages of the glossary and of labels. */
export const suggestionsLink = (pending: number): Html =>
  pending === 0
    ? html``
    : html`<p><a href="/admin/suggestions">Decide on what is suggested: ${counted(pending, 'suggestion')}</a></p>`
