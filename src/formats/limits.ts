// All bounds of reading and writing game text (docs/game-files.md#reading; docs/command-line.md#import). They keep memory bounded and
// time linear, regardless of what a file claims.

/** Sixteen times the real game; a file that claims more is not one. */
export const entriesMax = 16_000_000
/** The same as `textBytesMax` of domain/limits.ts, which formats may not import. */
export const textBytesMax = 65_536
/** A block of a container, inflated. */
export const blockBytesMax = 64 * 1024 * 1024
/** A block as stored: generously above zstd's worst case for a full block. */
export const packedBytesMax = blockBytesMax + 1024 * 1024
/** A whole file, inflated; and the texts of one file together. */
export const inflatedBytesMax = 4 * 1024 ** 3
/** What a packed file may inflate to for each of its bytes, beyond what any may; game text makes three to fifteen. */
export const inflatedPerByteMax = 200
export const inflatedAlways = 64 * 1024 * 1024

/** What a file of so many bytes may inflate to. */
export const inflatedMaxOf = (packedBytes: number): number =>
  Math.min(inflatedBytesMax, Math.max(inflatedAlways, inflatedPerByteMax * packedBytes))

/** A line of a text dump; an element of a JSON document; a CSV record over several lines. */
export const lineBytesMax = 1024 * 1024
/** A row's line in a file of history: all its revisions and proposals. */
export const rowLineBytesMax = 64 * 1024 * 1024
/** Damaged places that `skipDamaged` passes over; a file with more is not worth reading. */
export const skippedMax = 100_000
