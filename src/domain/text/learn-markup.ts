// What the markup of a game seems to be, by its texts: a proposal for the setting, which people may change.
import { GRAMMAR_NAMES, type GrammarName } from '../profile.ts'
import type { TokenKind } from './token-kinds.ts'
import { mayBeginToken, scanTokens } from './tokens.ts'

/** Kinds that show a grammar. Ren'Py is never learnt, because words in brackets are text in most games. */
const SIGNS: Partial<Record<GrammarName, readonly TokenKind[]>> = {
  printf: ['printf', 'placeholder', 'percent'],
  icu: ['plural'],
  braces: ['brace', 'placeholder'],
  tags: ['tag'],
  bbcode: ['tag'],
  rpgmaker: ['control', 'effect'],
  escapes: ['escape'],
}

/** A grammar needs one text in so many. */
const textsPerSign = 1_000

/** Braces around words that people read, as `{Orb of Fire}`; a capital word alone may be a value, as `{Name}`. */
const PHRASE = /^\{[^{}%=:,]*[\p{L}\p{N}]\p{White_Space}+\p{L}[^{}%=:,]*\}$/u
const CAPITAL_WORD = /^\{\p{Lu}[\p{Ll}\p{M}'’-]*\p{P}?\}$/u

export class MarkupLearner {
  #texts = 0
  readonly #signs = new Map<GrammarName, number>()
  readonly #braces = { all: 0, phrases: 0, capitalWords: 0 }

  add(text: string): void {
    this.#texts++
    if (!mayHaveTokens(text)) return
    for (const [name, kinds] of Object.entries(SIGNS) as [GrammarName, readonly TokenKind[]][]) {
      const signs = scanTokens(text, `+${name}`).filter(({ kind }) => kinds.includes(kind))
      if (signs.length > 0) this.#signs.set(name, (this.#signs.get(name) ?? 0) + 1)
      if (name === 'braces') for (const sign of signs) this.#addBrace(sign.text)
    }
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

  /** Names for the setting `markup`, separated by commas; empty: there is none. */
  markup(): string {
    const least = Math.max(1, Math.ceil(this.#texts / textsPerSign))
    const has = (name: GrammarName): boolean => (this.#signs.get(name) ?? 0) >= least
    // An ICU message's plain values are braces too.
    return GRAMMAR_NAMES.filter(
      (name) => has(name) && !(name === 'braces' && (has('icu') || this.#bracesAreProse())),
    ).join(',')
  }
}

function mayHaveTokens(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (mayBeginToken(text.charCodeAt(at))) return true
  return false
}
