// Folds texts for indexing, as UTF-16 units without making strings, unit by unit as `foldForSearch` does.
import { foldForSearch } from './query.ts'

const folded = new Uint16Array(0x1_0000)
for (let unit = 0; unit < folded.length; unit++) folded[unit] = unit
let isFilled = false

function fill(): void {
  for (let unit = 0; unit < folded.length; unit++) {
    if ((unit & 0xf800) !== 0xd800) folded[unit] = foldForSearch(String.fromCharCode(unit)).charCodeAt(0)
  }
  isFilled = true
}

export class FoldedUnits {
  units = new Uint16Array(1 << 14)
  count = 0

  constructor() {
    if (!isFilled) fill()
  }

  /** `bytes`: valid UTF-8. Hot: each byte of the store, mostly ASCII. */
  takeUtf8(bytes: Uint8Array, from: number, end: number): void {
    this.#hold(end - from)
    const { units } = this
    let [at, count, hasPairs] = [from, 0, false]
    while (at < end) {
      const first = bytes[at] as number
      if (first < 0x80) {
        do units[count++] = folded[bytes[at++] as number] as number
        while (at < end && (bytes[at] as number) < 0x80)
      } else if (first < 0xe0) {
        units[count++] = folded[((first & 0x1f) << 6) | rest(bytes, at + 1)] as number
        at += 2
      } else if (first < 0xf0) {
        units[count++] = folded[((first & 0x0f) << 12) | (rest(bytes, at + 1) << 6) | rest(bytes, at + 2)] as number
        at += 3
      } else {
        const point =
          ((first & 0x07) << 18) | (rest(bytes, at + 1) << 12) | (rest(bytes, at + 2) << 6) | rest(bytes, at + 3)
        units[count++] = 0xd7c0 + (point >>> 10)
        units[count++] = 0xdc00 | (point & 0x3ff)
        hasPairs = true
        at += 4
      }
    }
    this.count = count
    if (hasPairs) this.#foldPairs()
  }

  #foldPairs(): void {
    const { units, count } = this
    for (let at = 1; at < count; at++) {
      const [high, low] = [units[at - 1] as number, units[at] as number]
      if ((high & 0xfc00) !== 0xd800 || (low & 0xfc00) !== 0xdc00) continue
      const letter = foldForSearch(String.fromCharCode(high, low))
      units[at - 1] = letter.charCodeAt(0)
      units[at] = letter.charCodeAt(1)
    }
  }

  #hold(length: number): void {
    if (length > this.units.length) this.units = new Uint16Array(2 * length)
  }
}

const rest = (bytes: Uint8Array, at: number): number => (bytes[at] as number) & 0x3f
