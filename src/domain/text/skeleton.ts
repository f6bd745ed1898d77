// The skeleton of a text: the part that players see, with every number and gap as 0. Texts with equal skeletons are
// **twins**: the same but for digits, tokens and colours. Hot: each source of the store, when the search index is made.
import { eachUnseen } from './seen.ts'

/** A text without these is its own skeleton. */
const MAY_CHANGE = /[<$@[{%#]|\p{Nd}|[^\S ]|  |^ | $/u
const NUMBER = /\p{Nd}+(?:[.,]\p{Nd}+)*/gu
const WHITE_SPACE = /\s+/g

export function skeletonOf(text: string): string {
  if (!MAY_CHANGE.test(text)) return text
  let [seen, from] = ['', 0]
  eachUnseen(text, (as, start, end) => {
    seen += text.slice(from, start)
    if (as === 'gap') seen += '0'
    from = end
  })
  return (seen + text.slice(from)).replace(NUMBER, '0').replace(WHITE_SPACE, ' ').trim()
}

/** Likeness needs a letter. */
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
