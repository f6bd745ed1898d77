// When each row changed last, for `updated_since`: the times of 512 rows in one value, and an index of chunks by their
// latest change. What changed since a time is found at a cost in proportion to it, whatever the store's size.
//
//   changed_at value:  u48 latest time of the chunk, then u48[512] times in milliseconds, 0 for a row that is not visible
//
// Times are given in ascending order (see write.ts), so the time written last is the chunk's latest.
import type { Database } from './environment.ts'
import { chunkOf, keyOf, keyOfU32, ROWS_PER_CHUNK, TABLES, u32, u48 } from './keyspace.ts'

const bytesPerTime = 6
const timesBytes = bytesPerTime * (1 + ROWS_PER_CHUNK)

/** A chunk's times as stored. */
export type ChunkTimes = Buffer

export const timeAt = (times: ChunkTimes, place: number): number =>
  times.readUInt16LE(6 * place + 10) * 0x1_0000_0000 + times.readUInt32LE(6 * place + 6)

export const setTime = (times: ChunkTimes, place: number, timeMs: number): void => {
  times.writeUIntLE(timeMs, bytesPerTime * (1 + place), bytesPerTime)
}

/** A copy of a chunk's times that may be changed. */
export function readTimes(db: Database, chunk: number): ChunkTimes {
  const bytes = db.getBinary(keyOfU32('changed_at', chunk))
  return bytes === undefined ? Buffer.alloc(timesBytes) : Buffer.from(bytes)
}

/** Stores a chunk's times after some were set to `latestMs`, the latest time given so far, and moves it in the index. */
export function writeTimes(db: Database, chunk: number, times: ChunkTimes, latestMs: number): void {
  const before = times.readUIntLE(0, bytesPerTime)
  times.writeUIntLE(latestMs, 0, bytesPerTime)
  void db.put(keyOfU32('changed_at', chunk), times)
  if (before === latestMs) return
  if (before > 0) void db.remove(keyOf('changed', u48(before), u32(chunk)))
  void db.put(keyOf('changed', u48(latestMs), u32(chunk)), Buffer.alloc(0))
}

/** When a row changed last, in milliseconds. */
export function changedAt(db: Database, ordinal: number): number {
  const times = db.getBinaryFast(keyOfU32('changed_at', chunkOf(ordinal)))
  return times === undefined ? 0 : timeAt(times, ordinal % ROWS_PER_CHUNK)
}

/** Chunks, ascending and from `firstChunk` on, in which some row changed at or after `sinceMs`. */
export function chunksChangedSince(db: Database, sinceMs: number, firstChunk: number): number[] {
  const chunks: number[] = []
  const range = { start: keyOf('changed', u48(Math.max(0, sinceMs))), end: Buffer.from([TABLES.changed + 1]) }
  for (const key of db.getKeys(range)) {
    const chunk = (key as Buffer).readUInt32BE(7)
    if (chunk >= firstChunk) chunks.push(chunk)
  }
  return chunks.sort((a, b) => a - b)
}
