// The link to the page of suggestions, for the pages of the glossary and of labels.
import { type Html, html } from '../html.ts'
import { counted } from '../words.ts'

export const suggestionsLink = (pending: number): Html =>
  pending === 0
    ? html``
    : html`<p><a href="/admin/suggestions">Decide on what agents suggested: ${counted(pending, 'suggestion')}</a></p>`
