// The part of a text that players see: tags and colours are not seen, and a gap (`{0}`, `%d`) holds a number or a name.
import type { TokenKind } from './token-kinds.ts'
import { scanTokens } from './tokens.ts'

export type Unseen = 'tag' | 'colour' | 'gap'

/** Line breaks and tabs are white space, and `%%` shows a percent sign. */
const UNSEEN: Partial<Record<TokenKind, Unseen>> = {
  xml: 'tag',
  term: 'tag',
  link: 'tag',
  emote: 'tag',
  formula: 'gap',
  function: 'gap',
  number: 'gap',
  dollar: 'gap',
  date: 'gap',
  brace: 'gap',
  printf: 'gap',
  clock: 'gap',
  colour: 'colour',
  close: 'colour',
  style: 'colour',
}

/** A text without such a character is seen as it is. */
const MAY_BE_UNSEEN = /[<$@[{%#]/

/** In order. Captions are seen, whatever the caption policy. */
export function eachUnseen(text: string, visit: (as: Unseen, start: number, end: number) => void): void {
  if (!MAY_BE_UNSEEN.test(text)) return
  let from = 0
  for (const { kind, start, end } of scanTokens(text, 'free')) {
    const as = UNSEEN[kind]
    if (as === undefined) continue
    const opening = kind === 'term' ? text.lastIndexOf('<', start) : -1
    if (opening >= from) visit(as, opening, opening + 1)
    visit(as, start, end)
    from = end
  }
}
