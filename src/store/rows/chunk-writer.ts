// Moves many rows between cells (cells.ts) and sets their times. While rows are ascending, a chunk's bitmaps and times
// are read and stored once.
import { bitmapBytes, readBitmap, readCellCounts, setBit, writeBitmap, writeCellCounts } from './cells.ts'
import { type ChunkTimes, readTimes, setTime, writeTimes } from './changes.ts'
import type { Database } from '../file/environment.ts'
import { chunkOf, ROWS_PER_CHUNK } from '../file/keyspace.ts'

export class ChunkWriter {
  readonly #db: Database
  readonly #timeMs: number
  #counts: Float64Array | null = null
  readonly #bitmaps = new Map<number, Buffer>()
  #times: ChunkTimes | null = null
  #chunk = -1

  /** `timeMs`: the time that every stamped row gets. */
  constructor(db: Database, timeMs: number) {
    this.#db = db
    this.#timeMs = timeMs
  }

  #goTo(ordinal: number): number {
    const chunk = chunkOf(ordinal)
    if (chunk !== this.#chunk) {
      this.#flush()
      this.#chunk = chunk
    }
    return ordinal % ROWS_PER_CHUNK
  }

  #bitmapOf(cell: number): Buffer {
    let bitmap = this.#bitmaps.get(cell)
    if (bitmap === undefined) {
      bitmap = Buffer.from(readBitmap(this.#db, cell, this.#chunk) ?? Buffer.alloc(bitmapBytes))
      this.#bitmaps.set(cell, bitmap)
    }
    return bitmap
  }

  /** Moves a row from one cell to another. Null: no cell, for a row that is new or becomes retired. */
  move(ordinal: number, from: number | null, to: number | null): void {
    if (from === to) return
    const place = this.#goTo(ordinal)
    const counts = (this.#counts ??= readCellCounts(this.#db))
    if (from !== null) {
      setBit(this.#bitmapOf(from), place, false)
      counts[from] = (counts[from] as number) - 1
    }
    if (to !== null) {
      setBit(this.#bitmapOf(to), place, true)
      counts[to] = (counts[to] as number) + 1
    }
  }

  #setTime(ordinal: number, timeMs: number): void {
    const place = this.#goTo(ordinal)
    this.#times ??= readTimes(this.#db, this.#chunk)
    setTime(this.#times, place, timeMs)
  }

  stamp(ordinal: number): void {
    this.#setTime(ordinal, this.#timeMs)
  }

  /** Sets the time of a retired row to 0, which `updated_since` never finds. */
  unstamp(ordinal: number): void {
    this.#setTime(ordinal, 0)
  }

  #flush(): void {
    for (const [cell, bitmap] of this.#bitmaps) writeBitmap(this.#db, cell, this.#chunk, bitmap)
    this.#bitmaps.clear()
    if (this.#times !== null) writeTimes(this.#db, this.#chunk, this.#times, this.#timeMs)
    this.#times = null
  }

  finish(): void {
    this.#flush()
    if (this.#counts !== null) writeCellCounts(this.#db, this.#counts)
    this.#counts = null
  }
}
