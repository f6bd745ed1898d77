// Languages to choose from at the set-up, by their names in English and in themselves. Any other is set on the settings page.
const TAGS =
  'ar be bg ca cs da de el es es-419 fa fi fr he hi hr hu id it ja ka kk ko lt nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi'

/** Pairs of tag and name, in the order of the names. */
export function languageChoices(): readonly (readonly [string, string])[] {
  const english = new Intl.DisplayNames(['en'], { type: 'language' })
  return TAGS.split(' ')
    .map((tag) => {
      const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
      return [tag, `${english.of(tag) ?? tag} (${own})`] as const
    })
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))
}
