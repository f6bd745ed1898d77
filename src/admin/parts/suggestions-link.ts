// The way to what agents suggested, on the pages that it is about.
import { type Html, html } from '../html.ts'
import { counted } from '../words.ts'

export const suggestionsLink = (pending: number): Html =>
  pending === 0
    ? html``
    : html`<p><a href="/admin/suggestions">Decide on what agents suggested: ${counted(pending, 'suggestion')}</a></p>`
