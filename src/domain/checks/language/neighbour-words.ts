// LANG_08: small words and letters of a neighbour language, such as Spanish ones in a Portuguese text. A single one warns.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { listed } from '../naming.ts'
import { languageOf } from './language.ts'

/** A text in another language shows it this soon. */
const glancedAtMax = 80
/** Enough to tell; the whole of a large text would take seconds. */
const judgedMax = 1_000
/** Shorter texts are names and labels. */
const lettersMin = 20
const signsMin = 2

export const neighbourWords = contentCheck('LANG_08', 'machine', TRAIT.latin | TRAIT.otherLetter, (pair) => {
  const language = languageOf(pair.rules.targetLanguage)
  const neighbours = language?.neighbours
  if (
    !language ||
    !neighbours ||
    pair.text.length < lettersMin ||
    !neighbours.any.test(pair.text.slice(0, glancedAtMax))
  )
    return null
  const text = pair.bareText.slice(0, judgedMax).normalize('NFC').toLowerCase()
  if ((text.match(/\p{L}/gu)?.length ?? 0) < lettersMin) return null
  const source = pair.bareSource.toLowerCase()
  let most: { readonly name: string; readonly signs: ReadonlyMap<string, number> } | null = null
  for (const { name, sign } of neighbours.each) {
    const signs = countSigns(text, source, sign)
    if (signs.size > (most?.signs.size ?? 0)) most = { name, signs }
  }
  if (most === null) return null
  return {
    ...(most.signs.size < signsMin && { severity: 'warning' }),
    message: `The text has ${most.name} words or letters (${listed(most.signs)}): write it in ${language.name}.`,
    details: { words: [...most.signs.keys()], language: pair.rules.targetLanguage, found_language: most.name },
  }
})

/** Those that the source has too belong to names ("El Dorado"). */
function countSigns(text: string, source: string, sign: RegExp): Map<string, number> {
  const signs = new Map<string, number>()
  const kept = new Set([...source.matchAll(sign)].map(([found]) => found))
  for (const [found] of text.matchAll(sign)) if (!kept.has(found)) signs.set(found, (signs.get(found) ?? 0) + 1)
  return signs
}
