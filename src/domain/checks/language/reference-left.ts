// LANG_07: the reference, or a run of it, in place of a translation. Only for languages that share characters with it, such as
// Japanese; LANG_02 finds them in all others.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { nameOf } from '../naming.ts'
import { languageOf } from './language.ts'

/** Shorter words are often written alike ("三叉戟"). */
const equalLettersMin = 4
const runLettersMin = 6

export const referenceLeft = contentCheck('LANG_07', 'machine', TRAIT.eastAsian, (pair) => {
  const language = languageOf(pair.rules.targetLanguage)
  const reference = language?.sharesReference ? pair.input.reference?.() : null
  if (!language || !reference) return null
  const found = leftOf(pair.bareText, reference)
  if (found === null || pair.source.includes(found)) return null
  return {
    message: `The text has words of the reference (${nameOf(found)}): translate them into ${language.name}.`,
    details: { found, language: pair.rules.targetLanguage },
  }
})

function leftOf(text: string, reference: string): string | null {
  const letters = lettersOf(text)
  if (letters.length >= equalLettersMin && letters === lettersOf(reference)) return text.trim()
  const runs = new Set([...reference.matchAll(HAN_RUN)].flatMap(([run]) => piecesOf(run)))
  for (const [run] of text.matchAll(HAN_RUN)) {
    const piece = piecesOf(run).find((each) => runs.has(each))
    if (piece !== undefined) return piece
  }
  return null
}

const HAN_RUN = /\p{Script=Han}{6,}/gu

const piecesOf = (run: string): string[] =>
  Array.from({ length: run.length - runLettersMin + 1 }, (_, at) => run.slice(at, at + runLettersMin))

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
