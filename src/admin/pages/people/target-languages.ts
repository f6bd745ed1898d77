// Languages offered at the set-up. Any other is set on the settings page.
import { tagsOfHeader } from '../../language/known-languages.ts'
import { languageNow } from '../../language/language.ts'

const TAGS =
  'ar be bg ca cs da de el es es-419 fa fi fr he hi hr hu id it ja ka kk ko lt nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi'

/** The preferred one in an Accept-Language header; empty: none is offered. */
export function targetOfHeader(header: string): string {
  const known = TAGS.split(' ')
  for (const asked of tagsOfHeader(header)) {
    const found = known.find((tag) => tag.toLowerCase() === asked) ?? known.find((tag) => asked.startsWith(`${tag}-`))
    if (found !== undefined) return found
  }
  return ''
}

export function languageChoices(): readonly (readonly [string, string])[] {
  const { tag: readers } = languageNow()
  const names = new Intl.DisplayNames([readers], { type: 'language' })
  return TAGS.split(' ')
    .map((tag) => {
      const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
      return [tag, own === names.of(tag) ? own : `${names.of(tag) ?? tag} (${own})`] as const
    })
    .toSorted(([, one], [, other]) => one.localeCompare(other, readers))
}
