// Checks what is stored about a chunk of 512 rows: each row's cell and the time of its latest change.
import { CELL_COUNT } from '../../domain/cell.ts'
import type { Heads } from '../../domain/row.ts'
import { bitmapBytes, hasBit, readBitmap, setBit, writeBitmap } from '../rows/cells.ts'
import { earliestIn, earliestNoted, setTime, timeAt, timesBytes } from '../rows/changes.ts'
import type { Findings } from './check-findings.ts'
import { nothing } from './check-reading.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, keyOfU32, ROWS_PER_CHUNK, u32, u48 } from '../file/keyspace.ts'

export class ChunkCheck {
  readonly number: number
  /** Cells and times of unreadable rows or heads can't be judged. */
  isDamaged = false
  readonly #db: Database
  readonly #findings: Findings
  readonly #lastTimeMs: number
  readonly #cells = Array.from({ length: CELL_COUNT }, () => Buffer.alloc(bitmapBytes))
  readonly #visible = Buffer.alloc(bitmapBytes)
  readonly #newestHead = new Float64Array(ROWS_PER_CHUNK)

  constructor(db: Database, findings: Findings, number: number, lastTimeMs: number) {
    this.#db = db
    this.#findings = findings
    this.number = number
    this.#lastTimeMs = lastTimeMs
  }

  /** `cell`: the one that the row should be in. */
  add(ordinal: number, heads: Heads, cell: number): void {
    const place = ordinal % ROWS_PER_CHUNK
    setBit(this.#visible, place, true)
    setBit(this.#cells[cell] as Buffer, place, true)
    this.#newestHead[place] = Math.max(heads.manual?.createdAtMs ?? 0, heads.machine?.createdAtMs ?? 0)
  }

  /** Compares the stored data with the rows; adds these to `counts` by cell. */
  finish(counts: Float64Array): void {
    if (this.isDamaged) return
    this.#finishCells(counts)
    this.#finishTimes()
  }

  #finishCells(counts: Float64Array): void {
    for (let cell = 0; cell < CELL_COUNT; cell++) {
      const right = this.#cells[cell] as Buffer
      const stored = readBitmap(this.#db, cell, this.number) ?? Buffer.alloc(bitmapBytes)
      let rows = 0
      let wrong = stored.length === bitmapBytes ? -1 : 0
      for (let place = 0; place < ROWS_PER_CHUNK; place++) {
        const isIn = hasBit(right, place)
        if (isIn) rows++
        if (wrong < 0 && isIn !== hasBit(stored, place)) wrong = place
      }
      counts[cell] = (counts[cell] as number) + rows
      if (wrong < 0) continue
      const ordinal = this.number * ROWS_PER_CHUNK + wrong
      const problem = `row ${ordinal} ${hasBit(right, wrong) ? 'is missing' : 'does not belong here'} (and maybe others)`
      this.#findings.add('cell', `cell ${cell}, chunk ${this.number}`, problem, (db) =>
        writeBitmap(db, cell, this.number, right),
      )
    }
  }

  #finishTimes(): void {
    const stored = this.#db.getBinary(keyOfU32('changed_at', this.number))
    const right = Buffer.alloc(timesBytes)
    if (stored?.length === timesBytes) Buffer.from(stored).copy(right)
    let wrong = stored?.length === timesBytes || this.#isEmpty() ? -1 : 0
    let latest = 0
    for (let place = 0; place < ROWS_PER_CHUNK; place++) {
      const time = timeAt(right, place)
      const good = this.#isTimeGood(place, time) ? time : hasBit(this.#visible, place) ? this.#lastTimeMs : 0
      if (good !== time && wrong < 0) wrong = place
      setTime(right, place, good)
      latest = Math.max(latest, good)
    }
    const header = right.readUIntLE(0, 6)
    const isHeaderGood = header >= latest && header <= this.#lastTimeMs
    if (!isHeaderGood) right.writeUIntLE(latest, 0, 6)
    const key = keyOfU32('changed_at', this.number)
    if (wrong >= 0 || !isHeaderGood) {
      const at = wrong >= 0 ? `row ${this.number * ROWS_PER_CHUNK + wrong}` : `chunk ${this.number}`
      this.#findings.add('changed_at', at, 'has no good time of its latest change', (db) => void db.put(key, right))
    }
    this.#finishIndex(right)
  }

  /** `right`: the times as they should be. */
  #finishIndex(right: Buffer): void {
    const time = right.readUIntLE(0, 6)
    if (time === 0) return
    const key = keyOf('changed', u48(time), u32(this.number))
    const stored = this.#db.getBinary(key)
    // An empty value notes no earliest time: readers look at the times themselves.
    const fix = (db: Database): void => void db.put(key, nothing)
    const noted = stored === undefined ? undefined : earliestNoted(stored)
    if (stored === undefined)
      this.#findings.add('changed', `chunk ${this.number}`, 'is not indexed under its latest change', fix)
    else if (noted !== undefined && noted !== earliestIn(right))
      this.#findings.add('changed', `chunk ${this.number}`, 'is indexed with another earliest time than its own', fix)
  }

  #isEmpty(): boolean {
    return this.#visible.every((byte) => byte === 0)
  }

  /** A visible row changed between its newest head and now; a hidden one has no time. */
  #isTimeGood(place: number, time: number): boolean {
    if (!hasBit(this.#visible, place)) return time === 0
    return time > 0 && time >= (this.#newestHead[place] as number) && time <= this.#lastTimeMs
  }
}
