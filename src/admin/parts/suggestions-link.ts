// The link to the page of suggestions, for the pages of the glossary and of labels.
import { type Html, html } from '../html.ts'
import { counted } from '../words.ts'

export const suggestionsLink = (pending: number): Html =>
  pending === 0
    ? html``
    : html`<p><a href="/admin/suggestions">Decide on what is suggested: ${counted(pending, 'suggestion')}</a></p>`
