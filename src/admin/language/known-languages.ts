// Languages of the interface.
import { ENGLISH, type Language } from './language.ts'
import pl from './pl.json' with { type: 'json' }
import uk from './uk.json' with { type: 'json' }

export const LANGUAGES: readonly Language[] = [ENGLISH, uk, pl]

/** Finds the language for a tag: `uk` for `uk-UA`. */
export const findLanguage = (tag: string): Language | undefined => {
  const asked = tag.trim().toLowerCase()
  return LANGUAGES.find((each) => asked === each.tag || asked.startsWith(`${each.tag}-`))
}

/** The tags of an Accept-Language header, in lower case, the preferred one first. */
export const tagsOfHeader = (header: string): readonly string[] =>
  header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.split(/;\s*q=/)
      return { tag: tag.trim().toLowerCase(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)

export function languageOfHeader(header: string): Language {
  for (const tag of tagsOfHeader(header)) {
    const found = findLanguage(tag)
    if (found !== undefined) return found
  }
  return ENGLISH
}
