// CHAT_01: a line before the translation that ends in a colon ("Here is the translation:"). Any words count if the
// source has no such line; otherwise, or if both have as many lines, only words about translating do.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { nameOf } from '../naming.ts'
import { speaksOfAnswers } from './answer-head.ts'
import { visibleShare } from './visible-share.ts'

/** A rest with this share of the source's length is the whole translation without the first line. */
const shareMin = 0.45

export const introduction = contentCheck('CHAT_01', 'machine', TRAIT.lineBreak, ({ source, text, textTraits }) => {
  if ((textTraits.mask & TRAIT.colon) === 0) return null
  const [line = ''] = text.trimStart().split('\n', 1)
  if (!COLON_ENDS.test(line)) return null
  const isAnnounced = speaksOfAnswers(line) && !speaksOfAnswers(source)
  const isBeside =
    !LINE_WITH_COLON.test(source) && linesOf(text) > linesOf(source) && shareAfter(line, text, source) >= shareMin
  if (!isAnnounced && !isBeside) return null
  return {
    message: `The text begins with a line that the source does not have (${nameOf(line.trim())}): send the translation alone.`,
    details: { found: line.trim() },
  }
})

const COLON_ENDS = /[:：][*_"”»\]]{0,3}[ \t]*$/
const LINE_WITH_COLON = /[:：][^\p{L}\p{N}\n]{0,8}(?:\n|$)/u

const linesOf = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length

const shareAfter = (line: string, text: string, source: string): number =>
  visibleShare(text.trimStart().slice(line.length), source)
