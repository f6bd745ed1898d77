// The game's official texts beside a row, in the languages that this browser shows (chosen on the profile, kept like its goal).
import { languagesThere, officialReader } from '../app/rows/official-of-rows.ts'
import type { Row } from '../domain/row.ts'
import { readOfficial } from './cookies.ts'
import { type Html, html } from './html.ts'
import { nameOfLanguage } from './parts/language-choices.ts'
import { markedText, textBlock } from './parts/texts.ts'
import type { Visit } from './visit.ts'

const tagOf = (language: string): string => language.replaceAll('_', '-')

interface ShownText {
  /** Such as `pt-br`. */
  readonly language: string
  readonly name: string
  readonly text: Html
}

export function officialTexts(visit: Visit, { ordinal }: Row): readonly ShownText[] {
  const chosen = readOfficial(visit.c, visit.isSecure)
  if (chosen.length === 0) return []
  const rules = visit.app.rules.now()
  return officialReader(
    visit.app,
    chosen,
  )(ordinal).map(({ language, text }) => {
    const name = nameOfLanguage(language)
    return {
      language: tagOf(language),
      name,
      text: html`<div lang="${tagOf(language)}">${textBlock(markedText(rules, text), text === '', name)}</div>`,
    }
  })
}

/** The choice of official languages; empty in a store without official texts. */
export const officialChoice = (visit: Visit): Html =>
  languagesThere(visit.app).length === 0
    ? html``
    : html`<p class="links"><a href="/admin/profile#browser-title" hx-boost="false">Show other languages of the game</a></p>`
