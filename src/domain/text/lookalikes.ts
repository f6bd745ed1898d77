// What stands in a text instead of a token: Cyrillic or Greek letters for Latin ones, full-width forms, other brackets,
// zero-width characters inside. The text is folded to plain characters, scanned again, and what then is the wanted
// token is named. Runs only for texts that lost a token; linear. Design: Tokens, Rules.

import type { Multiset } from './multiset.ts'
import { type CaptionPolicy, scanTokens } from './tokens.ts'

export interface Lookalike {
  readonly expected: string
  readonly found: string
}

/** Characters that look like the plain one, without those that Unicode calls full-width or mathematical. */
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

/** Characters without a shape of their own: zero-width, soft hyphen, bidi marks, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

let plainByLookalike: ReadonlyMap<string, string> | undefined

/**
 * Names what stands in `text` (its raw pieces) instead of the missing tokens, at most as often as each is missing.
 * Tokens that the source has too (`known`) are nobody's look-alike.
 */
export function lookalikesOf(
  missing: Multiset,
  known: ReadonlySet<string>,
  text: string,
  policy: CaptionPolicy,
): Lookalike[] {
  if (missing.size === 0) return []
  const wanted = new Map<string, { readonly token: string; left: number }[]>()
  for (const [token, left] of missing) {
    const key = looseKey(fold(token).folded)
    const same = wanted.get(key)
    if (same) same.push({ token, left })
    else wanted.set(key, [{ token, left }])
  }
  const { folded, starts, ends } = fold(text)
  const found: Lookalike[] = []
  for (const token of scanTokens(folded, policy)) {
    const candidates = wanted.get(looseKey(token.text))
    const match = candidates?.at(-1)
    if (!match) continue
    const raw = text.slice(starts[token.start], ends[token.end - 1])
    if (known.has(raw)) continue
    if (--match.left === 0) candidates?.pop()
    found.push({ expected: match.token, found: raw })
  }
  return found
}

/** Letter case, white space and the figures that look like letters make no difference. */
const looseKey = (folded: string): string =>
  folded
    .toLowerCase()
    .replace(/\p{White_Space}+/gu, '')
    .replaceAll('o', '0')
    .replace(/[li]/g, '1')

/** The text in plain characters, and for each of its units where the raw one begins and ends. */
function fold(text: string): { readonly folded: string; readonly starts: Int32Array; readonly ends: Int32Array } {
  plainByLookalike ??= new Map(
    Object.entries(LOOKALIKES).flatMap(([plain, lookalikes]) => Array.from(lookalikes, (c) => [c, plain] as const)),
  )
  const units: string[] = []
  const starts = new Int32Array(text.length)
  const ends = new Int32Array(text.length)
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0
    const raw = String.fromCodePoint(code)
    const plain = code < 0x80 ? raw : plainOf(raw, code, plainByLookalike)
    for (let i = 0; i < plain.length; i++) {
      starts[units.length] = at
      ends[units.length] = at + raw.length
      units.push(plain[i] ?? '')
    }
    at += raw.length
  }
  return { folded: units.join(''), starts, ends }
}

/** Never longer than the raw character. */
function plainOf(raw: string, code: number, table: ReadonlyMap<string, string>): string {
  const known = table.get(raw)
  if (known !== undefined) return known
  if (code >= FULL_WIDTH.first && code <= FULL_WIDTH.last) return String.fromCharCode(code - FULL_WIDTH.offset)
  if (INVISIBLE.test(raw)) return ''
  // Mathematical letters and digits (𝐀, 𝟎) have their plain form as their compatibility form.
  const isMathematical = code >= 0x1d400 && code <= 0x1d7ff
  return isMathematical ? raw.normalize('NFKC').slice(0, 1) : raw
}
