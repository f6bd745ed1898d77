// The languages that the game has text files for, as the files' names spell them.
export const GAME_LANGUAGES = ['de', 'en', 'es', 'fr', 'ja', 'ko', 'pt_br', 'ru', 'th', 'vi', 'zh_cn', 'zh_tw'] as const
export type GameLanguage = (typeof GAME_LANGUAGES)[number]

export const gameFileOf = (language: GameLanguage, slot: 'main' | 'diff'): string =>
  `translate_words_map_${language}${slot === 'diff' ? '_diff' : ''}`

/** Undefined: no main file of the game. */
export const languageOfFile = (name: string): GameLanguage | undefined =>
  GAME_LANGUAGES.find((language) => gameFileOf(language, 'main') === name)
