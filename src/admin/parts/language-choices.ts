// Languages of games: their names, and fields in which one is chosen.
import { languageNow } from '../language/language.ts'

/** The name of a language in the reader's language: `Brazilian Portuguese` for `pt_br`; one that no system knows as it is. */
export function nameOfLanguage(language: string, reader = languageNow().tag): string {
  try {
    return new Intl.DisplayNames([reader], { type: 'language' }).of(language.replaceAll('_', '-')) ?? language
  } catch {
    return language
  }
}

/** Those that are offered before anything is known of the game. */
export const LANGUAGES_OF_GAMES: readonly string[] =
  'ar,be,bg,ca,cs,da,de,el,es,es-419,fa,fi,fr,he,hi,hr,hu,id,it,ja,ka,kk,ko,lt,nb,nl,pl,pt,pt-BR,ro,ru,sk,sl,sr,sv,th,tr,uk,vi'.split(
    ',',
  )

/** Tags with the names of their languages, for the reader and in themselves, in the order of the names. */
export function languageChoices(tags: readonly string[]): (readonly [string, string])[] {
  return tags
    .map((tag) => {
      const [own, name] = [nameOfLanguage(tag, tag), nameOfLanguage(tag)]
      return [tag, own === name ? own : `${name} (${own})`] as const
    })
    .toSorted(([, one], [, other]) => one.localeCompare(other, languageNow().tag))
}
