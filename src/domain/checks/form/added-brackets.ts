// FORM_17 and DOUBT_13: words in brackets where the source has no bracket at all. Square brackets, and a colon within,
// are notes of a model ("[formal tone]", "(or: …)"); words in round ones may belong to the translation.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck, type TextPair } from '../check.ts'
import { nameOf } from '../naming.ts'

export const addedNote = contentCheck('FORM_17', 'machine', TRAIT.bracket, (pair) => {
  const found = addedBrackets(pair).find(isNote)
  return found === undefined
    ? null
    : {
        message: `The text has a note in brackets that the source does not have (${nameOf(found)}): send the translation alone.`,
        details: { found },
      }
})

export const addedBracket = contentCheck('DOUBT_13', 'warning', TRAIT.bracket, (pair) => {
  const [found] = addedBrackets(pair)
  return found === undefined || isNote(found)
    ? null
    : {
        message: `The text has brackets and the source has none (${nameOf(found)}): check that it is no note.`,
        details: { found },
      }
})

const IN_BRACKETS = /[([（［【〔][^()[\]（）［］【】〔〕\n]{2,200}[)\]）］】〕]/g
const BRACKET = /[([{（［【〔]/
const LETTERS = /\p{L}.*\p{L}/su
const NOTE = /^[[［【〔]|[:：](?!\d)/

/** Two letters or more in brackets; not the end of a word in another form ("worker(s)"). */
function addedBrackets({ bareSource, bareText }: TextPair): readonly string[] {
  if (BRACKET.test(bareSource)) return []
  return [...bareText.matchAll(IN_BRACKETS)]
    .filter(({ index, 0: found }) => LETTERS.test(found) && !/\p{Ll}/u.test(bareText[index - 1] ?? ''))
    .map(([found]) => found)
}

const isNote = (found: string): boolean => NOTE.test(found)
