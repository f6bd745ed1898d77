// The languages that the game has text files for, as the files' names spell them.
export const GAME_LANGUAGES = ['de', 'en', 'es', 'fr', 'ja', 'ko', 'pt_br', 'ru', 'th', 'vi', 'zh_cn', 'zh_tw'] as const
export type GameLanguage = (typeof GAME_LANGUAGES)[number]

export const gameFileOf = (language: GameLanguage, slot: 'main' | 'diff'): string =>
  `translate_words_map_${language}${slot === 'diff' ? '_diff' : ''}`

/** Undefined: no main file of the game. */
export const languageOfFile = (name: string): GameLanguage | undefined =>
  GAME_LANGUAGES.find((language) => gameFileOf(language, 'main') === name)

// Official texts: those of the game in other languages than the source, which a store may keep beside the Chinese.

const CHINESE = 'zh_cn'
/** What another game may have. */
const tag = /^[a-z]{2,3}(_[a-z0-9]{2,8})*$/

export interface OfficialName {
  readonly language: string
  readonly part: 'main' | 'diff'
}

/** `de` or `de-diff`, as options and reports name official files. */
export const officialNameOf = ({ language, part }: OfficialName): string =>
  part === 'main' ? language : `${language}-diff`

export function parseOfficialName(name: string): OfficialName {
  const isDiff = name.endsWith('-diff')
  return { language: isDiff ? name.slice(0, -'-diff'.length) : name, part: isDiff ? 'diff' : 'main' }
}

/** Of a file named as the game names it, also a dump of it: `translate_words_map_de_diff.tsv`. Null: the name says nothing. */
export function officialNameOfFile(fileName: string): OfficialName | null {
  const stem = fileName.toLowerCase().replace(/(\.(jsonl?|[ct]sv|txt|gz|zstd?))*$/, '')
  for (const language of GAME_LANGUAGES)
    for (const part of ['main', 'diff'] as const) if (stem === gameFileOf(language, part)) return { language, part }
  return null
}

export type OfficialFault = 'unknown_language' | 'is_chinese' | 'is_source'

/** Null: the store may keep this language. `source`: that of the main file. */
export function officialFault(
  language: string,
  { isOtherGame, source }: { readonly isOtherGame: boolean; readonly source: string | null },
): OfficialFault | null {
  if (language === CHINESE) return 'is_chinese'
  if (language === source) return 'is_source'
  const isKnown = isOtherGame ? tag.test(language) : GAME_LANGUAGES.some((each) => each === language)
  return isKnown ? null : 'unknown_language'
}
