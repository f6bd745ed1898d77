// What players see of a text, and its skeleton: that part with every number and gap as 0. Texts with equal skeletons differ in
// these only.
import type { TokenKind } from './grammars.ts'
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

/** A text without any of these characters is seen as it is. */
const MAY_BE_UNSEEN = /[<$@[{%#]/

/**
 * The part of a text that players see: tags and colours are not seen, and a gap (`{0}`, `%d`) holds a number or a name.
 * In order. Captions are seen, whatever the caption policy.
 */
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

// The skeleton of a text: the part that players see, with every number and gap as 0. Texts with equal skeletons are
// **twins**: the same but for digits, tokens and colours. Hot: each source of the store, when the search index is made.

/** A text in which this finds nothing is its own skeleton. */
const MAY_CHANGE = /[<$@[{%#]|\p{Nd}|[^\S ]|  |^ | $/u
const NUMBER = /\p{Nd}+(?:[.,]\p{Nd}+)*/gu
const WHITE_SPACE = /\s+/g

export const skeletonOf = (text: string): string =>
  MAY_CHANGE.test(text) ? seenIn(text, '0').replace(NUMBER, '0').replace(WHITE_SPACE, ' ').trim() : text

/** What players see of a text, with `filled` in each gap. */
export function seenIn(text: string, filled: string): string {
  let [seen, from] = ['', 0]
  eachUnseen(text, (as, start, end) => {
    seen += text.slice(from, start)
    if (as === 'gap') seen += filled
    from = end
  })
  return seen + text.slice(from)
}

/** Whether a skeleton has a letter: without one no text counts as like it. */
export const hasLetter = (skeleton: string): boolean => /\p{L}/u.test(skeleton)

/** The parts of a text between numbers and unseen parts. */
export function seenPieces(text: string): readonly string[] {
  const pieces: string[] = []
  let from = 0
  const add = (end: number): void => void pieces.push(...text.slice(from, end).split(/\p{Nd}+/u))
  eachUnseen(text, (_, start, end) => {
    add(start)
    from = end
  })
  add(text.length)
  return pieces.filter((piece) => piece !== '')
}
