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
    const bit = bitOf(entry, log2)
    filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7))
  }
  return filter
}

/** False: the segment has no such entry. Hot: each segment for each gram of a search. */
export function mayHave(filter: Uint8Array, entry: number): boolean {
  const bit = bitOf(entry, 34 - Math.clz32(filter.length))
  return ((filter[bit >>> 3] as number) & (1 << (bit & 7))) !== 0
}

const bitOf = (entry: number, log2: number): number => Math.imul(entry ^ (entry >>> 15), 0x9e3779b1) >>> (32 - log2)
