// Finds which kinds of characters a text has between its tokens, in one pass. A check is skipped unless the text has one of the
// traits that it needs. Hot (every checked text); linear; cached by character code.
import { firstDifference } from './normalize.ts'
import { mayBeginToken, type Scan, type Token } from './tokens.ts'
import { isEven } from './visible-length.ts'

/** Characters that the eye does not see, all but the plain space and two Khmer vowels, which are drawn in their word. */
const KIND = /[[\p{Default_Ignorable_Code_Point}\p{Zs}\u2028\u2029\u2800]--[ \u17b4\u17b5]]/v

/** Letters of scripts in which joiners change the look of a word, and of scripts without spaces between words. */
const UNJOINED = 'Zyyy Zinh Latn Cyrl Grek Armn Geor Hebr Hani Hira Kana Hang Bopo'.split(' ')
const JOINED = String.raw`[[\p{L}\p{M}]--[${UNJOINED.map((script) => String.raw`\p{sc=${script}}`).join('')}]]`
const UNSPACED = String.raw`[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Lana}\p{sc=Talu}\p{sc=Java}\p{sc=Bali}]`
const EAST_ASIAN_SIGNS = String.raw`[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff00-\uffef]`
const SPACE = String.raw`[\p{Zs}--[ ]]`

/** The places where a writing needs such characters: they are not shown there, because a sign would break words and emoji. */
const NEEDED = [
  String.raw`(?<=${JOINED})[\u200c\u200d]|[\u200c\u200d](?=${JOINED})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{S}\p{P}\p{N}\p{sc=Hani}\p{sc=Mymr}\p{sc=Mong}])\p{Variation_Selector}|(?<=\p{sc=Mong})\u180e`,
  String.raw`(?<=[\u{1f3f4}\u{e0020}-\u{e007e}])[\u{e0020}-\u{e007f}]`,
  String.raw`(?<=${UNSPACED})[\u200b\u2060]|[\u200b\u2060](?=${UNSPACED})`,
  String.raw`(?<=${EAST_ASIAN_SIGNS})\u3000|\u3000(?=${EAST_ASIAN_SIGNS})`,
].join('|')

/** The places where typography has such spaces: beside marks, numbers and values, and after short words. */
const TYPOGRAPHIC = [
  String.raw`${SPACE}(?=[!?:;»›%‰‱°€$£¥₴₽–—\-\/×+=…\p{Nd}\{])`,
  String.raw`(?<=[«‹„№§#–—\p{Nd}\}])${SPACE}`,
  String.raw`(?<=(?<![\p{L}\p{M}])\p{L}{1,2}\.?)${SPACE}`,
].join('|')

const ALL = new RegExp(`(?<needed>${NEEDED})|(?<typographic>${TYPOGRAPHIC})|${KIND.source}`, 'gv')
const RIGHT_TO_LEFT = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u
const DIRECTION_MARKS = /[\u200e\u200f\u061c]/

/** Whether a UTF-16 code unit may belong to an invisible character. */
const mayBeInvisible = (unit: string): boolean => KIND.test(unit) || unit === '\udb40'

interface Invisible {
  readonly character: string
  readonly at: number
  /** True: the character stands where typography has it. */
  readonly isTypographic: boolean
}

/** The invisible characters in the order of the text, without those that its writing needs. */
export function invisibleIn(text: string): readonly Invisible[] {
  if (!KIND.test(text)) return []
  const mayMark = RIGHT_TO_LEFT.test(text)
  return [...text.matchAll(ALL)].flatMap(({ 0: character, index, groups }) =>
    groups?.['needed'] !== undefined || (mayMark && DIRECTION_MARKS.test(character))
      ? []
      : [{ character, at: index, isTypographic: groups?.['typographic'] !== undefined }],
  )
}

export const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** One bit for each kind of character. */
export const TRAIT = {
  lower: 1,
  upper: 1 << 1,
  latin: 1 << 2,
  /** Letters of a script without a trait of its own. */
  otherLetter: 1 << 3,
  eastAsian: 1 << 4,
  digit: 1 << 5,
  fullWidth: 1 << 6,
  quote: 1 << 7,
  backtick: 1 << 8,
  asteriskOrUnderscore: 1 << 9,
  backslash: 1 << 10,
  ampersand: 1 << 11,
  colon: 1 << 12,
  slash: 1 << 13,
  /** A character that UTF-8's first byte becomes when read as Latin-1 or Windows-1252. */
  mojibake: 1 << 14,
  bracket: 1 << 15,
  stray: 1 << 16,
  pictograph: 1 << 17,
  /** Four words in a row have the same first letter. */
  maybeRepeats: 1 << 18,
  lineBreak: 1 << 19,
  /** A digit anywhere, also in tokens. */
  figure: 1 << 20,
  /** A character that the eye cannot tell from a space or from nothing. */
  invisible: 1 << 21,
  /** A character that FORMAT_01 looks for, also in tokens. */
  suspect: 1 << 22,
  opensWithoutLetter: 1 << 23,
  endsInSpace: 1 << 24,
  /** The text has capitals, but no small or East Asian letters. */
  onlyCapitals: 1 << 25,
  letterless: 1 << 26,
  /** A character with which a token may begin, or a brace. */
  tokenStart: 1 << 27,
  /** A character that counts more than 1 in visible lengths, or joins with its neighbour. */
  uneven: 1 << 28,
} as const

export const anyLetter = TRAIT.latin | TRAIT.otherLetter | TRAIT.eastAsian

export interface Traits {
  /** The traits that the text has, as bits of `TRAIT`. */
  readonly mask: number
  /** The number of words; a token ends a word. */
  readonly words: number
  readonly lineBreaks: number
}

export const repeatsToTell = 4

/** The bit of a mark or apostrophe, which continues a word but is no letter. */
const joinsAt = 29
const joins = 1 << joinsAt
const isKnown = 1 << 30
/** The bit of any letter: 31, the highest. */
const letterAt = 31
const bits = joins - 1

const CLASS = new Int32Array(0x10000)
const FOLDED = new Uint16Array(0x10000)

let words = 0
/** The first letters of a piece's words. A piece with more words than fit in here counts as repeating. */
const INITIALS = new Uint16Array(4_096)
const lastInitial = INITIALS.length - 1

/** The traits of all characters, also those of tokens. */
export function charactersOf(text: string): number {
  let mask = 0
  for (let at = 0; at < text.length; at++) mask |= traitsAt(text, at)
  return mask & bits
}

export function traitsOf(text: string, { tokens }: Scan): Traits {
  let mask = 0
  let lineBreaks = 0
  let from = 0
  words = 0
  for (let next = 0; next < tokens.length; next++) {
    const { kind, start, end } = tokens[next] as Token
    if (start > from) mask |= pieceTraits(text, from, start, 0)
    if (kind === 'lineBreak') lineBreaks++
    else for (let at = start; at < end; at++) mask |= traitsAt(text, at) & (TRAIT.suspect | TRAIT.figure)
    from = end
  }
  mask |= pieceTraits(text, from, text.length, 0)
  if (lineBreaks > 0) mask |= TRAIT.lineBreak
  return { mask: mask | wholeTraits(text, mask), words, lineBreaks }
}

/** The traits of a text in which no token may begin. Null: one may, which is rare. */
export function plainTraitsOf(text: string): Traits | null {
  words = 0
  const mask = pieceTraits(text, 0, text.length, TRAIT.tokenStart)
  return (mask & TRAIT.tokenStart) === 0 ? { mask: mask | wholeTraits(text, mask), words, lineBreaks: 0 } : null
}

/** Looks at a piece between tokens, and adds its words to the module's `words`. Stops at a character with a trait of `end`. */
function pieceTraits(text: string, from: number, to: number, end: number): number {
  let mask = 0
  let count = 0
  let isInWord = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    const traits = CLASS[code] || classify(code)
    mask |= traits
    if ((traits & end) !== 0) break
    // No branch, because word beginnings are unpredictable.
    const isLetter = traits >>> letterAt
    INITIALS[count & lastInitial] = code
    count += isLetter & ~isInWord
    isInWord = isLetter | ((traits >>> joinsAt) & isInWord)
  }
  if (count >= repeatsToTell && hasRepeats(count)) mask |= TRAIT.maybeRepeats
  words += count
  return mask & bits
}

function wholeTraits(text: string, mask: number): number {
  let whole = 0
  if ((mask & anyLetter) === 0) whole |= TRAIT.letterless
  if ((mask & (TRAIT.upper | TRAIT.lower | TRAIT.eastAsian)) === TRAIT.upper) whole |= TRAIT.onlyCapitals
  if (text === '') return whole
  if ((traitsAt(text, 0) & anyLetter) === 0) whole |= TRAIT.opensWithoutLetter
  if (isSpace(text.charCodeAt(text.length - 1))) whole |= TRAIT.endsInSpace
  return whole
}

function hasRepeats(count: number): boolean {
  if (count > lastInitial) return true
  let repeats = 0
  let before = 0
  for (let at = 0; at < count; at++) {
    const initial = FOLDED[INITIALS[at] as number] as number
    repeats = initial === before ? repeats + 1 : 1
    if (repeats === repeatsToTell) return true
    before = initial
  }
  return false
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0xa0 || code === 0x3000

export function lineBreaksOf({ tokens }: Scan): number {
  let count = 0
  for (const { kind } of tokens) if (kind === 'lineBreak') count++
  return count
}

/** The trait of the script of a text's first letter; 0: it has no letter. */
export function firstLetter(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const traits = traitsAt(text, at)
    if (traits & anyLetter) return traits & anyLetter
  }
  return 0
}

export function beginsWithCapital(text: string): boolean {
  if (text === '') return false
  const code = text.charCodeAt(0)
  return (traitsAt(text, 0) & TRAIT.upper) !== 0 || FOLDED[code] !== code
}

/** Whether two texts have the same letters in the same order, regardless of case. */
export function hasSameLetters(a: string, b: string): boolean {
  const differs = firstDifference(a, b)
  let i = nextLetter(a, differs)
  let j = nextLetter(b, differs)
  while (i < a.length && j < b.length) {
    if (FOLDED[a.charCodeAt(i)] !== FOLDED[b.charCodeAt(j)]) return false
    i = nextLetter(a, i + 1)
    j = nextLetter(b, j + 1)
  }
  return i >= a.length && j >= b.length
}

/** Runs of digits of any script, in order. (A pattern with `\p{Nd}` makes a call for each Cyrillic character.) */
export function figuresOf(text: string): string[] {
  const runs: string[] = []
  let start = -1
  for (let at = 0; at < text.length; at++) {
    const isFigure = (traitsAt(text, at) & TRAIT.digit) !== 0
    if (isFigure === start >= 0) {
      // Only the pattern recognises digits outside the BMP.
      if (!isFigure && (text.charCodeAt(at) & 0xf800) === 0xd800) return text.match(/\p{Nd}+/gu) ?? []
      continue
    }
    if (!isFigure) runs.push(text.slice(start, at))
    start = isFigure ? at : -1
  }
  if (start >= 0) runs.push(text.slice(start))
  return runs
}

/** Counts the numbers between tokens; null: a surrogate pair needs `figuresOf`. */
export function countFigures(text: string, { tokens }: Scan): number | null {
  let count = 0
  let from = 0
  for (let next = 0; next <= tokens.length; next++) {
    const token = tokens[next]
    const to = token === undefined ? text.length : token.start
    let isInRun = false
    for (let at = from; at < to; at++) {
      const isFigure = (traitsAt(text, at) & TRAIT.digit) !== 0
      if (isFigure && !isInRun) count++
      else if (!isFigure && (text.charCodeAt(at) & 0xf800) === 0xd800) return null
      isInRun = isFigure
    }
    from = token?.end ?? to
  }
  return count
}

/** Returns a 53-bit hash of the runs of ASCII digits in any order; 0: none. */
export function digitsHash(text: string): number {
  let [a, b] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at)
    if (!isDigit(code)) continue
    let [x, y] = [0xdeadbeef, 0x41c6ce57]
    do {
      x = Math.imul(x ^ code, 0x9e3779b1)
      y = Math.imul(y ^ code, 0x5f356495)
      code = ++at < text.length ? text.charCodeAt(at) : 0
    } while (isDigit(code))
    const mixed = mixedHalves(x, y)
    a = (a + mixed) | 0
    b = (b + mixedHalves(y, mixed)) | 0
  }
  return joined(a, b)
}

/** Whether the code is an ASCII digit: one comparison is enough, because lower codes wrap around. */
const isDigit = (code: number): boolean => (code - 0x30) >>> 0 <= 9

/**
 * A 53-bit hash of the letters and vowel signs outside tokens, in order, without letter case; 0: none. (Mixing as in
 * cyrb53, public domain.)
 */
export function lettersHash(text: string, { tokens }: Scan): number {
  let [a, b, from, letters] = [0xdeadbeef, 0x41c6ce57, 0, 0]
  for (let next = 0; next <= tokens.length; next++) {
    const token = tokens[next]
    const to = token === undefined ? text.length : token.start
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at)
      const traits = CLASS[code] || classify(code)
      if ((traits & (anyLetter | joins)) === 0 || traits & TRAIT.quote) continue
      const folded = FOLDED[code] as number
      a = Math.imul(a ^ folded, 0x9e3779b1)
      b = Math.imul(b ^ folded, 0x5f356495)
      letters++
    }
    from = token?.end ?? to
  }
  if (letters === 0) return 0
  const mixed = mixedHalves(a, b)
  return joined(mixed, mixedHalves(b, mixed))
}

const mixedHalves = (a: number, b: number): number =>
  Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35)

const joined = (a: number, b: number): number => 0x1_0000_0000 * (b & 0x1f_ffff) + (a >>> 0)

/** The last code of a text that is neither space nor LF; 0: there is none. */
export function lastCode(text: string): number {
  let at = text.length - 1
  while (at >= 0 && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x0a)) at--
  return at < 0 ? 0 : text.charCodeAt(at)
}

export function endsSentence(text: string): boolean {
  const code = lastCode(text)
  return code < 0x80 ? code === 0x2e || code === 0x21 || code === 0x3f : ENDS.has(code)
}

const ENDS: ReadonlySet<number> = new Set(Array.from('…。！？؟۔।॥։።', (mark) => mark.charCodeAt(0)))

function nextLetter(text: string, from: number): number {
  let at = from
  while (at < text.length && (traitsAt(text, at) & anyLetter) === 0) at++
  return at
}

function traitsAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return CLASS[code] || classify(code)
}

const MARKS: Readonly<Record<string, number>> = {
  '"“”„«»「」『』‹›': TRAIT.quote,
  "'’‘ʼ": TRAIT.quote | joins,
  '`': TRAIT.backtick,
  '*_': TRAIT.asteriskOrUnderscore,
  '\\': TRAIT.backslash,
  '&': TRAIT.ampersand,
  ':：': TRAIT.colon,
  '/': TRAIT.slash,
  '()[]{}（）［］【】〔〕': TRAIT.bracket,
  '#$<>@|': TRAIT.stray,
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
// oxlint-disable-next-line no-control-regex
const SUSPECT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\uFFFD\uFEFF\u202D\u202E]/
/** Symbols of which fonts make pictures, and the high surrogates of emoji. */
const PICTOGRAPH = /[\u2600-\u27bf\u2b50\u2b55\ud83c-\ud83e]/

/** The traits of a character, computed once. Its lower case counts only if that is one code unit. */
function classify(code: number): number {
  const character = String.fromCharCode(code)
  const lower = character.toLowerCase()
  FOLDED[code] = lower.length === 1 ? lower.charCodeAt(0) : code
  let traits = isKnown
  for (const [marks, own] of Object.entries(MARKS)) if (marks.includes(character)) traits |= own
  if (/\p{Nd}/u.test(character)) traits |= TRAIT.digit | TRAIT.figure
  else if (/\p{M}/u.test(character)) traits |= joins
  else if (PICTOGRAPH.test(character)) traits |= TRAIT.pictograph
  else if (/\p{L}/u.test(character)) traits |= letterTraits(character, lower)
  if (SUSPECT.test(character)) traits |= TRAIT.suspect
  if (mayBeInvisible(character)) traits |= TRAIT.invisible
  if (code >= 0xc2 && code <= 0xf4) traits |= TRAIT.mojibake
  if (code >= 0xff01 && code <= 0xff5e) traits |= TRAIT.fullWidth
  if (mayBeginToken(code)) traits |= TRAIT.tokenStart
  if (!isEven(code)) traits |= TRAIT.uneven
  if ((traits & anyLetter) !== 0) traits |= 1 << letterAt
  CLASS[code] = traits
  return traits
}

function letterTraits(letter: string, lower: string): number {
  const letterCase = lower !== letter ? TRAIT.upper : letter.toUpperCase() !== letter ? TRAIT.lower : 0
  if (EAST_ASIAN.test(letter)) return TRAIT.eastAsian
  return letterCase | (/\p{Script=Latin}/u.test(letter) ? TRAIT.latin : TRAIT.otherLetter)
}
