// Finds tokens that were damaged by Cyrillic or Greek letters, full-width forms, other brackets or zero-width
// characters. Linear; only for texts that lost a token (docs/tokens.md#rules).

import type { Markup } from '../profile.ts'
import type { Multiset } from './compare.ts'
import { scanTokens, type Token } from './tokens.ts'

export interface Lookalike {
  readonly expected: string
  readonly found: string
}

interface PlacedLookalike extends Lookalike {
  /** Where the damaged token lies in the text, in UTF-16 units, the end exclusive. */
  readonly start: number
  readonly end: number
  /** The token differs only in shapes and invisible characters, not in letter case, spaces, or a digit for a letter. */
  readonly isExact: boolean
}

/** The look-alikes of each plain character; `plainOf` computes full-width and mathematical forms. */
// biome-ignore format: a table
const LOOKALIKES: Readonly<Record<string, string>> = {
  A: 'АΑ', B: 'ВΒ', C: 'СϹⅭ', D: 'Ⅾ', E: 'ЕΕ', G: 'Ԍ', H: 'НΗ', I: 'ІΙӀⅠ', J: 'Ј', K: 'КΚ', L: 'Ⅼ', M: 'МΜⅯ',
  N: 'Ν', O: 'ОΟ', P: 'РΡ', Q: 'Ԛ', S: 'Ѕ', T: 'ТΤ', V: 'ѴⅤ', W: 'Ԝ', X: 'ХΧⅩ', Y: 'УΥ', Z: 'Ζ', a: 'аαɑ',
  b: 'Ьь', c: 'сϲⅽ', d: 'ԁⅾ', e: 'еε', g: 'ɡ', h: 'һ', i: 'іıιⅰ', j: 'јϳ', k: 'кκ', l: 'ӏⅼ', m: 'мⅿ', n: 'пη',
  o: 'оο', p: 'рρ', q: 'ԛ', r: 'г', s: 'ѕſ', t: 'тτ', u: 'υ', v: 'ѵνⅴ', w: 'ԝω', x: 'хχⅹ', y: 'уγ', 0: '⁰₀٠۰',
  1: '¹₁١۱', 2: '²₂٢۲', 3: '³₃٣۳Зз', 4: '⁴₄٤۴', 5: '⁵₅٥۵', 6: '⁶₆٦۶б', 7: '⁷₇٧۷', 8: '⁸₈٨۸', 9: '⁹₉٩۹',
  '<': '‹〈⟨《«❮˂≺', '>': '›〉⟩》»❯˃≻', '{': '﹛❴⦃', '}': '﹜❵⦄', '[': '【〔﹝〖⟦', ']': '】〕﹞〗⟧', '(': '﹙❨⁽₍',
  ')': '﹚❩⁾₎', '%': '﹪٪⁒', '#': '﹟♯', '$': '﹩', '@': '﹫', '|': '│┃∣ǀ❘¦', '^': '˄ˆ⌃', '-': '‐‑‒–—−﹣',
  '.': '․·∙٫', ':': '∶꞉ː', '"': '“”„‟″', "'": '‘’‚‛′ʼ',
}

const FULL_WIDTH = { first: 0xff01, last: 0xff5e, offset: 0xfee0 }

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

let plainByLookalike: ReadonlyMap<string, string> | undefined

/** Texts with more tokens are not searched; no row of a game has as many. */
const tokensMax = 1_000

/** Folds the text on first use. */
export class PlainText {
  readonly raw: string
  readonly #policy: Markup
  #folded: Folded | undefined
  #tokens: readonly Token[] | undefined

  constructor(raw: string, policy: Markup) {
    this.raw = raw
    this.#policy = policy
  }

  get folded(): Folded {
    return (this.#folded ??= fold(this.raw))
  }

  get tokens(): readonly Token[] {
    if (this.#tokens === undefined) {
      const tokens = scanTokens(this.folded.text, this.#policy)
      this.#tokens = tokens.length > tokensMax ? [] : tokens
    }
    return this.#tokens
  }
}

/** The look-alikes of missing tokens, at most as many as are missing. Tokens of the source (`known`) are never reported. */
export const lookalikesOf = (missing: Multiset, known: ReadonlySet<string>, text: PlainText): Lookalike[] =>
  placedLookalikes(missing, known, text).map(({ expected, found }) => ({ expected, found }))

/** The look-alikes with their places, in the order of the text. */
export function placedLookalikes(missing: Multiset, known: ReadonlySet<string>, text: PlainText): PlacedLookalike[] {
  const { raw } = text
  if (missing.size === 0 || (isWhiteSpace(missing) && !hasOtherWhiteSpace(raw, known))) return []
  const wanted = new Map<string, { readonly token: string; left: number }[]>()
  for (const [token, left] of missing) {
    const key = looseKey(fold(token).text)
    const same = wanted.get(key)
    if (same) same.push({ token, left })
    else wanted.set(key, [{ token, left }])
  }
  const { starts, ends } = text.folded
  const found: PlacedLookalike[] = []
  for (const token of text.tokens) {
    const candidates = wanted.get(looseKey(token.text))
    const match = candidates?.at(-1)
    if (!match) continue
    const [start, end] = [starts[token.start] ?? 0, ends[token.end - 1] ?? 0]
    const piece = raw.slice(start, end)
    if (known.has(piece)) continue
    if (--match.left === 0) candidates?.pop()
    found.push({ expected: match.token, found: piece, start, end, isExact: token.text === fold(match.token).text })
  }
  return found
}

/** True: nothing but line breaks or tabs is missing, as in most damaged texts. */
const isWhiteSpace = (missing: Multiset): boolean => {
  for (const token of missing.keys()) if (!WHITE_SPACE.includes(token)) return false
  return true
}

const hasOtherWhiteSpace = (raw: string, known: ReadonlySet<string>): boolean =>
  WHITE_SPACE.some((token) => !known.has(token) && raw.includes(token))

const WHITE_SPACE: readonly string[] = ['\n', '\r', '\t']

/** The token without letter case and white space, and with digits for the letters like them (o, l, i). */
const looseKey = (folded: string): string =>
  folded
    .toLowerCase()
    .replace(/\p{White_Space}+/gu, '')
    .replaceAll('o', '0')
    .replace(/[li]/g, '1')

/** A folded text; `starts` and `ends` give the offset in the raw text of each UTF-16 unit. */
interface Folded {
  readonly text: string
  readonly starts: Int32Array
  readonly ends: Int32Array
}

function fold(raw: string): Folded {
  plainByLookalike ??= new Map(
    Object.entries(LOOKALIKES).flatMap(([plain, lookalikes]) => Array.from(lookalikes, (c) => [c, plain] as const)),
  )
  const parts: string[] = []
  const starts = new Int32Array(raw.length)
  const ends = new Int32Array(raw.length)
  let [units, runFrom, at] = [0, 0, 0]
  while (at < raw.length) {
    const code = raw.codePointAt(at) ?? 0
    if (code < 0x80) {
      starts[units] = at
      ends[units++] = ++at
      continue
    }
    const character = String.fromCodePoint(code)
    const plain = plainOf(character, code, plainByLookalike)
    parts.push(raw.slice(runFrom, at), plain)
    for (let i = 0; i < plain.length; i++) {
      starts[units] = at
      ends[units++] = at + character.length
    }
    at += character.length
    runFrom = at
  }
  parts.push(raw.slice(runFrom))
  return { text: parts.join(''), starts, ends }
}

/** The plain form of a character, which is never longer than the raw one. */
function plainOf(raw: string, code: number, table: ReadonlyMap<string, string>): string {
  const known = table.get(raw)
  if (known !== undefined) return known
  if (code >= FULL_WIDTH.first && code <= FULL_WIDTH.last) return String.fromCharCode(code - FULL_WIDTH.offset)
  if (INVISIBLE.test(raw)) return ''
  const isMathematical = code >= 0x1d400 && code <= 0x1d7ff
  return isMathematical ? raw.normalize('NFKC').slice(0, 1) : raw
}
