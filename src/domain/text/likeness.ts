// The likeness of two skeletons (skeleton.ts) in percent: 100 less the share of characters (UTF-16 units, of the longer
// one) that have to be added, dropped or exchanged to make one of the other (Levenshtein), rounded down. Twins have
// 100. The distance is computed for 32 characters at a time: a bit for each tells whether the distance rises or falls
// there (Myers 1999, in Hyyrö's blocks).

/** Texts whose skeletons are alike in at least this percentage are near. */
export const nearPercentMin = 70

/** The lengths of texts that may be near one of this length. */
export const nearLengths = (length: number): { readonly min: number; readonly max: number } => ({
  min: Math.ceil((length * nearPercentMin) / 100),
  max: Math.floor((length * 100) / nearPercentMin),
})

const wordBits = 32
const NONE = new Int32Array(0)

/** A text that is compared with many others. */
export class Compared {
  readonly #length: number
  /** For each character the places that have it, a bit each. */
  readonly #places = new Map<number, Int32Array>()
  readonly #rises: Int32Array
  readonly #falls: Int32Array

  constructor(text: string) {
    this.#length = text.length
    const words = Math.ceil(text.length / wordBits)
    this.#rises = new Int32Array(words)
    this.#falls = new Int32Array(words)
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      const places = this.#places.get(code) ?? new Int32Array(words)
      this.#places.set(code, places)
      places[at >>> 5] = (places[at >>> 5] as number) | (1 << (at & 31))
    }
  }

  /** The likeness to the other skeleton in percent. Null: it is less than `percentMin`. */
  percentTo(other: string, percentMin: number): number | null {
    const longest = Math.max(this.#length, other.length)
    if (longest === 0) return 100
    const distanceMax = Math.floor((longest * (100 - percentMin)) / 100)
    if (longest - Math.min(this.#length, other.length) > distanceMax) return null
    const distance = this.#distanceTo(other, distanceMax)
    return distance > distanceMax ? null : Math.floor((100 * (longest - distance)) / longest)
  }

  /** The distance to the other skeleton, or some number above `most`. */
  #distanceTo(other: string, most: number): number {
    let distance = this.#length
    this.#rises.fill(-1)
    this.#falls.fill(0)
    for (let at = 0; at < other.length; at++) {
      distance += this.#step(this.#places.get(other.charCodeAt(at)) ?? NONE)
      if (distance - (other.length - 1 - at) > most) return most + 1
    }
    return distance
  }

  /**
   * Takes one more character of the other text; returns the change of the distance between the whole text and that
   * beginning.
   */
  #step(places: Int32Array): number {
    const rises = this.#rises
    const falls = this.#falls
    const last = rises.length - 1
    let rose = 1
    let fell = 0
    let change = 0
    for (let word = 0; word <= last; word++) {
      const up = rises[word] as number
      const down = falls[word] as number
      const same = places.length === 0 ? 0 : (places[word] as number)
      const vertical = same | down
      const known = same | fell
      const horizontal = (((known & up) + up) ^ up) | known
      const higher = down | ~(horizontal | up)
      const lower = up & horizontal
      if (word === last) {
        const bit = (this.#length - 1) & 31
        change = ((higher >>> bit) & 1) - ((lower >>> bit) & 1)
      }
      const nextHigher = (higher << 1) | rose
      const nextLower = (lower << 1) | fell
      rose = higher >>> 31
      fell = lower >>> 31
      rises[word] = nextLower | ~(vertical | nextHigher)
      falls[word] = nextHigher & vertical
    }
    return change
  }
}
