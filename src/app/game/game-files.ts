// Tells the four game files by name: `translate_words_map_en` is the main file, `…_en_diff` its diff, the Chinese ones
// are references, those of other languages official texts. Text dumps follow the same names.
import {
  GAME_LANGUAGES,
  gameFileOf,
  namedFile,
  type OfficialName,
  officialNameOf,
  officialNameOfFile,
} from '../../domain/game-language.ts'

/** The kinds of files (slots), with the names that the options of `windrow import` have. */
export const GAME_SLOTS = ['main', 'diff', 'reference', 'reference-diff'] as const
export type GameSlot = (typeof GAME_SLOTS)[number]

export const GAME_FILES: Readonly<Record<GameSlot, string>> = {
  main: gameFileOf('en', 'main'),
  diff: gameFileOf('en', 'diff'),
  reference: gameFileOf('zh_cn', 'main'),
  'reference-diff': gameFileOf('zh_cn', 'diff'),
}

/** Matches the names of diffs, in any case. The site's field for dropped files uses the same patterns. */
export const DIFF_NAME = '(^|[_. -])diff(\\.(jsonl?|[ct]sv|txt|gz|zstd?))*$'
export const CHINESE_NAME =
  '(^|[_. -])(zh|cn|zh[_-](cn|tw|hans|hant)|chinese)([_. -]?diff)?(\\.(jsonl?|[ct]sv|txt|gz|zstd?))*$'

export const OFFICIAL_LANGUAGES = GAME_LANGUAGES.filter((language) => language !== 'en' && language !== 'zh_cn')
export const OFFICIAL_NAME = `^translate_words_map_(${OFFICIAL_LANGUAGES.join('|')})(_diff)?(\\.(jsonl?|[ct]sv|txt|gz|zstd?))*$`

/** The slot of a file in a further language, with the name that `windrow import --called` has for it. */
type OfficialSlot = `official-${string}`

export const officialSlotOf = (name: OfficialName): OfficialSlot => `official-${officialNameOf(name)}`

/** The slot that a file's name tells; null: the game names no file of a further language like that. */
export function officialSlotOfFile(fileName: string): OfficialSlot | null {
  const named = new RegExp(OFFICIAL_NAME, 'i').test(fileName) ? officialNameOfFile(fileName) : null
  return named === null ? null : officialSlotOf(named)
}

/** The slot of a main file and diff beside the game's large ones, such as `__small`. */
type FurtherSlot = `__${string}`
export const FURTHER_NAME = `^translate_words_map_(${GAME_LANGUAGES.join('|')})__`

/** The slot that a file's name tells; null: the name is not that of a further pair. */
export function furtherSlotOfFile(fileName: string): FurtherSlot | null {
  const named = namedFile(fileName)
  return named === null || named.pair === '' ? null : `__${named.pair}${named.slot === 'diff' ? '_diff' : ''}`
}

/** The slot of a file by its name. A name that tells nothing is that of a main file. */
export function slotOfFile(fileName: string): GameSlot | OfficialSlot | FurtherSlot {
  const further = furtherSlotOfFile(fileName)
  if (further !== null) return further
  const official = officialSlotOfFile(fileName)
  if (official !== null) return official
  const isDiff = new RegExp(DIFF_NAME, 'i').test(fileName)
  const isChinese = new RegExp(CHINESE_NAME, 'i').test(fileName)
  if (isChinese) return isDiff ? 'reference-diff' : 'reference'
  return isDiff ? 'diff' : 'main'
}
