// When each row last changed, for `updated_since`: one value has the times of a chunk of 512 rows, and an index has the
// chunks by latest change.
//
//   changed_at value:  u48 latest time of the chunk, then u48[512] times in milliseconds, 0 for a row that is not visible
//   changed value:     u48 count of writes, up to the one that changed the chunk last, then u48 earliest time of its
//                      visible rows, 0 without any (an earlier windrow wrote the count alone, or nothing)
//
// Times never decrease (see write.ts), so the time written last is the chunk's latest.
import type { Database } from '../file/environment.ts'
import { chunkOf, keyOf, keyOfU32, ROWS_PER_CHUNK, TABLES, u32, u48 } from '../file/keyspace.ts'
import { u32At } from './row-block.ts'
import { writesSoFar } from '../view.ts'

const bytesPerTime = 6
export const timesBytes = bytesPerTime * (1 + ROWS_PER_CHUNK)

export type ChunkTimes = Buffer

export const timeAt = (times: ChunkTimes, place: number): number =>
  times.readUInt16LE(6 * place + 10) * 0x1_0000_0000 + times.readUInt32LE(6 * place + 6)

export const setTime = (times: ChunkTimes, place: number, timeMs: number): void => {
  times.writeUIntLE(timeMs, bytesPerTime * (1 + place), bytesPerTime)
}

export function readTimes(db: Database, chunk: number): ChunkTimes {
  const bytes = db.getBinary(keyOfU32('changed_at', chunk))
  return bytes === undefined ? Buffer.alloc(timesBytes) : Buffer.from(bytes)
}

/** Places in a chunk whose row last changed before a time, and of rows that are not visible. Hot, so it copies nothing. */
export function placesBefore(db: Database, chunk: number, timeMs: number): number[] {
  const times = db.getBinaryFast(keyOfU32('changed_at', chunk))
  const places: number[] = []
  const [high, low] = [Math.floor(timeMs / 0x1_0000_0000), timeMs % 0x1_0000_0000]
  for (let place = 0; place < ROWS_PER_CHUNK; place++) {
    const at = bytesPerTime * (1 + place)
    const highAt = times === undefined ? 0 : (times[at + 4] as number) | ((times[at + 5] as number) << 8)
    if (highAt > high) continue
    if (highAt < high || u32At(times as Uint8Array, at) < low) places.push(place)
  }
  return places
}

/** `latestMs`: the latest time in this database, just set for some of its rows. */
export function writeTimes(db: Database, chunk: number, times: ChunkTimes, latestMs: number): void {
  const before = times.readUIntLE(0, bytesPerTime)
  times.writeUIntLE(latestMs, 0, bytesPerTime)
  void db.put(keyOfU32('changed_at', chunk), times)
  if (before > 0 && before !== latestMs) void db.remove(keyOf('changed', u48(before), u32(chunk)))
  const change = Buffer.alloc(2 * bytesPerTime)
  change.writeUIntLE(writesSoFar(db), 0, bytesPerTime)
  change.writeUIntLE(earliestIn(times), bytesPerTime, bytesPerTime)
  void db.put(keyOf('changed', u48(latestMs), u32(chunk)), change)
}

/** The earliest time of a visible row; 0: no row is visible. */
export function earliestIn(times: ChunkTimes): number {
  // After an import all times of most chunks are equal.
  const last = times.length - bytesPerTime
  if (times.compare(times, bytesPerTime, times.length, 0, last) === 0) return timeAt(times, 0)
  let earliest = 0
  for (let place = 0; place < ROWS_PER_CHUNK; place++) {
    const time = timeAt(times, place)
    if (time > 0 && (earliest === 0 || time < earliest)) earliest = time
  }
  return earliest
}

/** The number of the write that changed the chunk last; 0: an earlier windrow wrote the value. */
const writeIn = (value: Uint8Array): number =>
  value.length < bytesPerTime ? 0 : (value as Buffer).readUIntLE(0, bytesPerTime)

/** The earliest time of a visible row, as the index notes it. Undefined: an earlier windrow wrote the value, without it. */
export const earliestNoted = (value: Uint8Array): number | undefined =>
  value.length < 2 * bytesPerTime ? undefined : (value as Buffer).readUIntLE(bytesPerTime, bytesPerTime)

interface ChunkChange {
  readonly chunk: number
  readonly latestMs: number
  /** The earliest time of a visible row; 0: no row is visible. */
  readonly earliestMs: number
}

/** The index of the chunks that changed at or after `sinceMs`. */
const rangeSince = (sinceMs: number) => ({
  start: keyOf('changed', u48(Math.max(0, sinceMs))),
  end: Buffer.from([TABLES.changed + 1]),
})

/** Chunks that changed at or after `sinceMs`, by their latest time. */
export function* changesSince(db: Database, sinceMs: number): Generator<ChunkChange> {
  for (const { key, value } of db.getRange(rangeSince(sinceMs))) {
    const [latestMs, chunk] = [(key as Buffer).readUIntBE(1, bytesPerTime), (key as Buffer).readUInt32BE(7)]
    const earliestMs = earliestNoted(value) ?? earliestIn(readTimes(db, chunk))
    yield { chunk, latestMs, earliestMs }
  }
}

export function changedAt(db: Database, ordinal: number): number {
  const times = db.getBinaryFast(keyOfU32('changed_at', chunkOf(ordinal)))
  return times === undefined ? 0 : timeAt(times, ordinal % ROWS_PER_CHUNK)
}

/** The latest change of a chunk: no other change has the same time and number. */
export interface LatestChange {
  /** Milliseconds; 0: the chunk never held a row. */
  readonly timeMs: number
  /** The number of the write; 0: an earlier windrow made it. */
  readonly write: number
}

/** The state of a chunk; each change of a row in it makes another. */
export interface ChunkVersion extends LatestChange {
  /** The generation `unstamped`: it goes up with changes of rows that keep their times. */
  readonly unstamped: number
}

export const isSameVersion = (a: ChunkVersion | undefined, b: ChunkVersion | undefined): boolean =>
  a !== undefined && a.timeMs === b?.timeMs && a.write === b.write && a.unstamped === b.unstamped

export function latestChange(db: Database, chunk: number): LatestChange {
  const times = db.getBinaryFast(keyOfU32('changed_at', chunk))
  const timeMs = times === undefined ? 0 : times.readUInt16LE(4) * 0x1_0000_0000 + times.readUInt32LE(0)
  const writes = db.getBinaryFast(keyOf('changed', u48(timeMs), u32(chunk)))
  return { timeMs, write: writes === undefined ? 0 : writeIn(writes) }
}

export function latestChanges(db: Database, sinceMs: number): Map<number, LatestChange> {
  const changes = new Map<number, LatestChange>()
  for (const { key, value } of db.getRange(rangeSince(sinceMs))) {
    const timeMs = (key as Buffer).readUIntBE(1, bytesPerTime)
    changes.set((key as Buffer).readUInt32BE(7), { timeMs, write: writeIn(value) })
  }
  return changes
}

/** Chunks that changed at or after `sinceMs`, ascending. */
export const chunksChangedSince = (db: Database, sinceMs: number): number[] =>
  Array.from(db.getKeys(rangeSince(sinceMs)), (key) => (key as Buffer).readUInt32BE(7)).sort((a, b) => a - b)

/** The visible rows that changed at or after `sinceMs`, ascending. */
export function* rowsChangedSince(db: Database, sinceMs: number): Generator<number, undefined> {
  for (const chunk of chunksChangedSince(db, sinceMs)) {
    const times = readTimes(db, chunk)
    for (let place = 0; place < ROWS_PER_CHUNK; place++) {
      const time = timeAt(times, place)
      if (time > 0 && time >= sinceMs) yield chunk * ROWS_PER_CHUNK + place
    }
  }
}
