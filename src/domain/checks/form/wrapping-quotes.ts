// FORM_03: a longer text in quotation marks whose source has none.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck, type TextPair } from '../check.ts'

/** DOUBT_07 reports texts of shorter sources, because names and cries are quoted freely. */
export const longFromWords = 4

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
