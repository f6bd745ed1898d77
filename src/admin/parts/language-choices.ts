// Languages of games, for fields in which one is chosen.
import { languageNow } from '../language/language.ts'

/** Those that are offered before anything is known of the game. */
export const LANGUAGES_OF_GAMES: readonly string[] =
  'ar,be,bg,ca,cs,da,de,el,es,es-419,fa,fi,fr,he,hi,hr,hu,id,it,ja,ka,kk,ko,lt,nb,nl,pl,pt,pt-BR,ro,ru,sk,sl,sr,sv,th,tr,uk,vi'.split(
    ',',
  )

/** Tags with the names of their languages, for the reader and in themselves, in the order of the names. */
export function languageChoices(tags: readonly string[]): (readonly [string, string])[] {
  const { tag: readers } = languageNow()
  const names = new Intl.DisplayNames([readers], { type: 'language' })
  return tags
    .map((tag) => {
      const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
      return [tag, own === names.of(tag) ? own : `${names.of(tag) ?? tag} (${own})`] as const
    })
    .toSorted(([, one], [, other]) => one.localeCompare(other, readers))
}
