// Hono's templates, which escape values, in the language of the current answer.
import { html as markup, raw } from 'hono/html'
import { ENGLISH, languageNow } from './language/language.ts'
import { pickValue, sayMarkup } from './language/messages.ts'

export type Html = ReturnType<typeof markup>

export { raw }

export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  const language = languageNow()
  if (language === ENGLISH) return markup(strings, ...values)
  const said = sayMarkup(language, strings)
  const picked = said.picks.map((pick) => pickValue(language, values, pick))
  return markup(said.strings as unknown as TemplateStringsArray, ...picked)
}
