// Normalizes line ends, white space and letter case for comparing texts (docs/text-gate.md#measures). All functions are
// linear. White space is Unicode's, without U+FEFF, which JavaScript's \s includes.
const BLANK = /^[\p{White_Space}\u200B-\u200D\u2060\uFEFF]*$/u
const WHITE_SPACE = /\p{White_Space}/u
const WHITE_SPACE_RUN = /\p{White_Space}+/gu

export function toLf(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** Whether a text is nothing but white space and zero-width characters. */
export const isBlank = (text: string): boolean => BLANK.test(text)

export function isWhiteSpace(character: string): boolean {
  const code = character.charCodeAt(0)
  if (code < 0x80) return code === 0x20 || (code >= 9 && code <= 13)
  return WHITE_SPACE.test(character)
}

/** The text with one space for each run of white space, and none at its ends. */
export const foldWhiteSpace = (text: string): string => text.replace(WHITE_SPACE_RUN, ' ').replace(/^ | $/g, '')

export const withoutWhiteSpace = (text: string): string => text.replace(WHITE_SPACE_RUN, '')

export function equalFolded(a: string, b: string): boolean {
  const same = lastInCommon(a, b)
  let i = skipWhiteSpace(a, same)
  let j = skipWhiteSpace(b, same)
  while (i < a.length && j < b.length) {
    const x = characterAt(a, i)
    const y = characterAt(b, j)
    if (x !== y && !isSameLetter(x, y)) return false
    const [afterI, afterJ] = [i + x.length, j + y.length]
    i = skipWhiteSpace(a, afterI)
    j = skipWhiteSpace(b, afterJ)
    const spaceInA = i > afterI && i < a.length
    const spaceInB = j > afterJ && j < b.length
    if (spaceInA !== spaceInB) return false
  }
  return i >= a.length && j >= b.length
}

/** The first place at which the texts differ; without one, the shorter length. Hot. */
export function firstDifference(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let at = 0
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}

/** The place of the last character before the texts differ that is no white space; 0: there is none. */
function lastInCommon(a: string, b: string): number {
  let at = firstDifference(a, b) - 1
  while (at > 0 && (isWhiteSpace(a.charAt(at)) || (a.charCodeAt(at) & 0xf800) === 0xd800)) at--
  return Math.max(0, at)
}

export function sizeOf(text: string): { readonly codePoints: number; readonly bytes: number } {
  let codePoints = text.length
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) continue
    bytes += code < 0x800 ? 1 : 2
    const isPair = code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00
    if (!isPair) continue
    codePoints--
    i++
  }
  return { codePoints, bytes }
}

function skipWhiteSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && isWhiteSpace(text.charAt(at))) at++
  return at
}

function characterAt(text: string, at: number): string {
  const isFirstHalf = (text.charCodeAt(at) & 0xfc00) === 0xd800
  return isFirstHalf ? String.fromCodePoint(text.codePointAt(at) ?? 0) : text.charAt(at)
}

function isSameLetter(x: string, y: string): boolean {
  const [a, b] = [x.charCodeAt(0), y.charCodeAt(0)]
  // A fast answer for ASCII, because the calls below are slow.
  if ((a | b) < 0x80) return (a ^ b) === 0x20 && (a | 0x20) >= 0x61 && (a | 0x20) <= 0x7a
  return x.toLowerCase() === y.toLowerCase() || x.toUpperCase() === y.toUpperCase()
}

// Folds letter case without changing the length, so that offsets in the folded text are offsets in the text.

/** These characters become longer in lower case, or their lower case depends on their place. */
const FOLDS_OTHERWISE = /[İΣς]/

/** The text in lower case, of the same length: İ becomes i, and both small sigmas become one. */
export const foldCase = (text: string): string =>
  FOLDS_OTHERWISE.test(text) ? text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ') : text.toLowerCase()
