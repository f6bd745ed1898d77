// The languages that the game has text files for, as the files' names spell them, and what else the names tell.
export const GAME_LANGUAGES = ['de', 'en', 'es', 'fr', 'ja', 'ko', 'pt_br', 'ru', 'th', 'vi', 'zh_cn', 'zh_tw'] as const
export type GameLanguage = (typeof GAME_LANGUAGES)[number]

/** The name of a file of the game. `pair`: the name of a further pair; empty: the first one. */
export const gameFileOf = (language: GameLanguage, slot: 'main' | 'diff', pair = ''): string =>
  `translate_words_map_${language}${pair === '' ? '' : `__${pair}`}${slot === 'diff' ? '_diff' : ''}`

/** The language of a main file of the game, by its name; undefined: it is none. */
export const languageOfFile = (name: string): GameLanguage | undefined =>
  GAME_LANGUAGES.find((language) => gameFileOf(language, 'main') === name)

export interface NamedFile {
  readonly language: GameLanguage
  /** The name of the pair; empty: the first one. */
  readonly pair: string
  readonly slot: 'main' | 'diff'
}

/** The name of a further pair. The groups of a file's name are language, pair and `_diff`; dumps are named as the game's files. */
const PAIR_NAME = String.raw`(?!diff(?:\.|$))[a-z0-9]+(?:_(?!diff(?:\.|$))[a-z0-9]+)*`
const GAME_FILE_NAME =
  `^translate_words_map_(${GAME_LANGUAGES.join('|')})(?:__(${PAIR_NAME}))?(_diff)?` +
  String.raw`(?:\.(?:jsonl?|[ct]sv|txt|gz|zstd?))*$`

/** What a file's name tells; null: nothing. */
export function namedFile(name: string): NamedFile | null {
  const [, language, pair = '', diff] = new RegExp(GAME_FILE_NAME).exec(name.toLowerCase()) ?? []
  if (language === undefined) return null
  return { language: language as GameLanguage, pair, slot: diff === undefined ? 'main' : 'diff' }
}

// Official texts: those of the game in other languages than the source, which a store may keep beside the Chinese.

const CHINESE = 'zh_cn'
/** A language as the files of another game may name it. */
const tag = /^[a-z]{2,3}(_[a-z0-9]{2,8})*$/

export interface OfficialName {
  readonly language: string
  readonly part: 'main' | 'diff'
}

/** The name of an official file in options and reports: `de` or `de-diff`. */
export const officialNameOf = ({ language, part }: OfficialName): string =>
  part === 'main' ? language : `${language}-diff`

export function parseOfficialName(name: string): OfficialName {
  const isDiff = name.endsWith('-diff')
  return { language: isDiff ? name.slice(0, -'-diff'.length) : name, part: isDiff ? 'diff' : 'main' }
}

/**
 * The name of a file of the first pair, as the game names it, or of a dump of it: `translate_words_map_de_diff.tsv`.
 * Null for other files.
 */
export function officialNameOfFile(fileName: string): OfficialName | null {
  const named = namedFile(fileName)
  return named === null || named.pair !== '' ? null : { language: named.language, part: named.slot }
}

export type OfficialFault = 'unknown_language' | 'is_chinese' | 'is_source'

/** Why the store may not keep official texts of a language; null: it may. `source`: the language of the main file. */
export function officialFault(
  language: string,
  { isOtherGame, source }: { readonly isOtherGame: boolean; readonly source: string | null },
): OfficialFault | null {
  if (language === CHINESE) return 'is_chinese'
  if (language === source) return 'is_source'
  const isKnown = isOtherGame ? tag.test(language) : GAME_LANGUAGES.some((each) => each === language)
  return isKnown ? null : 'unknown_language'
}

/** What a feed calls releases of another game, whose packages have the paths of the folder that a player names. */
export const FOLDER_LAYOUT = 'folder'
