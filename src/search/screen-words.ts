// Words as somebody sees them on the game's screen, compared with texts: a part of a text, without its tokens, with a name where the
// text has a gap, with a slip of the finger. What counts is how many letters have to be changed to make the words a part of the text.
import { seenIn } from '../domain/text/skeleton.ts'
import { foldForSearch } from './query.ts'

const NO_WORD = /[^\p{L}\p{Nd}\uFDD2]+/gu
const ACCENT = /\p{M}+/gu
/** Markup of engines that windrow does not know as tokens. */
const BRACED = /\{[^{}\n]{1,60}\}/g
/** Stands for a gap: a noncharacter, which no text has. */
const GAP = '\uFDD2'

/** Letters and digits without case and accents, in words. */
const wordsOf = (seen: string): string =>
  foldForSearch(seen.normalize('NFKD').replace(ACCENT, '')).replace(NO_WORD, ' ').trim()

interface SeenText {
  /** A text as players see it. A sign stands for each gap, because the game fills it. */
  readonly text: string
  readonly words: string
}

export function seenOf(marked: string): SeenText {
  const text = seenIn(marked, GAP).replace(BRACED, GAP)
  return { text, words: wordsOf(text) }
}

/** What of a text is compared with words. */
export interface SeenPart extends SeenText {
  /** `words`, or of a long text the part that is most like the words looked for. */
  readonly part: string
  /** Where the part begins in `words`. */
  readonly from: number
}

const pieceLength = 3
const piecesOf = (words: string): readonly string[] => [
  ...new Set(
    Array.from({ length: Math.max(1, words.length - pieceLength + 1) }, (_, at) => words.slice(at, at + pieceLength)),
  ),
]

/** Further letters are not compared. */
const lettersMax = 240
/** The longest part of a text that is compared; comparing it takes a few milliseconds. */
const partMax = 4 * lettersMax
/** A gap stands for any letters; each costs a little, so that a text with the letters themselves is nearer. */
const [costOfGap, costInGap] = [0.5, 0.2]
const piecesOfName = 16
/** What the words lack of the text: they may be a part of it. Of two texts with the same part the shorter is meant. */
const [costOfRest, restMax] = [0.01, 80]
const [costOfCut, costOfLook] = [0.2, 0.1]

/** Words to compare with texts. */
export class ScreenWords {
  readonly #typed: readonly string[]
  readonly #words: string
  readonly #pieces: readonly string[]

  constructor(typed: string) {
    this.#typed = typed.trim().split(/\s+/)
    this.#words = wordsOf(typed).slice(0, lettersMax)
    this.#pieces = piecesOf(this.#words)
  }

  /** The part of a text that has the most pieces of the words, of equal ones the first. */
  nearestPart(seen: SeenText): SeenPart {
    const { words } = seen
    let [part, from, most] = [words.slice(0, partMax), 0, -1]
    for (let at = 0; words.length > partMax && at + partMax / 2 < words.length; at += partMax / 2) {
      const other = words.slice(at, at + partMax)
      const common = this.#commonWith(other)
      if (common > most) [part, from, most] = [other, at, common]
    }
    return { ...seen, part, from }
  }

  #commonWith(part: string): number {
    let common = 0
    for (const piece of this.#pieces) if (part.includes(piece)) common++
    return common
  }

  /** How many pieces of the words a text lacks, about: a quick look. */
  piecesMissing({ words, part }: SeenPart): number {
    const missing = this.#pieces.length - this.#commonWith(part)
    const named = part.includes(GAP) ? Math.min(piecesOfName, missing) / 3 : 0
    return missing - named + costOfRest * Math.min(words.length, this.#words.length + restMax)
  }

  /** The letters to change to make the words a part of the text, and a little for what else differs. */
  distanceTo({ text, words, part, from }: SeenPart): number {
    const inPart = partOf(this.#words, part)
    const { edits } = inPart
    const end = from + inPart.end
    const rest = Math.min(restMax, Math.max(0, words.length - this.#words.length))
    const begins = end <= this.#words.length + 1
    const ends = end === words.length || words[end] === ' ' || words[end] === GAP
    const unlike = this.#typed.filter((word) => !text.includes(word)).length / this.#typed.length
    return edits + costOfRest * rest + costOfCut * ((begins ? 0 : 1) + (ends ? 0 : 1)) + costOfLook * unlike
  }

  get length(): number {
    return this.#words.length
  }
}

/**
 * The fewest edits (a letter more, less, another, or two exchanged) that make `words` a part of `text`, in which a gap stands for any
 * letters (Sellers 1980). Hot: the product of both lengths.
 */
function partOf(words: string, text: string): { readonly edits: number; readonly end: number } {
  const size = words.length
  let before = new Float64Array(size + 1)
  let last = Float64Array.from({ length: size + 1 }, (_, at) => at)
  let next = new Float64Array(size + 1)
  let [edits, end] = [last[size] as number, 0]
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    const isGap = letter === 0xfdd2
    next[0] = 0
    for (let row = 1; row <= size; row++) {
      const [up, aside, both] = [next[row - 1] as number, last[row] as number, last[row - 1] as number]
      let least: number
      if (isGap) least = Math.min(up + costInGap, aside + costOfGap, both + costOfGap)
      else {
        const isSame = words.charCodeAt(row - 1) === letter
        least = Math.min(up + 1, aside + 1, isSame ? both : both + 1)
        if (!isSame && row > 1 && at > 0 && words.charCodeAt(row - 2) === letter)
          if (words.charCodeAt(row - 1) === text.charCodeAt(at - 1))
            least = Math.min(least, (before[row - 2] as number) + 1)
      }
      next[row] = least
    }
    if ((next[size] as number) < edits) [edits, end] = [next[size] as number, at + 1]
    ;[before, last, next] = [last, next, before]
  }
  return { edits, end }
}
