// The game's official texts beside a row, in the languages that this browser shows (chosen on the profile, kept like its goal).
import { languagesThere, officialReader } from '../app/rows/official-of-rows.ts'
import type { Row } from '../domain/row.ts'
import { readOfficial } from './cookies.ts'
import { type Html, html } from './html.ts'
import { nameOfLanguage } from './parts/language-choices.ts'
import { markedText, textBlock } from './parts/texts.ts'
import type { Visit } from './visit.ts'

/** Each with its language, such as `pt-br`. */
export function officialTexts(visit: Visit, { ordinal }: Row) {
  const chosen = readOfficial(visit)
  if (chosen.length === 0) return []
  const rules = visit.app.rules.now()
  return officialReader(
    visit.app,
    chosen,
  )(ordinal).map(({ language: known, text }) => {
    const [language, name] = [known.replaceAll('_', '-'), nameOfLanguage(known)]
    const block = textBlock(markedText(rules, text), text === '', name)
    return { language, name, text: html`<div lang="${language}">${block}</div>` }
  })
}

/** The choice of official languages; empty in a store without official texts. */
export const officialChoice = (visit: Visit): Html =>
  languagesThere(visit.app).length === 0
    ? html``
    : html`<p class="links"><a href="/admin/profile#browser-title" hx-boost="false">Show other languages of the game</a></p>`
