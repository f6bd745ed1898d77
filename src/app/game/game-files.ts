// What a file of the game is, seen from its name: `translate_words_map_en` is the main file, `…_en_diff` its overlay, and the
// Chinese ones are references. Dumps of texts are called after the same words.

/** Slots of `windrow import`, as its options name them. */
export const GAME_SLOTS = ['main', 'diff', 'reference', 'reference-diff'] as const
export type GameSlot = (typeof GAME_SLOTS)[number]

/** The names that the game gives its files, in the language that is translated from and in the one it was written in. */
export const GAME_FILES: Readonly<Record<GameSlot, string>> = {
  main: 'translate_words_map_en',
  diff: 'translate_words_map_en_diff',
  reference: 'translate_words_map_zh_cn',
  'reference-diff': 'translate_words_map_zh_cn_diff',
}

/** Names of diffs and of Chinese files, whatever their case; the site's drop field reads them by the same. */
export const DIFF_NAME = '(^|[_. -])diff(\\.(jsonl?|[ct]sv|txt|gz|zstd?))*$'
export const CHINESE_NAME =
  '(^|[_. -])(zh|cn|zh[_-](cn|tw|hans|hant)|chinese)([_. -]?diff)?(\\.(jsonl?|[ct]sv|txt|gz|zstd?))*$'

/** The slot of a file called so; whatever says nothing else is a main file. */
export function slotOfFile(fileName: string): GameSlot {
  const isDiff = new RegExp(DIFF_NAME, 'i').test(fileName)
  const isChinese = new RegExp(CHINESE_NAME, 'i').test(fileName)
  if (isChinese) return isDiff ? 'reference-diff' : 'reference'
  return isDiff ? 'diff' : 'main'
}
