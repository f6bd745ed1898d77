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

export class MarkupLearner {
  #texts = 0
  readonly #signs = new Map<GrammarName, number>()

  add(text: string): void {
    this.#texts++
    if (!mayHaveTokens(text)) return
    for (const [name, kinds] of Object.entries(SIGNS) as [GrammarName, readonly TokenKind[]][]) {
      if (scanTokens(text, `+${name}`).some(({ kind }) => kinds.includes(kind)))
        this.#signs.set(name, (this.#signs.get(name) ?? 0) + 1)
    }
  }

  /** Names for the setting `markup`, separated by commas; empty: there is none. */
  markup(): string {
    const least = Math.max(1, Math.ceil(this.#texts / textsPerSign))
    const has = (name: GrammarName): boolean => (this.#signs.get(name) ?? 0) >= least
    // An ICU message's plain values are braces too.
    return GRAMMAR_NAMES.filter((name) => has(name) && !(name === 'braces' && has('icu'))).join(',')
  }
}

function mayHaveTokens(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (mayBeginToken(text.charCodeAt(at))) return true
  return false
}
