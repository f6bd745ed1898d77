// A sample of a list of unknown length: at most 64 of its numbers, evenly spread.

const sizeMax = 64

export class Spread {
  readonly #kept: number[] = []
  #every = 1
  #seen = 0

  add(value: number): void {
    if (this.#seen++ % this.#every !== 0) return
    this.#kept.push(value)
    if (this.#kept.length <= sizeMax) return
    for (let at = 0; at * 2 < this.#kept.length; at++) this.#kept[at] = this.#kept[at * 2] as number
    this.#kept.length = Math.ceil(this.#kept.length / 2)
    this.#every *= 2
  }

  get values(): readonly number[] {
    return this.#kept
  }
}
