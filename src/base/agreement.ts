// Finds keys that come with different values, among millions of pairs: a hash table in typed arrays, at most half full, 16
// bytes a slot. Keys and values are whole numbers from 1 to 2^53; a key of 0 marks an empty slot.
const disagreed = -1
const slotsMin = 1024

export class Agreement {
  #keys: Float64Array
  #values: Float64Array
  #count = 0

  /** `keysExpected`: how many keys will probably come; for more the table grows. */
  constructor(keysExpected: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(slotsMin, 2 * keysExpected)))
    this.#keys = new Float64Array(slots)
    this.#values = new Float64Array(slots)
  }

  add(key: number, value: number): void {
    const slot = this.#slotOf(key)
    if (this.#keys[slot] === key) {
      if (this.#values[slot] !== value) this.#values[slot] = disagreed
      return
    }
    this.#keys[slot] = key
    this.#values[slot] = value
    this.#count++
    if (2 * this.#count > this.#keys.length) this.#grow()
  }

  isBroken(key: number): boolean {
    return this.#values[this.#slotOf(key)] === disagreed
  }

  #slotOf(key: number): number {
    const last = this.#keys.length - 1
    let slot = Math.imul(key ^ (key / 0x1_0000_0000), 0x9e3779b1) & last
    for (;;) {
      const there = this.#keys[slot]
      if (there === key || there === 0) return slot
      slot = (slot + 1) & last
    }
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values]
    this.#keys = new Float64Array(2 * keys.length)
    this.#values = new Float64Array(2 * keys.length)
    for (const [i, key] of keys.entries()) {
      if (key === 0) continue
      const slot = this.#slotOf(key)
      this.#keys[slot] = key
      this.#values[slot] = values[i] as number
    }
  }
}
