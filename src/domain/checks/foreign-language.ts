// The checks LANG: a text, or a part of it, in another language than the target language (docs/text-gate.md#rules-about-content).
import { leaningOf, type LetterWeights } from '../../../packages/language/src/letter-grams.ts'
import { tokenStandIn } from '../text/tokens.ts'
import { anyLetter, TRAIT } from '../text/traits.ts'
import { contentCheck, PAIR_TRAIT, type TextPair } from './check.ts'
import { listed, nameOf } from './naming.ts'
import { languageOf } from '../../../packages/language/src/target-language.ts'

// The words of a text that show its language.

/** So much of a text is judged: enough to tell, and the whole of a large text would take seconds. */
const judgedMax = 1_000

/**
 * The beginning of the text without words with a capital that the source has too: names stay the same in any language.
 */
const withoutNames = ({ bareSource, bareText }: TextPair): string =>
  bareText.slice(0, judgedMax).replace(NAME, (word) => (bareSource.includes(word) ? ' ' : word))

const NAME = /\p{Lu}[\p{L}\p{M}]*/gu

/**
 * LANG_01: a text without a letter of the target language's script is in another language, or transliterated. The check
 * does not fire if half of the words are words of the source, such as names.
 */
export const noOwnLetter = contentCheck('LANG_01', 'machine', anyLetter, (pair) => {
  const language = languageOf(pair.rules.targetLanguage)
  if (language === null || ((pair.textTraits.mask & TRAIT[language.letters]) !== 0 && language.own.test(pair.text)))
    return null
  const kept = lettersOf(pair.bareSource)
  const words = pair.bareText.match(LONG_WORD) ?? []
  const others = words.filter((word) => !kept.includes(lettersOf(word)))
  const [found] = others
  if (found === undefined || others.length * 2 <= words.length) return null
  return {
    message: `The text has no letter of ${language.name}: translate the source into it.`,
    details: { found, language: pair.rules.targetLanguage },
  }
})

const LONG_WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{M}'’]{3,}/gu

const lettersOf = (text: string): string =>
  text
    .replaceAll(tokenStandIn, '')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()

/** LANG_02: Han, kana or Hangul in a text, if neither the target language nor the source uses them. */
export const eastAsianLeft = contentCheck('LANG_02', 'machine', TRAIT.eastAsian, ({ rules, bareText, source }) => {
  const language = languageOf(rules.targetLanguage)
  if (!language?.eastAsian || language.eastAsian.test(source)) return null
  const found = language.eastAsian.exec(bareText)?.[0]
  if (found === undefined) return null
  return {
    message: `The text has characters that ${language.name} doesn't use (${nameOf(found)}): translate them too.`,
    details: { found, language: rules.targetLanguage },
  }
})

/** Names in Latin keep foreign letters ("Łódź" in a German text), and Chinese has rare characters: one is not enough. */
const namesMin = 2

/**
 * LANG_03: letters of the right script that neither the language nor the source has: Russian «ы» in a Ukrainian text,
 * traditional characters in simplified Chinese.
 */
export const strangeLetters = contentCheck(
  'LANG_03',
  'machine',
  TRAIT.otherLetter | TRAIT.latin | TRAIT.eastAsian,
  (pair) => {
    const language = languageOf(pair.rules.targetLanguage)
    if (!language?.strange || !hasStrange(pair.text, language.strange)) return null
    const words = new Map<string, number>()
    for (const [word] of pair.bareText.normalize('NFC').matchAll(language.isEastAsian ? HAN : WORD)) {
      const count = words.get(word) ?? 0
      if (count > 0 || (hasStrange(word, language.strange) && !pair.source.includes(word))) words.set(word, count + 1)
    }
    if (words.size < (language.hasRareLetters ? namesMin : 1)) return null
    return {
      message: `The text has letters that ${language.name} doesn't have, in ${listed(words)}: write it in ${language.name}.`,
      details: { words: [...words.keys()].slice(0, wordsNamedMax), language: pair.rules.targetLanguage },
    }
  },
)

const wordsNamedMax = 20
const HAN = /\p{Script=Han}/gu
const WORD = /[\p{L}\p{M}]+/gu

/** Whether the text has a letter that is strange to the language. Hot: runs over every character of every text while a language is set. */
function hasStrange(text: string, strange: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) if (strange[text.charCodeAt(at)] === 1) return true
  return false
}

/**
 * LANG_04: lower-case words of the source, of four letters or more, in a text of another script. Names are not tested;
 * glossary terms that are not translated, commands and addresses may stay.
 */
export const sourceWordsLeft = contentCheck('LANG_04', 'machine', TRAIT.latin, (pair) => {
  const { rules, bareText, textTraits } = pair
  const language = languageOf(rules.targetLanguage)
  if (language === null || language.isLatin || (textTraits.mask & TRAIT.lower) === 0) return null
  const words = new Map<string, number>()
  let kept: ReadonlySet<string> | null = null
  for (const [word] of bareText.matchAll(SOURCE_WORD)) {
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

/** In a text of fewer words, one Latin word may name a program, so it only warns. */
const sentenceWordsMin = 4
/** If the words of the source are less than this share of a long text, they only warn. */
const shareMin = 0.1

const mayBeNames = (left: ReadonlyMap<string, number>, words: number): boolean =>
  words >= sentenceWordsMin && (left.size === 1 || sumOf(left.values()) < shareMin * words)

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0)
const beside = String.raw`[\p{L}\p{M}\p{N}_/\\.\-–@:!=<>"'’“”„«»\u0060*+&~^$#%[\](){}]`
/** A word with no mark of an address, command or option beside it. */
const SOURCE_WORD = new RegExp(
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

/**
 * LANG_05: a longer text without the letters that nearly every text of the language has: kana, or letters with marks.
 */
export const noSign = contentCheck('LANG_05', 'machine', TRAIT.latin | TRAIT.eastAsian | TRAIT.otherLetter, (pair) => {
  const language = languageOf(pair.rules.targetLanguage)
  const sign = language?.sign
  if (!language || !sign || sign.pattern.test(pair.text)) return null
  if (pair.bareText.length < sign.lettersMin || lettersIn(withoutNames(pair)) < sign.lettersMin) return null
  return {
    ...(sign.isDoubt && { severity: 'warning' }),
    message: `A text of this length has ${sign.name} in ${language.name}, and this one has none: write it in ${language.name}.`,
    details: { missing: sign.name, language: pair.rules.targetLanguage },
  }
})

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

/** Texts with fewer letters are names and labels, which are not judged. */
const lettersMin = 20
/** This much of a text shows its language, and this much of it that there is no doubt. */
const gramsJudgedMax = 160
const surelyMax = 48
/** Credits and titles are mostly names: words without a capital have fewer letters than this. */
const plainLettersMin = 5
/**
 * The mean of all groups of letters. At most one text in 2,000 that people translated leans so far towards the source.
 */
const bitsMin = 0.7

/** LANG_06: a text whose letters follow each other as in the sources, and not as in the store's own translations. */
export const readsLikeSource = contentCheck('LANG_06', 'machine', PAIR_TRAIT.sharesScript, (pair) => {
  const { letters, targetLanguage } = pair.rules
  const language = languageOf(targetLanguage)
  if (language === null || letters === null || pair.bareText.length < lettersMin) return null
  if (isNear(pair.bareText.slice(0, surelyMax), letters)) return null
  if (!isFar(pair.bareText.slice(0, gramsJudgedMax), letters)) return null
  const words = withoutNames(pair)
  if (!isFar(words, letters) || isOfNames(words)) return null
  return {
    message: `The text reads like the language of the source, and not like the ${language.name} texts here: translate it.`,
    details: { language: targetLanguage },
  }
})

function isFar(text: string, weights: LetterWeights): boolean {
  const { letters, bits } = leaningOf(text, weights)
  return letters >= lettersMin && bits >= bitsMin
}

const isNear = (text: string, weights: LetterWeights): boolean => leaningOf(text, weights).bits < 0

const isOfNames = (text: string): boolean =>
  (text.match(PLAIN_WORD) ?? []).reduce((sum, word) => sum + word.length, 0) < plainLettersMin

/** A word that begins without a capital, in any script. */
const PLAIN_WORD = /(?<![\p{L}\p{M}])(?!\p{Lu})\p{L}[\p{L}\p{M}]*/gu

/** Words of fewer letters are often written alike in both languages ("三叉戟"). */
const equalLettersMin = 4
const runLettersMin = 6

/**
 * LANG_07: the reference, or a run of it, in place of a translation. Only for languages that share characters with it,
 * such as Japanese; LANG_02 finds them in all others.
 */
export const referenceLeft = contentCheck('LANG_07', 'machine', TRAIT.eastAsian, (pair) => {
  const language = languageOf(pair.rules.targetLanguage)
  const reference = language?.sharesReference ? pair.input.reference?.() : null
  if (!language || !reference) return null
  const found = leftOf(pair.bareText, reference)
  if (found === null || pair.source.includes(found)) return null
  return {
    message: `The text has words of the reference (${nameOf(found)}): translate them into ${language.name}.`,
    details: { found, language: pair.rules.targetLanguage },
  }
})

function leftOf(text: string, reference: string): string | null {
  const letters = bareLetters(text)
  if (letters.length >= equalLettersMin && letters === bareLetters(reference)) return text.trim()
  const runs = new Set([...reference.matchAll(HAN_RUN)].flatMap(([run]) => piecesOf(run)))
  for (const [run] of text.matchAll(HAN_RUN)) {
    const piece = piecesOf(run).find((each) => runs.has(each))
    if (piece !== undefined) return piece
  }
  return null
}

const HAN_RUN = /\p{Script=Han}{6,}/gu

const piecesOf = (run: string): string[] =>
  Array.from({ length: run.length - runLettersMin + 1 }, (_, at) => run.slice(at, at + runLettersMin))

const bareLetters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

/** A text in another language shows it in so many first characters. */
const glancedAtMax = 80
const signsMin = 2

/**
 * LANG_08: small words and letters of a neighbour language, such as Spanish ones in a Portuguese text. A single one
 * warns.
 */
export const neighbourWords = contentCheck('LANG_08', 'machine', TRAIT.latin | TRAIT.otherLetter, (pair) => {
  const language = languageOf(pair.rules.targetLanguage)
  const neighbours = language?.neighbours
  if (
    !language ||
    !neighbours ||
    pair.text.length < lettersMin ||
    !neighbours.any.test(pair.text.slice(0, glancedAtMax))
  )
    return null
  const text = pair.bareText.slice(0, judgedMax).normalize('NFC').toLowerCase()
  if ((text.match(/\p{L}/gu)?.length ?? 0) < lettersMin) return null
  const source = pair.bareSource.toLowerCase()
  let most: { readonly name: string; readonly signs: ReadonlyMap<string, number> } | null = null
  for (const { name, sign } of neighbours.each) {
    const signs = countSigns(text, source, sign)
    if (signs.size > (most?.signs.size ?? 0)) most = { name, signs }
  }
  if (most === null) return null
  return {
    ...(most.signs.size < signsMin && { severity: 'warning' }),
    message: `The text has ${most.name} words or letters (${listed(most.signs)}): write it in ${language.name}.`,
    details: { words: [...most.signs.keys()], language: pair.rules.targetLanguage, found_language: most.name },
  }
})

/** The signs of the neighbour language in the text. Those that the source has too belong to names ("El Dorado"). */
function countSigns(text: string, source: string, sign: RegExp): Map<string, number> {
  const signs = new Map<string, number>()
  const kept = new Set([...source.matchAll(sign)].map(([found]) => found))
  for (const [found] of text.matchAll(sign)) if (!kept.has(found)) signs.set(found, (signs.get(found) ?? 0) + 1)
  return signs
}
