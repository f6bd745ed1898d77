// Markup for pages: hono's templates, which escape values, in the language of the present answer.
import { html as markup, raw } from 'hono/html'
import { ENGLISH, languageNow } from './language/language.ts'
import { pickValue, sayMarkup } from './language/messages.ts'

export type Html = ReturnType<typeof markup>

export { raw }

/** Like hono's. The template's English words are translated into the reader's language. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  const language = languageNow()
  if (language === ENGLISH) return markup(strings, ...values)
  const said = sayMarkup(language, strings)
  const picked = said.picks.map((pick) => pickValue(language, values, pick))
  return markup(said.strings as unknown as TemplateStringsArray, ...picked)
}
