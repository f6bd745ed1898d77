// How rows are grouped (docs/words.md#how-rows-are-stored): neighbours share a block, and blocks a chunk. A row's place is
// its remainder.

/** Rows whose texts are stored in one value. Larger blocks waste less of their last page, smaller ones copy less. */
export const ROWS_PER_BLOCK = 64
/** Rows whose bitmaps and times are stored in one value; 512 times of six bytes fill one page. */
export const ROWS_PER_CHUNK = 512

export const blockOf = (ordinal: number): number => Math.floor(ordinal / ROWS_PER_BLOCK)
export const chunkOf = (ordinal: number): number => Math.floor(ordinal / ROWS_PER_CHUNK)
