// LANG_04: lower-case words of the source, of four letters or more, in a text of another script. Names are not tested;
// glossary terms that are not translated, commands and addresses may stay.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck, type TextPair } from '../check.ts'
import { listed } from '../naming.ts'
import { languageOf } from './language.ts'

export const sourceWordsLeft = contentCheck('LANG_04', 'machine', TRAIT.latin, (pair) => {
  const { rules, bareText, textTraits } = pair
  const language = languageOf(rules.targetLanguage)
  if (language === null || language.isLatin || (textTraits.mask & TRAIT.lower) === 0) return null
  const words = new Map<string, number>()
  let kept: ReadonlySet<string> | null = null
  for (const [word] of bareText.matchAll(WORD)) {
    kept ??= keptWords(pair)
    if (sourceHas(pair, word) && !kept.has(word)) words.set(word, (words.get(word) ?? 0) + 1)
  }
  if (words.size === 0) return null
  return {
    // Chinese, Japanese and Korean texts use Latin words unchanged.
    ...((language.isEastAsian || mayBeNames(words, textTraits.words)) && { severity: 'warning' }),
    message: `Words of the source are left in the text: ${listed(words)}. Translate them, or make them do-not-translate terms.`,
    details: { words: [...words.keys()].slice(0, wordsNamedMax), language: rules.targetLanguage },
  }
})

const wordsNamedMax = 20
/** In a shorter text, one Latin word may name a program: only a warning. */
const sentenceWordsMin = 4
/** Below this share of a long text, several words only warn. */
const shareMin = 0.1

const mayBeNames = (left: ReadonlyMap<string, number>, words: number): boolean =>
  words >= sentenceWordsMin && (left.size === 1 || sumOf(left.values()) < shareMin * words)

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0)
const beside = String.raw`[\p{L}\p{M}\p{N}_/\\.\-–@:!=<>"'’“”„«»\u0060*+&~^$#%[\](){}]`
/** A word with no mark of an address, command or option beside it. */
const WORD = new RegExp(
  String.raw`(?<!${beside})[a-z]{4,}(?!${beside.replace('.', '').replace(':', '').replace('!', '')}|[.:!][\p{L}\p{N}/])`,
  'gu',
)

const sourceHas = ({ bareSource }: TextPair, word: string): boolean => {
  for (let at = bareSource.indexOf(word); at >= 0; at = bareSource.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{M}]/u.test(bareSource[at - 1] ?? ' ') && !/[\p{L}\p{M}]/u.test(bareSource[at + word.length] ?? ' '))
      return true
  }
  return false
}

const COMMAND = /(?<=[!/\\])[a-z]{4,}(?![\p{L}\p{N}])/gu

/** Glossary terms that are not translated, and words that the source shows as commands (`!vote`, `/help`). */
function keptWords({ source, bareSource, terms }: TextPair): ReadonlySet<string> {
  const kept = terms.filter(({ compiled }) => compiled.entry.doNotTranslate)
  const words = kept.flatMap(({ start, end }) => source.slice(start, end).match(/[a-z]{4,}/g) ?? [])
  return new Set([...words, ...(bareSource.match(COMMAND) ?? [])])
}
