// Tells two languages apart by their letters, learnt from texts of both: how much more often each group of three
// letters is in one than in the other. One byte for each of 65,536 hashes of groups; groups that share a byte blur it a
// little.

/** For each hash of three letters: positive where the first language has them more often, in sixteenths of a bit. */
export type LetterWeights = Int8Array

const size = 0x10000
const unitsPerBit = 16
/** The weight of a group that only one of the languages has. */
const bitsMax = 6
/** A small count that is added for each group in both languages, so that none is 0. */
const countAtLeast = 0.5
/** About as many groups of letters as a language has. */
const groupsOfLanguage = 20_000
const space = 0x20

class LetterCounts {
  readonly byHash = new Float64Array(size)
  total = 0

  /** `text`: without tokens. */
  add(text: string): void {
    eachGroup(text, (hash) => {
      this.byHash[hash] = (this.byHash[hash] as number) + 1
      this.total++
    })
  }
}

export class LetterLearner {
  readonly #first = new LetterCounts()
  readonly #second = new LetterCounts()

  addFirst(text: string): void {
    this.#first.add(text)
  }

  addSecond(text: string): void {
    this.#second.add(text)
  }

  weights(): LetterWeights {
    const weights = new Int8Array(size)
    const share = ({ byHash, total }: LetterCounts, hash: number): number =>
      Math.log2(((byHash[hash] as number) + countAtLeast) / (total + countAtLeast * groupsOfLanguage))
    for (let hash = 0; hash < size; hash++) {
      if ((this.#first.byHash[hash] as number) + (this.#second.byHash[hash] as number) === 0) continue
      const bits = share(this.#first, hash) - share(this.#second, hash)
      weights[hash] = Math.round(unitsPerBit * Math.max(-bitsMax, Math.min(bitsMax, bits)))
    }
    return weights
  }
}

interface Leaning {
  readonly letters: number
  /** The mean weight of the text's groups, in bits. Positive: the text reads like the first language. */
  readonly bits: number
}

/** `text`: without tokens. Hot: runs over every text that shares a script with its source. */
export function leaningOf(text: string, weights: LetterWeights): Leaning {
  let [sum, letters] = [0, 0]
  eachGroup(text, (hash) => {
    letters++
    sum += weights[hash] as number
  })
  return { letters, bits: letters === 0 ? 0 : sum / letters / unitsPerBit }
}

/** Visits each letter with its neighbours; words are bounded by spaces. */
function eachGroup(text: string, visit: (hash: number) => void): void {
  let [before, last] = [space, space]
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? FOLDED[text.charCodeAt(at)] || fold(text.charCodeAt(at)) : space
    if (last !== space) visit(hashOf(before, last, code))
    else if (code === space) continue
    before = last
    last = code
  }
}

/** Indexed by UTF-16 code: the small letter or vowel sign, a space for anything else; 0: not looked up yet. */
const FOLDED = new Uint16Array(0x10000)

function fold(code: number): number {
  const small = String.fromCharCode(code).toLowerCase()
  FOLDED[code] = /^[\p{L}\p{M}]/u.test(small) ? small.charCodeAt(0) : space
  return FOLDED[code]
}

const hashOf = (a: number, b: number, c: number): number =>
  (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)) >>> 16
