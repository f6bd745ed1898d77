// A set of 64-bit keys in two flat arrays: 8 to 21 bytes a key, against a hundred in a Set of strings. Open addressing,
// linear probing. The random seed prevents files whose keys all collide.
import { randomInt } from 'node:crypto'

export class IdSet {
  #high: Uint32Array
  #low: Uint32Array
  #mask: number
  #size = 0
  #hasZero = false
  readonly #seed = randomInt(2 ** 32)

  constructor(expected = 1024) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, expected * 1.5)))
    this.#high = new Uint32Array(slots)
    this.#low = new Uint32Array(slots)
    this.#mask = slots - 1
  }

  /** Adds a key. False: it was there already. */
  add(high: number, low: number): boolean {
    if (high === 0 && low === 0) {
      const isNew = !this.#hasZero
      this.#hasZero = true
      return isNew
    }
    const slot = this.#slotOf(high, low)
    if (this.#high[slot] !== 0 || this.#low[slot] !== 0) return false
    this.#high[slot] = high
    this.#low[slot] = low
    this.#size++
    if (this.#size * 4 > this.#mask * 3) this.#grow()
    return true
  }

  has(high: number, low: number): boolean {
    if (high === 0 && low === 0) return this.#hasZero
    const slot = this.#slotOf(high, low)
    return this.#high[slot] !== 0 || this.#low[slot] !== 0
  }

  #slotOf(high: number, low: number): number {
    let slot = mix(low ^ mix(high ^ this.#seed)) & this.#mask
    while (this.#high[slot] !== 0 || this.#low[slot] !== 0) {
      if (this.#low[slot] === low && this.#high[slot] === high) break
      slot = (slot + 1) & this.#mask
    }
    return slot
  }

  #grow(): void {
    const [high, low] = [this.#high, this.#low]
    this.#high = new Uint32Array(high.length * 2)
    this.#low = new Uint32Array(low.length * 2)
    this.#mask = high.length * 2 - 1
    for (let at = 0; at < high.length; at++) {
      const [h, l] = [high[at] ?? 0, low[at] ?? 0]
      if (h === 0 && l === 0) continue
      const slot = this.#slotOf(h, l)
      this.#high[slot] = h
      this.#low[slot] = l
    }
  }
}

/** The finalizer of MurmurHash3: every input bit affects every output bit. */
function mix(value: number): number {
  let h = value ^ (value >>> 16)
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

export function halvesOf(id: string): readonly [high: number, low: number] {
  return [Number.parseInt(id.slice(0, 8), 16), Number.parseInt(id.slice(8), 16)]
}

/** Both halves of the u64 key that an id stands for; an id has the bytes in the file's order. */
export function byteHalves(id: string): readonly [high: number, low: number] {
  const [first, second] = halvesOf(id)
  return [swapped(second), swapped(first)]
}

const swapped = (word: number): number =>
  ((word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0
