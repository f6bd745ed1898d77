// Measures visible length in grapheme clusters outside tokens; Han, Hiragana, Katakana and Hangul count 3
// (docs/text-gate.md#measures). Hot (every checked text): the segmenter is ten times slower than the table below.

import type { Token } from './grammars.ts'

const wideWeight = 3

/** Ranges of code units that are always a separate grapheme cluster, each with its weight. */
const ALONE: readonly (readonly [number, number, number])[] = [
  [0x20, 0x7e, 1],
  [0xa0, 0x2ff, 1],
  [0x370, 0x373, 1],
  [0x376, 0x377, 1],
  [0x37b, 0x482, 1],
  [0x48a, 0x52f, 1],
  // Armenian, Hebrew, Arabic and Georgian letters; Latin ones of Vietnamese.
  [0x531, 0x556, 1],
  [0x561, 0x587, 1],
  [0x5d0, 0x5ea, 1],
  [0x620, 0x64a, 1],
  [0x671, 0x6d3, 1],
  [0x10d0, 0x10fa, 1],
  [0x1e00, 0x1eff, 1],
  [0x2010, 0x2027, 1],
  [0x2030, 0x205e, 1],
  // East Asian punctuation, then full-width forms.
  [0x3000, 0x3004, 1],
  [0x3008, 0x3020, 1],
  [0x30fb, 0x30fc, 1],
  [0xff01, 0xff60, 1],
  // Ideographs, Hiragana, Katakana, syllables of Hangul.
  [0x3005, 0x3005, wideWeight],
  [0x3007, 0x3007, wideWeight],
  [0x3400, 0x4dbf, wideWeight],
  [0x4e00, 0x9fff, wideWeight],
  [0x3041, 0x3096, wideWeight],
  [0x30a1, 0x30fa, wideWeight],
  [0xac00, 0xd7a3, wideWeight],
]

/** The weight of each code unit; 0: the segmenter must be used. */
const WEIGHTS = new Uint8Array(0x10000)
for (const [first, last, weight] of ALONE) WEIGHTS.fill(weight, first, last + 1)

/** A UTF-16 code that always counts 1; line ends and tabs are tokens. */
export const isEven = (code: number): boolean => WEIGHTS[code] === 1 || code === 0x09 || code === 0x0a || code === 0x0d

function hasUneven(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isEven(text.charCodeAt(at))) return true
  return false
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

let segmenter: Intl.Segmenter | undefined

/** The visible length of a text. `allEven`: the caller knows whether `isEven` holds for all characters. */
export function visibleLength(text: string, tokens: readonly Token[], allEven = !hasUneven(text)): number {
  let length = 0
  let from = 0
  for (const { start, end } of tokens) {
    length += allEven ? start - from : pieceLength(text, from, start)
    from = end
  }
  return length + (allEven ? text.length - from : pieceLength(text, from, text.length))
}

function pieceLength(text: string, start: number, end: number): number {
  let length = 0
  for (let at = start; at < end; at++) {
    const weight = WEIGHTS[text.charCodeAt(at)] as number
    if (weight === 0) return segmentedLength(text.slice(start, end))
    length += weight
  }
  return length
}

function segmentedLength(piece: string): number {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  let length = 0
  for (const { segment } of segmenter.segment(piece)) length += WIDE.test(segment) ? wideWeight : 1
  return length
}
