// Lists the gate's checks in their order (docs/decisions.md#rules, docs/decisions.md#rules-about-content).

import { captions } from './captions.ts'
import { answerHead } from './chat/answer-head.ts'
import { closingNote } from './chat/closing-note.ts'
import { introduction } from './chat/introduction.ts'
import { moreLines } from './chat/more-lines.ts'
import { promptPhrases } from './chat/prompt-phrases.ts'
import { refusalPhrases } from './chat/refusal-phrases.ts'
import type { Check, GateRules } from './check.ts'
import { cosmeticTokens } from './cosmetic-tokens.ts'
import { addedHead } from './doubts/added-head.ts'
import { capitals } from './doubts/capitals.ts'
import { endMarkLost } from './doubts/end-mark-lost.ts'
import { fullWidth } from './doubts/full-width.ts'
import { invisibleLetters } from './doubts/invisible-letters.ts'
import { mixedScripts } from './doubts/mixed-scripts.ts'
import { noLetters } from './doubts/no-letters.ts'
import { numbersChanged } from './doubts/numbers-changed.ts'
import { quoted } from './doubts/quoted.ts'
import { sameLetters } from './doubts/same-letters.ts'
import { sourceInside } from './doubts/source-inside.ts'
import { sourceWords } from './doubts/source-words.ts'
import { trailingSpace } from './doubts/trailing-space.ts'
import { variants } from './doubts/variants.ts'
import { emptyText } from './empty-text.ts'
import { tooWide } from './fit/too-wide.ts'
import { foreignCharacters } from './foreign-characters.ts'
import { addedBracket, addedNote } from './form/added-brackets.ts'
import { codeMarks } from './form/code-marks.ts'
import { colourLookalikes } from './form/colour-lookalikes.ts'
import { colours } from './form/colours.ts'
import { doubledText } from './form/doubled-text.ts'
import { entities } from './form/entities.ts'
import { escapes } from './form/escapes.ts'
import { jsonRemains } from './form/json-remains.ts'
import { markdown } from './form/markdown.ts'
import { mojibake } from './form/mojibake.ts'
import { numbering } from './form/numbering.ts'
import { outerLineBreak } from './form/outer-line-break.ts'
import { pictographs } from './form/pictographs.ts'
import { repeatedWord } from './form/repeated-word.ts'
import { rowIdInText } from './form/row-id.ts'
import { strayMarks } from './form/stray-marks.ts'
import { textDirection } from './form/text-direction.ts'
import { wrappingQuotes } from './form/wrapping-quotes.ts'
import { functionalTokens } from './functional-tokens.ts'
import { glossaryTerms } from './glossary/glossary-terms.ts'
import { eastAsianLeft } from './language/east-asian-left.ts'
import { neighbourWords } from './language/neighbour-words.ts'
import { noOwnLetter } from './language/no-own-letter.ts'
import { noSign } from './language/no-sign.ts'
import { readsLikeSource } from './language/reads-like-source.ts'
import { referenceLeft } from './language/reference-left.ts'
import { sourceWordsLeft } from './language/source-words-left.ts'
import { strangeLetters } from './language/strange-letters.ts'
import { printfOrder } from './printf-order.ts'
import { serviceRow } from './service-row.ts'
import { sourceText } from './source-text.ts'
import { tooLong } from './too-long.ts'
import { tooShort } from './too-short.ts'

/** Text that a model adds to a translation: errors in the machine layer, warnings in the manual one. */
const CHAT: readonly Check[] = [introduction, answerHead, closingNote, refusalPhrases, promptPhrases, moreLines]

/** Remains of programs in a text, with the severity of `CHAT`. */
const FORM: readonly Check[] = [
  codeMarks,
  markdown,
  wrappingQuotes,
  numbering,
  rowIdInText,
  jsonRemains,
  escapes,
  entities,
  mojibake,
  repeatedWord,
  doubledText,
  outerLineBreak,
  pictographs,
  strayMarks,
  colours,
  colourLookalikes,
  addedNote,
  textDirection,
]

/** Signs of another language than the setting `target_language`, with the severity of `CHAT`. */
const LANGUAGE: readonly Check[] = [
  noOwnLetter,
  eastAsianLeft,
  strangeLetters,
  sourceWordsLeft,
  noSign,
  readsLikeSource,
  referenceLeft,
  neighbourWords,
]

/** Signs that are often a fault but sometimes intended: warnings in both layers. */
const DOUBTS: readonly Check[] = [
  mixedScripts,
  numbersChanged,
  endMarkLost,
  sourceWords,
  capitals,
  fullWidth,
  quoted,
  sourceInside,
  noLetters,
  variants,
  trailingSpace,
  sameLetters,
  addedBracket,
  addedHead,
  invisibleLetters,
]

export const CHECKS: readonly Check[] = [
  serviceRow,
  emptyText,
  sourceText,
  functionalTokens,
  captions,
  printfOrder,
  foreignCharacters,
  cosmeticTokens,
  tooShort,
  tooLong,
  tooWide,
  glossaryTerms,
  ...CHAT,
  ...FORM,
  ...LANGUAGE,
  ...DOUBTS,
]

/** A list of checks, in a typed array because scanning numbers is fastest. */
export class CheckList {
  readonly checks: readonly Check[]
  readonly #needs: Int32Array

  constructor(checks: readonly Check[]) {
    this.checks = checks
    this.#needs = Int32Array.from(checks, ({ needs }) => needs)
  }

  /** The index of the next check for these traits; past the end: none. */
  next(traits: number, from: number): number {
    const needs = this.#needs
    let at = from
    while (at < needs.length && ((needs[at] as number) & traits) === 0) at++
    return at
  }
}

const ALL = new CheckList(CHECKS)
const WITHOUT_LANGUAGE = new CheckList(CHECKS.filter((check) => !LANGUAGE.includes(check)))

export const checksFor = ({ targetLanguage }: GateRules): CheckList => (targetLanguage === '' ? WITHOUT_LANGUAGE : ALL)
