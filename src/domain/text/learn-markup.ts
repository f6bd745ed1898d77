// Guesses the markup of a game from its texts and the formats of its files: a proposal for the setting, which people may
// change.
import { GRAMMAR_NAMES, type GrammarName } from '../profile.ts'
import { isSameMultiset, multisetOf } from './compare.ts'
import type { Token, TokenKind } from './grammars.ts'
import { mayBeginToken, scanTokens } from './tokens.ts'

/** The kinds of tokens that show a grammar. Ren'Py is never learnt, because words in brackets are text in most games. */
const SIGNS: Partial<Record<GrammarName, readonly TokenKind[]>> = {
  printf: ['printf', 'placeholder', 'percent'],
  icu: ['plural'],
  braces: ['brace', 'placeholder'],
  tags: ['tag'],
  bbcode: ['tag'],
  rpgmaker: ['control', 'effect'],
  factorio: ['placeholder', 'plural'],
  escapes: ['escape'],
}

/** A grammar is learnt if at least one text in so many shows it. */
const textsPerSign = 1_000
/** If translators changed the signs in more than one text of so many, the signs are words. */
const pairsPerChange = 4

/** Braces around words that people read, as `{Orb of Fire}`; a capital word alone may be a value, as `{Name}`. */
const PHRASE = /^\{[^{}%=:,]*[\p{L}\p{N}]\p{White_Space}+\p{L}[^{}%=:,]*\}$/u
const CAPITAL_WORD = /^\{\p{Lu}[\p{Ll}\p{M}'’-]*\p{P}?\}$/u

export class MarkupLearner {
  #texts = 0
  readonly #signs = new Map<GrammarName, number>()
  /** Texts with signs of a grammar that are translated, and those in which the translator changed the signs. */
  readonly #pairs = new Map<GrammarName, { all: number; changed: number }>()
  readonly #braces = { all: 0, phrases: 0, capitalWords: 0 }

  /** Looks at a text and its translation; null: it has none. */
  add(text: string, translation: string | null): void {
    this.#texts++
    if (!mayHaveTokens(text)) return
    for (const [name, kinds] of Object.entries(SIGNS) as [GrammarName, readonly TokenKind[]][]) {
      const signs = scanTokens(text, `+${name}`).filter(({ kind }) => kinds.includes(kind))
      if (signs.length > 0) this.#signs.set(name, (this.#signs.get(name) ?? 0) + 1)
      if (translation !== null && translation !== text) this.#addPair(name, kinds, signs, text, translation)
      if (name === 'braces') for (const sign of signs) this.#addBrace(sign.text)
    }
  }

  #addPair(
    name: GrammarName,
    kinds: readonly TokenKind[],
    signs: readonly Token[],
    text: string,
    translation: string,
  ): void {
    if (signs.length === 0) return
    const pairs = this.#pairs.get(name) ?? { all: 0, changed: 0 }
    this.#pairs.set(name, pairs)
    pairs.all++
    const theirs = scanTokens(translation, `+${name}`).filter(({ kind }) => kinds.includes(kind))
    const isSame = isSameMultiset(multisetOf(signs.map(wordOf)), multisetOf(theirs.map(wordOf)))
    // A sign that is missing was forgotten. One that begins as before was written anew.
    const begins = new Set(signs.map((sign) => sign.text.charAt(0)))
    if (!isSame && [...begins].every((start) => countOf(start, text) === countOf(start, translation))) pairs.changed++
  }

  /** True: people translated what looked like signs of the grammar, so they are words. */
  #areWords(name: GrammarName): boolean {
    const { all, changed } = this.#pairs.get(name) ?? { all: 0, changed: 0 }
    return changed * pairsPerChange > all
  }

  #addBrace(text: string): void {
    this.#braces.all++
    if (PHRASE.test(text)) this.#braces.phrases++
    else if (CAPITAL_WORD.test(text)) this.#braces.capitalWords++
  }

  #bracesAreProse(): boolean {
    const { all, phrases, capitalWords } = this.#braces
    return phrases > 0 && (phrases + capitalWords) * 2 > all
  }

  /** Names for the setting `markup`, separated by commas; empty: there is none. `known`: those that the formats of the files have. */
  markup(known: readonly string[] = []): string {
    const least = Math.max(1, Math.ceil(this.#texts / textsPerSign))
    const has = (name: GrammarName): boolean => (this.#signs.get(name) ?? 0) >= least
    // An ICU message's plain values are braces too.
    return GRAMMAR_NAMES.filter(
      (name) =>
        known.includes(name) ||
        (has(name) && !this.#areWords(name) && !(name === 'braces' && (has('icu') || this.#bracesAreProse()))),
    ).join(',')
  }
}

const wordOf = ({ text }: Token): string => text
const countOf = (character: string, text: string): number => text.split(character).length - 1

function mayHaveTokens(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (mayBeginToken(text.charCodeAt(at))) return true
  return false
}
