// The earliest and the latest change among the rows of each chunk, 128 chunks in one value: a filter by time then looks at
// the times of single rows only in chunks where some rows changed since and some did not.
//
//   work_times value: for each chunk of the piece, u48 earliest and u48 latest time of its visible rows; 0: it has none
import { ROWS_PER_PIECE } from '../../domain/work/row-set.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32 } from '../keyspace.ts'
import { ROWS_PER_CHUNK } from '../rows/grouping.ts'
import { readTimes, timeAt } from '../rows/changes.ts'

const chunksPerPiece = ROWS_PER_PIECE / ROWS_PER_CHUNK
const chunkBytes = 12

interface TimesOfChunk {
  readonly earliestMs: number
  readonly latestMs: number
}

/** The times of a piece's chunks; the bytes are a copy. */
export function readTimesOfPiece(derived: Database, piece: number): (chunkOfPiece: number) => TimesOfChunk {
  const stored = derived.getBinary(keyOfU32('work_times', piece))
  const bytes = Buffer.from(stored ?? new Uint8Array(chunksPerPiece * chunkBytes))
  return (chunk) => ({
    earliestMs: bytes.readUIntLE(chunk * chunkBytes, 6),
    latestMs: bytes.readUIntLE(chunk * chunkBytes + 6, 6),
  })
}

export function putTimesOfChunk(main: Database, derived: Database, chunk: number): void {
  const times = readTimes(main, chunk)
  let [earliest, latest] = [0, 0]
  for (let place = 0; place < ROWS_PER_CHUNK; place++) {
    const time = timeAt(times, place)
    if (time === 0) continue
    if (earliest === 0 || time < earliest) earliest = time
    if (time > latest) latest = time
  }
  const key = keyOfU32('work_times', Math.floor(chunk / chunksPerPiece))
  const bytes = Buffer.from(derived.getBinary(key) ?? new Uint8Array(chunksPerPiece * chunkBytes))
  const at = (chunk % chunksPerPiece) * chunkBytes
  bytes.writeUIntLE(earliest, at, 6)
  bytes.writeUIntLE(latest, at + 6, 6)
  void derived.put(key, bytes)
}
