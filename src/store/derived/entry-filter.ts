// Which entries a segment of the search index has at all, as bits by their hash. Of the entries that it has not, one in five
// or fewer is said to be there "perhaps"; "no" is never wrong. A process keeps the filters of all segments in memory, so that
// a search passes over a segment without reading anything of it.

/** At least so many bits for each entry; at most twice as many. */
const bitsPerEntry = 4
const smallestLog2 = 6

export function filterOf(entries: readonly number[]): Buffer {
  let log2 = smallestLog2
  while (1 << log2 < bitsPerEntry * entries.length) log2++
  const filter = Buffer.alloc(1 << (log2 - 3))
  for (const entry of entries) {
    const bit = hashOfEntry(entry) >>> (32 - log2)
    filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7))
  }
  return filter
}

/** False: the segment lacks an entry with one of these hashes. Hot: each segment for each term of a search. */
export function mayHaveAll(filter: Uint8Array, hashes: readonly number[]): boolean {
  const shift = Math.clz32(filter.length) - 2
  for (let at = 0; at < hashes.length; at++) {
    const bit = (hashes[at] as number) >>> shift
    if (((filter[bit >>> 3] as number) & (1 << (bit & 7))) === 0) return false
  }
  return true
}

export const hashOfEntry = (entry: number): number => Math.imul(entry ^ (entry >>> 15), 0x9e3779b1)
