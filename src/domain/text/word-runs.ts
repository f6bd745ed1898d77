// Words in a row, for finding what of a source stands in its text as it was. A word is a run of letters, marks and
// apostrophes; a token ends a row. Two ways to look: a quick one that may say yes for nothing (every text in the script of
// its source is asked), and an exact one that makes strings.

import { tokenStandIn } from './tokens.ts'

/** So many words are a run. */
export const wordsInARun = 3

/** Visits each run of words, folded, with its bounds. */
export function eachRun(text: string, visit: (run: string, start: number, end: number) => void): void {
  const run: { readonly word: string; readonly start: number }[] = []
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{M}'’ʼ]+|\uFFFC/gu)) {
    if (found === tokenStandIn) {
      run.length = 0
      continue
    }
    run.push({ word: found.toLowerCase(), start: index })
    if (run.length > wordsInARun) run.shift()
    const [first] = run
    if (first === undefined || run.length < wordsInARun) continue
    visit(run.map(({ word }) => word).join(' '), first.start, index + found.length)
  }
}

/** False when no run of words of one text is one of the other; linear, and a twentieth of what `eachRun` takes. */
export function mayShareRun(a: string, b: string): boolean {
  SEEN.fill(0)
  return readRuns(a, false) || readRuns(b, true)
}

/** The runs of the first text, as bits at their hashes. */
const SEEN = new Int32Array(512)
const bitMask = SEEN.length * 32 - 1

const between = 1
const endsRow = 2
/** What only the exact look knows: halves of pairs, and letters that are folded by their neighbours or become two. */
const unsure = 3
/** From here on the code of a folded character of a word. */
const wordFrom = 4

/** By UTF-16 code; 0: not known yet. */
const KINDS = new Uint16Array(0x10000)

function kindOf(code: number): number {
  const character = String.fromCharCode(code)
  const lower = character.toLowerCase()
  const kind =
    character === tokenStandIn
      ? endsRow
      : (code & 0xf800) === 0xd800 || lower.length !== 1 || 'Σσς'.includes(character)
        ? unsure
        : /[\p{L}\p{M}'’ʼ]/u.test(character)
          ? lower.charCodeAt(0)
          : between
  KINDS[code] = kind
  return kind
}

/** Marks the runs of a text, or with `isSecond` looks for marked ones: true when it has one. True for anything unsure. */
function readRuns(text: string, isSecond: boolean): boolean {
  let [first, second, third, words] = [0, 0, 0, 0]
  let isInWord = false
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0x20
    const kind = KINDS[code] || kindOf(code)
    if (kind >= wordFrom) {
      if (!isInWord) [first, second, third, isInWord] = [second, third, 0, true]
      third = Math.imul(third ^ kind, 0x9e3779b1) ^ (third >>> 15)
      continue
    }
    if (kind === unsure) return true
    if (isInWord && ++words >= wordsInARun && isRunKnown(first, second, third, isSecond)) return true
    isInWord = false
    if (kind === endsRow) words = 0
  }
  return false
}

/** Whether the bit of a run is set, which it is afterwards; always false of a first text. */
function isRunKnown(first: number, second: number, third: number, isSecond: boolean): boolean {
  const hash = Math.imul(Math.imul(first, 31) ^ second, 31) ^ third
  const place = (hash ^ (hash >>> 16)) & bitMask
  const bit = 1 << (place & 31)
  const bits = SEEN[place >> 5] as number
  SEEN[place >> 5] = bits | bit
  return isSecond && (bits & bit) !== 0
}
