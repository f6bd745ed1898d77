// Tells whether the sources of a new store are really translations: files that windrow exported from one store look like the
// game's own to the next. It judges by the letters. Hot while files are read: two patterns a text.

import { languageOf } from './target-language.ts'

/** A word in an alphabet between Greek and Mongolian; neither English nor Chinese has any. */
const WORD = /[\u0370-\u1DFF]{3}/
const ANY_LETTER = /\p{L}/u
/** Up to so many texts in other letters prove nothing: many games name languages at several places, each in its own letters. */
const namesMax = 10
const shareOfNames = 1 / 200
/** Where the game itself is written in such letters, more of its texts than this have one that the target language lacks. */
const strangeShareMax = 1 / 20

export class SourceLetters {
  /** The target language. Null: there is none, or its letters are Latin or East Asian. */
  readonly #target: ReturnType<typeof languageOf>
  /** How many texts have a letter. */
  texts = 0
  /** How many texts have such a `WORD` of another alphabet. */
  others = 0
  /** How many of the `others` have a letter that the target language lacks. */
  #strange = 0

  constructor(targetLanguage: string) {
    const language = languageOf(targetLanguage)
    this.#target = language?.letters === 'otherLetter' ? language : null
  }

  add(text: string): void {
    if (ANY_LETTER.test(text)) this.texts++
    if (!WORD.test(text)) return
    this.others++
    const { own, strange } = this.#target ?? {}
    if (own === undefined) return
    if (!own.test(text) || Array.from(text).some((letter) => strange?.[letter.charCodeAt(0)] === 1)) this.#strange++
  }

  /** True: the sources are translations. `mayBeOther`: whether the game's own texts may be in another alphabet; null: nobody knows. */
  areTranslated(mayBeOther: boolean | null): boolean {
    const isMost = this.others * 2 > this.texts
    if (mayBeOther === null && isMost) return this.#target !== null && this.#strange <= this.others * strangeShareMax
    return mayBeOther !== true && (isMost || this.others > namesMax + this.texts * shareOfNames)
  }
}
