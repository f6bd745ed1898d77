// The checks FORM: what a program or a model leaves in a text, such as code marks, JSON, broken colours or a wrong encoding
// (docs/text-gate.md#rules-about-content).
import { cosmeticDifference } from '../text/compare.ts'
import { type Lookalike, lookalikesOf } from '../text/lookalikes.ts'
import type { Scan } from '../text/tokens.ts'
import { anyLetter, repeatsToTell, TRAIT } from '../text/traits.ts'
import { contentCheck, PAIR_TRAIT, type TextPair } from './check.ts'
import { outOfProportion } from './length.ts'
import { listed, nameOf } from './naming.ts'

/** Matches a pair as chat programs write it (`word`), not old typewriter quotes (`word'). */
const PAIR = /`[^`'´’\n]{1,200}`(?!`)/

/** FORM_01: backticks and code fences, which chat programs put around an answer, if the source has no backtick. */
export const codeMarks = contentCheck('FORM_01', 'machine', TRAIT.backtick, ({ source, text }) => {
  if (source.includes('`')) return null
  const isFence = text.includes('```')
  if (!isFence && !PAIR.test(text)) return null
  return {
    message:
      `The text has ${isFence ? 'a code fence (```)' : 'backticks (`)'} that the source does not have: ` +
      `take ${isFence ? 'it' : 'them'} out.`,
    details: { found: isFence ? '```' : '`' },
  }
})

/** FORM_02: `**word**`, `__word__`, `*word*` or `# heading`, if the source has none. The game shows the marks. */
export const markdown = contentCheck(
  'FORM_02',
  'machine',
  TRAIT.asteriskOrUnderscore | TRAIT.stray,
  ({ bareSource, bareText }) => {
    const found =
      newIn(MARKDOWN, bareText, bareSource) ?? (bareSource.includes('*') ? null : newIn(STAR, bareText, bareSource))
    if (found === null) return null
    return {
      message: `The text has Markdown that the source does not have (${nameOf(found.trim())}): use the marks of the source.`,
      details: { found: found.trim() },
    }
  },
)

const newIn = (marks: RegExp, text: string, source: string): string | null =>
  marks.test(source) ? null : (marks.exec(text)?.[0] ?? null)

const STAR = /(?<![*\p{L}\p{N}])\*(?=[^*\n]*\p{L})[^\s*](?:[^*\n]{0,200}[^\s*])?\*(?![*\p{L}\p{N}])/u
/** Emphasis may have white space inside and span lines. Three asterisks and a space frame a headline of the game. */
const MARKDOWN =
  /\*\*[^\s*][^*\n]{0,200}\*\*|(?<!\*)\*\*[^*]{0,200}\p{L}[^*]{0,200}\*\*(?!\*)|__[^_]{0,200}\p{L}[^_]{0,200}__|(?:^|\n)#{1,4} {1,9}\S/u

/** DOUBT_07 reports texts of shorter sources, because names and cries are quoted freely. */
export const longFromWords = 4

/** FORM_03: a longer text in quotation marks whose source has none. */
export const wrappingQuotes = contentCheck('FORM_03', 'machine', TRAIT.opensWithoutLetter, (pair) =>
  isWrappedAnew(pair) && pair.sourceTraits.words >= longFromWords
    ? {
        message: 'The whole text is in quotation marks and the source is not: take them out.',
        details: { found: `${pair.text.trim()[0]}…${pair.text.trim().at(-1)}` },
      }
    : null,
)

const PAIRS: readonly string[] = ['""', "''", '“”', '„“', '„”', '«»', '‘’', '「」', '『』', '‹›']
const QUOTES = new Set(PAIRS.join(''))

export function isWrappedAnew({ source, text, textTraits }: TextPair): boolean {
  if ((textTraits.mask & TRAIT.quote) === 0) return false
  return isWrapped(text.trim()) && !QUOTES.has(source.trim()[0] ?? '') && !QUOTES.has(source.trim().at(-1) ?? '')
}

function isWrapped(text: string): boolean {
  const open = text[0] ?? ''
  const close = text.at(-1) ?? ''
  if (text.length < 3 || !PAIRS.includes(open + close)) return false
  const inside = text.slice(1, -1)
  return !inside.includes(open) && !inside.includes(close)
}

/**
 * FORM_04: a number before the text, left from the list that the model was given ("12. …", "12) …"). A number that the
 * source contains as often is allowed ("Level 3" is «3. vrstva»).
 */
export const numbering = contentCheck(
  'FORM_04',
  'machine',
  TRAIT.opensWithoutLetter,
  ({ text, source, textTraits }) => {
    if ((textTraits.mask & TRAIT.digit) === 0) return null
    const found = NUMBER.exec(text)?.[0]
    const number = found === undefined ? undefined : DIGITS.exec(found)?.[0]
    if (found === undefined || number === undefined || timesIn(source, number) >= timesIn(text, number)) return null
    return {
      message: `The text begins with a number that the source does not have (${found.trim()}): take it out.`,
      details: { found: found.trim() },
    }
  },
)

const DIGITS = /\d+/
const timesIn = (text: string, number: string): number => text.split(number).length - 1
const NUMBER = /^\s{0,3}(?:\d{1,4}[.):](?=\s|\p{L})|[[(]\d{1,4}[\])]|\d{1,4}\t|#\d{1,4}[.:)]?\s)/u

/** FORM_05: the id (16 hex digits) or hash of a row in its text. */
export const rowIdInText = contentCheck('FORM_05', 'machine', TRAIT.digit, ({ text, source }) => {
  if (!mayHoldRun(text)) return null
  const found = ID.exec(text)?.[0]
  if (found === undefined || source.includes(found)) return null
  return { message: `The text contains the id of a row (${found}): take it out.`, details: { found } }
})

const runMin = 16

/** A fast test for hex digits: a run of sixteen covers one of every sixteenth character, so only those and their neighbours are read. */
function mayHoldRun(text: string): boolean {
  for (let at = runMin - 1; at < text.length; at += runMin) if (runAround(text, at) >= runMin) return true
  return false
}

function runAround(text: string, at: number): number {
  let start = at
  let end = at
  while (start > 0 && isHex(text.charCodeAt(start - 1))) start--
  while (end < text.length && isHex(text.charCodeAt(end))) end++
  return end - start
}

const isHex = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)

const ID = /(?<![\p{L}\p{N}])(?:[0-9a-f]{16}|[0-9a-f]{64})(?![\p{L}\p{N}])/iu

/** FORM_06: brackets, quotes or member names of JSON around the text, if the source has none. */
export const jsonRemains = contentCheck('FORM_06', 'machine', TRAIT.quote, ({ text, source }) => {
  const found = (HEAD.exec(text) ?? TAIL.exec(text))?.[0]
  if (found === undefined || HEAD.test(source) || TAIL.test(source)) return null
  return {
    message: `The text has JSON around it (${found.trim()}): send the value alone, without its quotes and brackets.`,
    details: { found: found.trim() },
  }
})

const HEAD = /^\s{0,3}(?:\[\s{0,3}[{"]|\{\s{0,3}"|"[\p{L}_ ]{1,30}"\s{0,3}:)/u
const TAIL = /"\s{0,3}(?:[}\]]\s{0,3}[,;]?|,)\s{0,3}$/

/** FORM_07: `\n`, `\t`, `\r`, `\"` or `\uXXXX` as visible characters, if the source has no backslash. */
export const escapes = contentCheck('FORM_07', 'machine', TRAIT.backslash, ({ text, source }) => {
  const found = ESCAPE.exec(text)?.[0]
  if (found === undefined || source.includes('\\')) return null
  return {
    message: `The text has the escape ${found} written out as characters: send the character itself.`,
    details: { found },
  }
})

const ESCAPE = /\\(?:[ntr"](?![a-z])|[nr](?=[A-ZА-ЯҐЄІЇЁ])|u[0-9a-f]{4}|x[0-9a-f]{2})/iu

/** FORM_08: HTML entities such as `&amp;` and `&#39;`, if the source has none. The game shows them unchanged. */
export const entities = contentCheck('FORM_08', 'machine', TRAIT.ampersand, ({ text, source }) => {
  const found = ENTITY.exec(text)?.[0]
  if (found === undefined || ENTITY.test(source)) return null
  return { message: `The text has the HTML entity ${found}: write the character itself.`, details: { found } }
})

const ENTITY = /&(?:lt|gt|amp|quot|apos|nbsp|hellip|mdash|ndash|laquo|raquo|#\d{2,6}|#x[0-9a-f]{2,5});/i

/**
 * FORM_09: UTF-8 that was read in a one-byte encoding ("Ð\u009fÑ\u0080", "Ã©"). The advice is to send the text again:
 * taking out its invisible characters would leave a wrong text that no rule detects.
 */
export const mojibake = contentCheck('FORM_09', 'machine', TRAIT.mojibake, ({ text, source }) => {
  const found = mojibakeIn(text)
  if (found === null || mojibakeIn(source) !== null) return null
  return {
    message: 'The text was read in a wrong encoding and is damaged: send it again as UTF-8, do not fix it by hand.',
    details: { found },
  }
})

/** The bytes 80 to BF in Latin-1 and Windows-1252, except characters that people write after a letter. */
const TRAIL = '[\\u0080-\\u009F\\u00A1-\\u00AA\\u00AC-\\u00BA\\u00BC-\\u00BF€‚ƒ„†‡ˆ‰Š‹ŒŽ˜™š›œžŸ]'
const RUN = new RegExp(
  `[\\u00C3-\\u00DF](?:[\\u0080-\\u009F]|${TRAIL}[\\u00C2-\\u00DF]${TRAIL})|[\\u00E0-\\u00EF]${TRAIL}{2}|â€|[ÃÂ][\\u00A1-\\u00BF]`,
)

export const mojibakeIn = (text: string): string | null => RUN.exec(text)?.[0] ?? null

/** FORM_10: a word four times in a row, from a model that got stuck. Not reported if LENGTH_02 is. */
export const repeatedWord = contentCheck('FORM_10', 'machine', TRAIT.maybeRepeats, (pair) => {
  const found = repeatedIn(pair.bareText, repeatsToTell)
  if (found === null || repeatsWords(pair.bareSource) || outOfProportion(pair) !== null) return null
  return {
    message: `A word is repeated ${repeatsToTell} times or more (${nameOf(found)}): translate the source again.`,
    details: { found },
  }
})

/** Laughter is one word or several: "Hahaha!", "Ha, ha, ha!". */
const repeatsWords = (source: string): boolean =>
  repeatedIn(source, repeatsOfSource) !== null || /(\p{L}{1,6}?)\1{2}/iu.test(source)

const repeatsOfSource = 3

/** The first word that occurs `times` times in succession; null: none. */
function repeatedIn(text: string, times: number): string | null {
  let before = ''
  let repeats = 0
  for (const [, word] of text.matchAll(/([\p{L}\p{M}'’ʼ]+)|[\p{N}\uFFFC\n]/gu)) {
    if (word === undefined) {
      before = ''
      continue
    }
    const folded = word.toLowerCase()
    repeats = folded === before ? repeats + 1 : 1
    if (repeats === times) return word
    before = folded
  }
  return null
}

/** Halves shorter than this repeat naturally ("Ha ha"). */
const halfLengthMin = 6
const gapMax = 3

/** FORM_11: the same text twice in a row, if the source does not repeat itself. Not reported if LENGTH_02 is. */
export const doubledText = contentCheck('FORM_11', 'machine', anyLetter, (pair) =>
  isDoubled(pair.text.trim()) && !repeatsItself(pair.source) && outOfProportion(pair) === null
    ? { message: 'The text is doubled: send it once.', details: {} }
    : null,
)

/** Letters and digits, with anything between: "Go! Go!". */
function repeatsItself(source: string): boolean {
  const letters = source.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return (
    letters !== '' && repeatCounts.some((times) => letters === letters.slice(0, letters.length / times).repeat(times))
  )
}

const repeatCounts = [2, 3, 4, 5]

/** Whether the text is one half, up to three spaces, and the same half again. */
function isDoubled(text: string): boolean {
  for (let gap = text.length % 2; gap <= gapMax; gap += 2) {
    const half = (text.length - gap) / 2
    if (half < halfLengthMin) return false
    if (text.charCodeAt(0) !== text.charCodeAt(half + gap)) continue
    if (text.slice(0, half) !== text.slice(half + gap)) continue
    if (/^\s*$/.test(text.slice(half, half + gap)) && hasLetters(text.slice(0, half))) return true
  }
  return false
}

/** Whether the half has letters, and not only one letter again and again ("Aaaaaa"). */
const hasLetters = (half: string): boolean => /\p{L}/u.test(half) && !/^(.)\1*$/su.test(half.slice(1))

/** FORM_12: a line break at the start or end of a text, if the source has none there. */
export const outerLineBreak = contentCheck('FORM_12', 'machine', TRAIT.lineBreak, ({ text, source }) => {
  const atEnd = text.endsWith('\n') && !/\n\s*$/.test(source.slice(-8))
  const atStart = text.startsWith('\n') && !/^\s*\n/.test(source.slice(0, 8))
  if (!atEnd && !atStart) return null
  const where = atEnd ? 'ends' : 'begins'
  return {
    message: `The text ${where} with a line break and the source does not: take it out.`,
    details: { at: atEnd ? 'end' : 'start' },
  }
})

/** FORM_13: emoji, if the source has none. The game's fonts hardly have them. */
export const pictographs = contentCheck('FORM_13', 'machine', TRAIT.pictograph, ({ bareText, source }) => {
  const found = PICTOGRAPH.exec(bareText)?.[0]
  if (found === undefined || PICTOGRAPH.test(source)) return null
  return { message: `The text has the emoji ${found} that the source does not have: take it out.`, details: { found } }
})

const PICTOGRAPH = /\p{Emoji_Presentation}|\p{Extended_Pictographic}(?<![\u00A9\u00AE\u2122\u2190-\u21FF])/u

/** FORM_16: a colour token written with look-alike letters (Cyrillic `#Е`). The game shows it as text. */
export const colourLookalikes = contentCheck('FORM_16', 'machine', PAIR_TRAIT.otherTokens, (pair) => {
  if ((pair.traits & (TRAIT.stray | TRAIT.fullWidth)) === 0) return null
  const lookalikes = lookalikesOfColours(pair)
  const [first] = lookalikes
  if (first === undefined) return null
  return {
    message:
      `In place of ${nameOf(first.expected)} the text has ${nameOf(first.found)}, which only looks like it: ` +
      `write it as in the source.`,
    details: { lookalikes },
  }
})

function lookalikesOfColours({ sourceScan, textScan, plainText }: TextPair): readonly Lookalike[] {
  const isColoured = sourceScan.tokens.some(({ kind }) => kind === 'colour' || kind === 'close' || kind === 'style')
  const missing = isColoured ? cosmeticDifference(sourceScan, textScan)?.missing : undefined
  if (missing === undefined) return []
  const colours = new Map([...missing].filter(([token]) => token.startsWith('#')))
  const known = new Set(sourceScan.tokens.map((token) => token.text))
  return lookalikesOf(colours, known, plainText)
}

/**
 * FORM_14: more of the marks `# $ < > @ |` outside tokens than in the source: invented ones, or remains of tokens.
 * Allowed: a variable's end (`$name|`), one more in a list (`ham|bury|ton`), a comparison (`level < 5`), `ticket #5`.
 */
export const strayMarks = contentCheck('FORM_14', 'machine', TRAIT.stray, (pair) => {
  const { bareSource, bareText } = pair
  const unexpected = new Map<string, number>()
  for (const mark of MARKS) {
    const inSource = strayIn(bareSource, mark)
    const more = strayIn(bareText, mark) - inSource
    if (more > 0 && (mark !== '|' || inSource < listMarks)) unexpected.set(mark, more)
  }
  // TAGS_01 reports broken tokens with their remains.
  if (unexpected.size === 0 || pair.hasBrokenTokens || lookalikesOfColours(pair).length > 0) return null
  return {
    message: `The text has more of these marks than the source: ${listed(unexpected)}. Take them out.`,
    details: { unexpected: Object.fromEntries(unexpected) },
  }
})

const MARKS = '#$<>@|'
const listMarks = 2

/** The bar that ends a variable (`$name|`) is needed only before a letter, so it depends on the language. */
const VARIABLE_END = /(?<=\$[\w.]{1,64})\|/g

/** A mark between spaces, or the sign of a number, is no part of a token. */
const OF_THE_TEXT: Readonly<Record<string, RegExp>> = {
  '|': VARIABLE_END,
  '<': /(?<=\s)<(?=\s)/g,
  '>': /(?<=\s)>(?=\s)/g,
  '#': /(?<=^|[\s(])#(?=\d)/g,
}

function strayIn(text: string, mark: string): number {
  const ofTheText = OF_THE_TEXT[mark]
  return ofTheText === undefined || !text.includes(mark)
    ? countOf(text, mark)
    : countOf(text.replace(ofTheText, ''), mark)
}

function countOf(text: string, mark: string): number {
  let count = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) count++
  return count
}

/**
 * FORM_15: a colour without its closing `#E`, or one `#E` too many, if the source closes all its colours. An open
 * colour also colours the text after it.
 */
export const colours = contentCheck('FORM_15', 'machine', PAIR_TRAIT.otherTokens, (pair) => {
  const { sourceScan, textScan } = pair
  const found = balanceOf(textScan)
  if (found.opened === found.closed) return null
  const expected = balanceOf(sourceScan)
  if (expected.opened === 0 || expected.opened !== expected.closed) return null
  if (lookalikesOfColours(pair).length > 0) return null
  const advice =
    found.opened > found.closed
      ? 'close every colour with #E'
      : 'take out the #E that closes nothing, or open its colour'
  return {
    message: `The text opens ${found.opened} ${found.opened === 1 ? 'colour' : 'colours'} and closes ${found.closed}: ${advice}.`,
    details: { expected, found },
  }
})

function balanceOf({ tokens }: Scan): { readonly opened: number; readonly closed: number } {
  let opened = 0
  let closed = 0
  for (const { kind } of tokens) {
    if (kind === 'close') closed++
    else if (kind === 'colour' || kind === 'style') opened++
  }
  return { opened, closed }
}

// FORM_17 and DOUBT_13: words in brackets where the source has no bracket at all. Square brackets, and a colon within,
// are notes of a model ("[formal tone]", "(or: …)"); words in round ones may belong to the translation.

export const addedNote = contentCheck('FORM_17', 'machine', TRAIT.bracket, (pair) => {
  const found = addedBrackets(pair).find(isNote)
  return found === undefined
    ? null
    : {
        message: `The text has a note in brackets that the source does not have (${nameOf(found)}): send the translation alone.`,
        details: { found },
      }
})

export const addedBracket = contentCheck('DOUBT_13', 'warning', TRAIT.bracket, (pair) => {
  const [found] = addedBrackets(pair)
  return found === undefined || isNote(found)
    ? null
    : {
        message: `The text has brackets and the source has none (${nameOf(found)}): check that it is not a note.`,
        details: { found },
      }
})

const IN_BRACKETS = /[([（［【〔][^()[\]（）［］【】〔〕\n]{2,200}[)\]）］】〕]/g
const BRACKET = /[([{（［【〔]/
const LETTERS = /\p{L}.*\p{L}/su
const NOTE = /^[[［【〔]|[:：](?!\d)/

/** Two letters or more in brackets; not the end of a word in another form ("worker(s)"). */
function addedBrackets({ bareSource, bareText }: TextPair): readonly string[] {
  if (BRACKET.test(bareSource)) return []
  return [...bareText.matchAll(IN_BRACKETS)]
    .filter(({ index, 0: found }) => LETTERS.test(found) && !/\p{Ll}/u.test(bareText[index - 1] ?? ''))
    .map(([found]) => found)
}

const isNote = (found: string): boolean => NOTE.test(found)

/**
 * FORM_18: characters that turn the direction of writing for a part of the text, if the source has none. FORMAT_01
 * reports overrides; languages written from right to left need the marks of one place.
 */
export const textDirection = contentCheck('FORM_18', 'machine', TRAIT.invisible, ({ source, text }) => {
  const found = EMBEDDING.exec(text)?.[0]
  if (found === undefined || EMBEDDING.test(source)) return null
  const name = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}`
  return {
    message: `The text has an invisible character that turns the direction of writing (${name}): take it out.`,
    details: { found: name },
  }
})

const EMBEDDING = /[\u202a-\u202c\u2066-\u2069]/
