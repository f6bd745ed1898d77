// How long a text looks: grapheme clusters between the tokens, where one of Han, Hiragana, Katakana or Hangul counts 3.
// Hot for every checked text; pieces of plain letters are counted without the (ten times slower) segmenter. Decisions §7.

import type { Token } from './token-kinds.ts'
import { eachPiece } from './tokens.ts'

const wideWeight = 3

/** Pieces of these only: every code unit is a grapheme cluster of its own. */
const NARROW = /^[ -~\u00A0-\u02FF\u0370-\u0373\u0376\u0377\u037B-\u0482\u048A-\u052F\u2010-\u2027\u2030-\u205E]*$/

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

let segmenter: Intl.Segmenter | undefined

/** The visible length of a text whose tokens are given; tokens weigh nothing. */
export function visibleLength(text: string, tokens: readonly Token[]): number {
  let length = 0
  eachPiece(text, tokens, (start, end) => {
    length += pieceLength(text.slice(start, end))
  })
  return length
}

function pieceLength(piece: string): number {
  if (NARROW.test(piece)) return piece.length
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  let length = 0
  for (const { segment } of segmenter.segment(piece)) length += WIDE.test(segment) ? wideWeight : 1
  return length
}
