// Lists the gate's checks in their order (docs/text-gate.md#rules, docs/text-gate.md#rules-about-content).

import { captions, cosmeticTokens, functionalTokens, printfOrder } from './kept-tokens.ts'
import { answerHead, closingNote, introduction, moreLines, promptPhrases, refusalPhrases } from './chat.ts'
import type { Check, GateRules } from './check.ts'
import {
  addedHead,
  capitals,
  endMarkLost,
  fullWidth,
  invisibleLetters,
  loneMarks,
  mixedScripts,
  noLetters,
  numbersChanged,
  quoted,
  sameLetters,
  sourceInside,
  sourceWords,
  trailingSpace,
  variants,
} from './doubts.ts'
import { emptyText, foreignCharacters, serviceRow, sourceText } from './whole-text.ts'
import { tooLong, tooShort, tooWide } from './length.ts'
import {
  addedBracket,
  addedNote,
  codeMarks,
  colourLookalikes,
  colours,
  doubledText,
  entities,
  escapes,
  jsonRemains,
  markdown,
  mojibake,
  numbering,
  outerLineBreak,
  pictographs,
  repeatedWord,
  rowIdInText,
  strayMarks,
  textDirection,
  wrappingQuotes,
} from './form.ts'
import { glossaryTerms } from './glossary-terms.ts'
import {
  eastAsianLeft,
  neighbourWords,
  noOwnLetter,
  noSign,
  readsLikeSource,
  referenceLeft,
  sourceWordsLeft,
  strangeLetters,
} from './foreign-language.ts'

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
  loneMarks,
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
