// Blocks and chunks of neighbouring rows (docs/words.md#how-rows-are-stored). A row's place is its remainder.

/** Larger blocks waste less of their last page, smaller ones copy less. */
export const ROWS_PER_BLOCK = 64
/** 512 times of six bytes fill one page. */
export const ROWS_PER_CHUNK = 512

export const blockOf = (ordinal: number): number => Math.floor(ordinal / ROWS_PER_BLOCK)
export const chunkOf = (ordinal: number): number => Math.floor(ordinal / ROWS_PER_CHUNK)
