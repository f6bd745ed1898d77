// How alike two skeletons (skeleton.ts) are, in percent: 100 less the share of characters (UTF-16 units, of the longer one) that have
// to be put, dropped or exchanged to make one of the other (Levenshtein), rounded down. Twins have 100.
import { firstDifference } from './normalize.ts'

/** From this percentage on texts are near. */
export const nearPercentMin = 70

/** The shortest and the longest text that may be near one of this length. */
export const nearLengths = (length: number): { readonly min: number; readonly max: number } => ({
  min: Math.ceil((length * nearPercentMin) / 100),
  max: Math.floor((length * 100) / nearPercentMin),
})

/** Null: less than `percentMin`. */
export function likenessOf(one: string, other: string, percentMin: number): number | null {
  const longest = Math.max(one.length, other.length)
  if (longest === 0) return 100
  const distanceMax = Math.floor((longest * (100 - percentMin)) / 100)
  const distance = distanceWithin(one, other, distanceMax)
  return distance > distanceMax ? null : Math.floor((100 * (longest - distance)) / longest)
}

let before = new Uint16Array(1 << 10)
let row = new Uint16Array(1 << 10)

/** The distance, or a greater number than `most`. Only cells near the diagonal are computed, which is linear for a small `most`. */
function distanceWithin(one: string, other: string, most: number): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  const start = firstDifference(short, long)
  let [end, longEnd] = [short.length, long.length]
  while (end > start && short.charCodeAt(end - 1) === long.charCodeAt(longEnd - 1)) {
    end--
    longEnd--
  }
  const [width, height] = [end - start, longEnd - start]
  if (height - width > most) return most + 1
  if (width === 0) return height
  if (width >= row.length) [before, row] = [new Uint16Array(2 * width), new Uint16Array(2 * width)]
  for (let x = 0; x <= width; x++) row[x] = Math.min(x, most + 1)
  for (let y = 1; y <= height; y++) {
    const code = long.charCodeAt(start + y - 1)
    const [from, to] = [Math.max(1, y - most), Math.min(width, y + most)]
    ;[before, row] = [row, before]
    row[from - 1] = from === 1 ? Math.min(y, most + 1) : most + 1
    let least = row[from - 1] as number
    for (let x = from; x <= to; x++) {
      const kept = (before[x - 1] as number) + (short.charCodeAt(start + x - 1) === code ? 0 : 1)
      const put = (row[x - 1] as number) + 1
      const dropped = (before[x] as number) + 1
      const cost = kept < put ? (kept < dropped ? kept : dropped) : put < dropped ? put : dropped
      row[x] = cost
      if (cost < least) least = cost
    }
    if (to < width) row[to + 1] = most + 1
    if (least > most) return least
  }
  return row[width] as number
}
