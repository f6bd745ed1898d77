// Translated text outside of markup: titles, tables, hints, counts, and sentences of the domain.
import { languageNow, ENGLISH } from './language.ts'
import { formOf, pickValue, sayText } from './messages.ts'

const filled = <T>(strings: readonly string[], values: readonly T[]): string =>
  strings.map((each, i) => (i === 0 ? each : String(values[i - 1]) + each)).join('')

/** Translates into the current answer's language: say`Key ${prefix}…` */
export function say(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const language = languageNow()
  if (language === ENGLISH) return filled(strings, values)
  const said = sayText(language, strings)
  return filled(
    said.strings,
    said.picks.map((pick) => pickValue(language, values, pick)),
  )
}

/** A table of words, each of which is translated when it is read. */
export function words<const T extends Readonly<Record<string, string>>>(table: T): { readonly [K in keyof T]: string } {
  const spoken: Record<string, string> = {}
  for (const [name, text] of Object.entries(table))
    Object.defineProperty(spoken, name, { enumerable: true, get: () => languageNow().messages[text] ?? text })
  return spoken as { readonly [K in keyof T]: string }
}

/** A table of words that are their own names. */
export const same = <const T extends string>(...names: readonly T[]) =>
  words(Object.fromEntries(names.map((name) => [name, name]))) as Readonly<Record<T, string>>

/** `1 row`, `2 rows`. The message is `row|rows`; a translation has a form for each plural. */
export function counted(count: number, one: string, many = `${one}s`): string {
  const language = languageNow()
  const forms = language.messages[`${one}|${many}`]?.split('|')
  return `${number(count)} ${forms === undefined ? (count === 1 ? one : many) : formOf(language, count, forms)}`
}

const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const { tag } = languageNow()
  let format = formats.get(`${tag} ${name}`)
  if (format === undefined) formats.set(`${tag} ${name}`, (format = new Intl.NumberFormat(tag, options)))
  return format
}

/** A whole number as people write it, such as `1,234,567`. */
export const number = (value: number): string => formatOf('grouped', { useGrouping: true }).format(value)

/** A number with `digits` behind the point, such as `12.3`. */
export const decimal = (value: number, digits: number): string =>
  formatOf(`digits ${digits}`, {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)

/** A sentence in the reader's language; unchanged if it has no translation. */
export const told = (sentence: string): string => {
  const { sentences } = languageNow()
  return Object.hasOwn(sentences, sentence) ? (sentences[sentence] as string) : sentence
}
