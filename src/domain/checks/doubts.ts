// The checks DOUBT: warnings about what is mostly, but not always, a mistake (docs/text-gate.md#rules-about-content).
import { multisetOf, toRecord } from '../text/compare.ts'
import { equalFolded } from '../text/normalize.ts'
import { tokenStandIn } from '../text/tokens.ts'
import {
  anyLetter,
  codePointName,
  countFigures,
  endsSentence,
  figuresOf,
  invisibleIn,
  lastCode,
  TRAIT,
} from '../text/traits.ts'
import { sharedRun, wordsInARun } from '../text/word-runs.ts'
import { visibleShare } from './chat.ts'
import { contentCheck, PAIR_TRAIT, type TextPair } from './check.ts'
import { isWrappedAnew, longFromWords } from './form.ts'
import { tooShort } from './length.ts'
import { listed, nameOf } from './naming.ts'

/**
 * DOUBT_01: a word that mixes Latin letters with Cyrillic or Greek ones. Readers do not see the wrong letter, and
 * searches do not find the word.
 */
export const mixedScripts = contentCheck('DOUBT_01', 'warning', TRAIT.latin, (pair) => {
  const { source, textTraits } = pair
  if ((textTraits.mask & TRAIT.otherLetter) === 0 || !BESIDE.test(pair.text)) return null
  const { bareText } = pair
  if (!MAY_MIX.test(bareText) || pair.hasBrokenTokens) return null
  const words = new Map<string, number>()
  for (const [word] of bareText.matchAll(MIXED)) if (!source.includes(word)) words.set(word, 1)
  if (words.size === 0) return null
  return {
    message: `Words mix Latin and other letters (${listed(words)}): check that none is a look-alike.`,
    details: { words: [...words.keys()].slice(0, wordsNamedMax) },
  }
})

/** A fast test: text that it does not match cannot match `MIXED`. */
const BESIDE = /[A-Za-z\u00C0-\u024F][\u0370-\u052F]|[\u0370-\u052F][A-Za-z\u00C0-\u024F]/
/** Latin letters for the second fast test, `MAY_MIX`, which takes a tenth of the time of `MIXED`. */
const LATIN = String.raw`[A-Za-z\u00AA-\u02FF\u1D00-\u1EFF\u2070-\uFFFB]`
const OTHER = String.raw`[\u0370-\u052F\u1C80-\u1FFF\u2070-\uFFFB]`
const MAY_MIX = new RegExp(`${LATIN}${OTHER}|${OTHER}${LATIN}`)
const wordsNamedMax = 20
const OTHERS = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}]`
const MIXED = new RegExp(
  String.raw`[\p{L}\p{M}]*(?:\p{Script=Latin}${OTHERS}|${OTHERS}\p{Script=Latin})[\p{L}\p{M}]*`,
  'gu',
)

/**
 * DOUBT_02: a number changed ("7x7" → "6x6"), or one of two figures or more is lost. A small number may become a word.
 */
export const numbersChanged = contentCheck('DOUBT_02', 'warning', TRAIT.digit, (pair) => {
  if (pair.sourceNumbers === pair.textNumbers || !mayDiffer(pair)) return null
  const expected = numbersOf(pair.bareSource)
  const found = numbersOf(pair.bareText)
  const isLost = expected.length > found.length && !NUMERALS.test(pair.text)
  if (expected.length !== found.length && !isLost) return null
  const missing = expected.filter((number) => !found.includes(number) && !(isLost && number.length < figuresMin))
  const unexpected = found.filter((number) => !expected.includes(number))
  if (isLost ? missing.length === 0 || unexpected.length > 0 : missing.length + unexpected.length === 0) return null
  return {
    message: isLost
      ? `Numbers of the source are not in the text: ${shown(missing)}. Check them.`
      : `Numbers differ: the source has ${shown(missing)} where the text has ${shown(unexpected)}. Check them.`,
    details: { missing: missing.slice(0, namedMax), unexpected: unexpected.slice(0, namedMax) },
  }
})

/** Numbers with fewer figures are often written as words, or left out. */
const figuresMin = 2
const NUMERALS = /[一二三四五六七八九十百千万]/

/** False: the text has more numbers than its source, so this check does not report it. Only counts are compared. */
function mayDiffer({ source, sourceScan, text, textScan }: TextPair): boolean {
  const [expected, found] = [countFigures(source, sourceScan), countFigures(text, textScan)]
  return expected === null || found === null || Math.min(expected, numbersMax) >= Math.min(found, numbersMax)
}

const namedMax = 20
/** A text with more numbers is a table, slow to compare. */
const numbersMax = 200
const numbersOf = (text: string): readonly string[] => figuresOf(text).slice(0, numbersMax)
const shown = (numbers: readonly string[]): string => (numbers.length === 0 ? 'others' : numbers.slice(0, 5).join(', '))

/** A source shorter than this, in UTF-16 units, needs no end mark. */
const markedLengthMin = 40

/**
 * DOUBT_03: a longer text without the end mark of its source may have been cut. LENGTH_01 reports much too short texts.
 */
export const endMarkLost = contentCheck('DOUBT_03', 'warning', anyLetter, (pair) =>
  pair.source.length >= markedLengthMin &&
  endsSentence(pair.source) &&
  !endsSentence(pair.text) &&
  stopsShort(pair) &&
  tooShort.run(pair) === null
    ? {
        message: 'The source ends a sentence and the text stops without a mark: check that nothing was cut off.',
        details: {},
      }
    : null,
)

function stopsShort({ text, bareText }: TextPair): boolean {
  const end = text.slice(-endMax).replace(CLOSING, '')
  const last = String.fromCharCode(lastCode(end))
  if (endsSentence(end)) return false
  return STOPS.test(last) && !WITHOUT_MARKS.test(last) && !(last === ';' && GREEK.test(text)) && !VALUE.test(bareText)
}

/** The end of a line of a table, such as "Turns left: 5", which needs no end mark. */
const VALUE = new RegExp(String.raw`[:：][^\n:：]{0,12}[${tokenStandIn}\p{Nd}][^\n:：]{0,12}$`, 'u')

/** So much may follow the end mark, because a colour often ends behind it: ".#E". */
const endMax = 40
const CLOSING = /(?:\s*#E)+\s*$/

const STOPS = /[\p{L}\p{M}\p{Nd},;–—-]/u
/** Scripts that end sentences by a space or by nothing. */
const WITHOUT_MARKS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u
/** Greek writes its question mark like a semicolon. */
const GREEK = /\p{Script=Greek}/u

/**
 * DOUBT_04: the text has three consecutive words of the source, one of them with a small letter, because names and
 * quotations are kept. Terms that the glossary keeps are ignored.
 */
export const sourceWords = contentCheck('DOUBT_04', 'warning', PAIR_TRAIT.sharesScript, (pair) => {
  if (pair.textTraits.words < wordsInARun || !mayHaveRun(pair) || pair.isEcho) return null
  const source = { text: pair.source, scan: pair.sourceScan }
  const found = sharedRun(source, { text: pair.text, scan: pair.textScan })
  if (found === null || !/(?:^|\s)\p{Ll}/u.test(found) || isKept(pair, found)) return null
  return {
    message: `Words of the source are left untranslated (${nameOf(found)}): check whether that is meant.`,
    details: { found },
  }
})

const mayHaveRun = ({ text, textTraits }: TextPair): boolean =>
  (textTraits.mask & (TRAIT.otherLetter | TRAIT.eastAsian)) === 0 || THREE_LATIN.test(text)

const THREE_LATIN = /[A-Za-z'’]+[^A-Za-z'’\u0370-\uFFFF\n]+[A-Za-z'’]+[^A-Za-z'’\u0370-\uFFFF\n]+[A-Za-z]/

const isKept = ({ source, terms }: TextPair, found: string): boolean =>
  terms.some(({ compiled, start, end }) => compiled.entry.doNotTranslate && source.slice(start, end).includes(found))

/** Shorter texts may be abbreviations or cries. */
const capitalsMin = 6

/** DOUBT_05: a text in capitals whose source is not. */
export const capitals = contentCheck('DOUBT_05', 'warning', TRAIT.onlyCapitals, (pair) =>
  pair.text.length >= capitalsMin &&
  (pair.bareText.match(/\p{Lu}/gu)?.length ?? 0) >= capitalsMin &&
  !/\p{Lo}/u.test(pair.bareText) &&
  (pair.sourceTraits.mask & TRAIT.lower) !== 0 &&
  !pair.isEcho
    ? { message: 'The text is all in capitals and the source is not: check whether that is meant.', details: {} }
    : null,
)

/**
 * DOUBT_06: full-width letters or digits, typed with an East Asian keyboard, if neither source nor text is East Asian.
 */
export const fullWidth = contentCheck(
  'DOUBT_06',
  'warning',
  TRAIT.fullWidth,
  ({ text, source, textTraits, hasBrokenTokens }) => {
    if ((textTraits.mask & TRAIT.eastAsian) !== 0 || hasBrokenTokens || WIDE.test(source)) return null
    const found = WIDE.exec(text)?.[0]
    if (found === undefined) return null
    return { message: `The text has full-width characters (${found}): write them in plain ones.`, details: { found } }
  },
)

const WIDE = /[\uFF01-\uFF5E]+/

/** DOUBT_07: a short text in quotation marks whose source has none. FORM_03 reports longer ones. */
export const quoted = contentCheck('DOUBT_07', 'warning', TRAIT.opensWithoutLetter, (pair) =>
  isWrappedAnew(pair) && pair.sourceTraits.words < longFromWords
    ? {
        message: 'The text is in quotation marks and the source is not: check whether that is meant.',
        details: {},
      }
    : null,
)

/** A source shorter than this, in UTF-16 units, is not looked for, because any text may contain it. */
const insideLengthMin = 8
const wordsMin = 2

/** DOUBT_08: the text contains its whole source: an answer in two languages. */
export const sourceInside = contentCheck('DOUBT_08', 'warning', PAIR_TRAIT.sharesScript, (pair) =>
  pair.text.length > pair.source.length + 2 &&
  pair.source.length >= insideLengthMin &&
  pair.text.toLowerCase().includes(pair.source.trim().toLowerCase()) &&
  !pair.isEcho &&
  pair.sourceTraits.words >= wordsMin
    ? { message: 'The text contains the whole source: send the translation alone.', details: {} }
    : null,
)

/** DOUBT_09: a text without a letter ("?????", "…") for a source with words. */
export const noLetters = contentCheck('DOUBT_09', 'warning', TRAIT.letterless, (pair) =>
  pair.sourceTraits.words > 0
    ? { message: 'The text has no letters, but the source has some: check that they mean the same.', details: {} }
    : null,
)

/** DOUBT_10: two variants to choose from ("брама / ворота"), if the source has no slash, bar or dash. */
export const variants = contentCheck('DOUBT_10', 'warning', TRAIT.slash, ({ bareText, bareSource }) =>
  bareText.includes(' / ') && !/[/|\\–—-]/.test(bareSource)
    ? { message: 'The text has variants with a slash between them: choose one.', details: {} }
    : null,
)

/** DOUBT_11: a space at the end, if the source does not end in white space. */
export const trailingSpace = contentCheck('DOUBT_11', 'warning', TRAIT.endsInSpace, (pair) =>
  pair.textTraits.words > 0 && !/\s$/.test(pair.source.slice(-1)) && !pair.isEcho
    ? { message: 'The text ends in a space and the source does not: take it out.', details: {} }
    : null,
)

/** DOUBT_12: a text with the same letters as its source. SOURCE_01 reports it if only letter case and spaces differ. */
export const sameLetters = contentCheck('DOUBT_12', 'warning', anyLetter, ({ source, text, isEcho }) =>
  isEcho && !equalFolded(source, text)
    ? { message: 'The text has the same letters as the source: check that it is translated.', details: {} }
    : null,
)

/** What follows the head must have at least this share of the source's length. */
const shareMin = 0.6

/**
 * DOUBT_14: a few words and a colon or a dash before a text that is long enough to be the whole translation, where the
 * source has no such break.
 */
export const addedHead = contentCheck('DOUBT_14', 'warning', TRAIT.colon | TRAIT.latin, (pair) => {
  const { bareSource, bareText } = pair
  if (!mayHaveHead(pair)) return null
  const head = HEAD.exec(bareText)?.[0]
  if (head === undefined || BREAK.test(bareSource) || visibleShare(bareText.slice(head.length), bareSource) < shareMin)
    return null
  return {
    message: `The text begins with words and a colon or a dash, and the source has none (${nameOf(head)}): check that they belong to it.`,
    details: { found: head },
  }
})

/** A fast test: text that it does not match cannot match `HEAD`. */
const mayHaveHead = ({ textTraits, bareText }: TextPair): boolean =>
  (textTraits.mask & TRAIT.colon) !== 0 || bareText.includes('–') || bareText.includes('—')

/** A few words and a colon, or a dash. In Ukrainian and Russian the dash stands for "is", so Cyrillic words before one do not count. */
const HEAD = /^(?:[^\n:：]{1,40}[:：](?!\d)|[^\n:：–—\u0400-\u04ff]{1,40}\s[–—]\s)/
const BREAK = /[:：–—\n-]/

/**
 * DOUBT_15: characters that the eye cannot tell from a space or from nothing, if the source has fewer of them.
 * FORMAT_01 and FORM_18 report those that they look for; characters that the writing of a language needs are let pass (text/invisible.ts).
 */
export const invisibleLetters = contentCheck('DOUBT_15', 'warning', TRAIT.invisible, ({ source, text }) => {
  const odd = oddIn(text).filter(({ character }) => !TOLD.test(character))
  const counts = multisetOf(odd.map(({ character }) => character))
  const unexpected = new Map(
    [...counts].flatMap(([character, count]) => {
      const more = count - (source.split(character).length - 1)
      return more > 0 ? [[codePointName(character), more] as const] : []
    }),
  )
  if (unexpected.size === 0) return null
  return {
    message:
      `The text has invisible characters that the source does not have (${listed(unexpected)}): ` +
      `take them out, or write a plain space.`,
    details: { found: [...unexpected.keys()], unexpected: toRecord(unexpected) },
  }
})

/**
 * The invisible characters of a text without those where typography has them. Such a place excuses none in a text that has the same
 * character elsewhere, too, or has no plain space between its words.
 */
function oddIn(text: string): ReturnType<typeof invisibleIn> {
  const all = invisibleIn(text)
  if (all.length === 0) return all
  const elsewhere = new Set(all.flatMap(({ character, isTypographic }) => (isTypographic ? [] : [character])))
  const between: readonly string[] = text.match(BETWEEN_WORDS) ?? []
  const areAllOdd = between.length >= oddSpacesMin && !between.includes(' ')
  return all.filter(({ character, isTypographic }) => !isTypographic || areAllOdd || elsewhere.has(character))
}

const BETWEEN_WORDS = /(?<=[\p{L}\p{M}])\p{Zs}(?=\p{L})/gu
const oddSpacesMin = 3

const TOLD = /[\u202a-\u202e\u2066-\u2069\ufeff]/

/**
 * DOUBT_16: letters and their marks as characters of their own (й as и and a breve), where the source has none. Searches, the glossary
 * and some fonts do not know such letters.
 */
export const loneMarks = contentCheck('DOUBT_16', 'warning', TRAIT.uneven, ({ source, text }) => {
  if (!hasLoneMarks(text) || hasLoneMarks(source)) return null
  const found = (text.match(/\p{L}[\p{M}\u1160-\u11ff]+/gu) ?? []).find(hasLoneMarks) ?? ''
  return {
    message: `Letters and their accents are separate characters (${nameOf(found)}): write each pair as one (Unicode NFC).`,
    details: { found },
  }
})

/** Composed, the text is shorter, so marks stood alone. (Some letters of Indic scripts become longer, which says nothing.) */
const hasLoneMarks = (text: string): boolean => text.normalize('NFC').length < text.length

// The repair of doubts about characters: a script may send it where it leaves none of them (docs/text-gate.md#what-a-script-may-repair).

const LATIN_LIKE = 'ABCEHIJKMOPSTXYaceijopsxy'
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Cyrillic}/u, 'АВСЕНІЈКМОРЅТХУасеіјорѕху'],
  [/\p{Script=Greek}/u, 'ΑΒ ΕΗΙ ΚΜΟΡ ΤΧΥ     ο    '],
]

/** The word with all its letters of the alphabet that most of them have; null: for some letter that one has nothing alike. */
function ofOneAlphabet(word: string): string | null {
  const [script, likes] = LOOKALIKES.find(([letters]) => letters.test(word)) ?? []
  if (script === undefined || likes === undefined) return null
  const letters = Array.from(word)
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter))
  const others = letters.filter((letter) => script.test(letter))
  const put = (from: string, to: string, of: readonly string[]): string | null =>
    of.every((letter) => (to[from.indexOf(letter)] ?? ' ') !== ' ')
      ? word.replace(/./gsu, (letter) => (of.includes(letter) ? (to[from.indexOf(letter)] as string) : letter))
      : null
  if (latin.length === others.length) return null
  return latin.length < others.length ? put(LATIN_LIKE, likes, latin) : put(likes, LATIN_LIKE, others)
}

/** A letter of a code that the game reads and windrow does not know, as in `#cНаказ`, belongs to no word. */
const OF_CODE = /[#\\%$&@]/

/** The text with its look-alike, invisible and lone characters repaired. Null: there is nothing to repair. */
export function repairedCharacters({ source, text, bareText }: TextPair): string | null {
  const visible = oddIn(text)
    .filter(({ character }) => !source.includes(character))
    .reduceRight(
      (rest, { character, at }) =>
        rest.slice(0, at) + (/\p{Zs}/u.test(character) ? ' ' : '') + rest.slice(at + character.length),
      text,
    )
  const composed = hasLoneMarks(source) ? visible : visible.normalize('NFC')
  const mixed = [...bareText.matchAll(MIXED)].flatMap(({ 0: word, index }) =>
    source.includes(word) || OF_CODE.test(bareText[index - 1] ?? '') ? [] : [word],
  )
  const repaired = mixed.reduce((rest, word) => rest.replaceAll(word, ofOneAlphabet(word) ?? word), composed)
  return repaired === text ? null : repaired
}
