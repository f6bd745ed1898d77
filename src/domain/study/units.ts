// What two texts of one language have in common when they speak of one thing: beginnings of words, so that inflected forms count
// as one; pairs of characters in scripts without spaces.

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const PIECE = new RegExp(`${WITHOUT_SPACES.source}+|(?:(?!${WITHOUT_SPACES.source})[\\p{L}\\p{M}\\p{N}'’-])+`, 'gu')

export interface Piece {
  readonly text: string
  readonly start: number
  readonly isRun: boolean
}

/** Words, and runs of characters without spaces. `text`: without tokens. */
export const piecesOf = (text: string): Piece[] =>
  [...text.matchAll(PIECE)].map(({ 0: piece, index }) => ({
    text: piece,
    start: index,
    isRun: WITHOUT_SPACES.test(piece),
  }))

const beginningMax = 8
const pairLength = 2

/** What an ending and the change before it may replace. */
const endingMax = (length: number): number => (length >= 7 ? 4 : length >= 5 ? 2 : length >= 3 ? 1 : 0)

/** Beginnings of a word up to 8 letters; pairs of a run. */
export function unitsOf({ text, isRun }: Piece): string[] {
  if (isRun) return Array.from({ length: Math.max(1, text.length - 1) }, (_, at) => text.slice(at, at + pairLength))
  const word = text.toLowerCase()
  const longest = Math.min(beginningMax, word.length)
  const shortest = Math.min(longest, word.length - endingMax(word.length))
  return Array.from({ length: longest - shortest + 1 }, (_, more) => word.slice(0, shortest + more))
}

/** A text that has any of these has a form of the word. */
export const stemsOf = (word: string): string[] => {
  const small = word.toLowerCase()
  return Array.from({ length: endingMax(small.length) + 1 }, (_, cut) =>
    small.slice(0, small.length - cut).slice(0, beginningMax),
  )
}

export const unitsIn = (text: string): Set<string> => new Set(piecesOf(text).flatMap(unitsOf))

/** How many texts of a sample have each unit; counted by hash, so a rare one may seem more frequent. */
export class UnitCounts {
  readonly #counts = new Uint16Array(1 << 20)
  texts = 0

  add(text: string): void {
    this.texts++
    for (const unit of unitsIn(text)) {
      const place = placeOf(unit)
      if ((this.#counts[place] as number) < 0xffff) this.#counts[place]!++
    }
  }

  shareOf = (unit: string): number => (this.#counts[placeOf(unit)] as number) / Math.max(1, this.texts)
}

function placeOf(unit: string): number {
  let hash = 0
  for (let at = 0; at < unit.length; at++) hash = Math.imul(hash ^ unit.charCodeAt(at), 0x9e3779b1)
  return hash >>> 12
}
