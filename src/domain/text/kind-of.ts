// Tells the kind of a source by its look. Hot: each row, when the index of work is made.
import type { Kind } from '../work/kinds.ts'
import { skeletonOf } from './skeleton.ts'

const pageLengthMin = 400
const shortSentenceMax = 10
const fewWords = 2
const manyWords = 6

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
const ENDS = /[.。…:：;][\p{Pf}\p{Pe}"'*]*(?=\s|$|[\p{L}])/gu
const OWN_WORDS = /^(?:\p{Lu}|\p{Lt}|\d|of$|the$|and$|in$|to$|a$|an$|for$|de$|with$|on$|&|-)/u

/** Chinese and Japanese have no spaces: two of their characters count as a word. */
export const wordCount = (text: string): number =>
  CJK.test(text) ? Math.ceil(text.replace(/\s/g, '').length / 2) : text.trim().split(/\s+/).length

/** The kind of a source text that is not empty. */
export function kindOf(source: string): Kind {
  if (source.length >= pageLengthMin || /\S\s*\n\s*\S/.test(source)) return 'page'
  const seen = skeletonOf(source)
  if (/[?？]/.test(seen)) return 'question'
  if (/[!！]/.test(seen)) return 'call'
  const ends = seen.match(ENDS)?.length ?? 0
  const words = wordCount(seen)
  if (ends > 1) return 'passage'
  const isSentence = ends === 1 || words > manyWords
  if (seen.includes('0')) return isSentence ? 'gap_sentence' : 'gap_phrase'
  if (isSentence) return words > shortSentenceMax ? 'long_sentence' : 'sentence'
  if (/^\p{Lu}/u.test(seen) && seen.split(' ').every((word) => OWN_WORDS.test(word)))
    return words > fewWords ? 'long_name' : 'name'
  return words > fewWords ? 'phrase' : 'word'
}
