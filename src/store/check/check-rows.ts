// Checks rows against their texts, and all that is derived from rows: ids, cells, counts, change times. One pass over
// the blocks, together with heads and revisions; memory holds one chunk of 512 rows.
import { isUtf8 } from 'node:buffer'
import { sha256 } from '../../base/bytes.ts'
import { CELL_COUNT, cellOf } from '../../domain/cell.ts'
import { isSameBytes, isSameText } from '../../domain/decide-source.ts'
import { textBytesMax } from '../../domain/limits.ts'
import { type Heads, NO_HEADS, ROW_ID_BYTES } from '../../domain/row.ts'
import { isServiceText } from '../../domain/text/service-text.ts'
import type { Database } from '../file/environment.ts'
import {
  blockOf,
  chunkOf,
  keyOf,
  keyOfU32,
  ROWS_PER_BLOCK,
  ROWS_PER_CHUNK,
  TABLES,
  u32,
  u48,
} from '../file/keyspace.ts'
import { readOpenAside } from '../file/open-aside.ts'
import { keysUnder } from '../file/record.ts'
import { bitmapBytes, hasBit, readBitmap, readCellCounts, setBit, writeBitmap, writeCellCounts } from '../rows/cells.ts'
import { earliestIn, earliestNoted, setTime, timeAt, timesBytes } from '../rows/changes.ts'
import { putOrdinalOfId, readRetiredId } from '../rows/ordinals.ts'
import { readView } from '../rows/read-rows.ts'
import { blockFault, headerBytes, isFilled, type RawRow, type RawText, rowView } from '../rows/row-block.ts'
import { blockInPair, pairOfBlock, readPairs } from '../rows/source-files.ts'
import type { Findings, Visit } from './check-findings.ts'
import type { HeadsCheck } from './check-heads.ts'
import { entriesOf, keyCount, nothing } from './check-reading.ts'
import type { SameSourceCheck } from './check-same-source.ts'

/** Checks what is stored about a chunk of 512 rows: each row's cell and the time of its latest change. */
class ChunkCheck {
  readonly number: number
  /** A row or heads of the chunk can't be read, so its cells and times can't be judged. */
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

  /** Adds a row. `cell`: the one that the row should be in. */
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

  /** Checks the chunk's entry in the index of changes. `right`: the chunk's times as they should be. */
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

/**
 * Checks the blocks of further pairs: each is whole, belongs to a stored pair and has the ids of its rows. Also checks that
 * each row has the texts of the pair that it names.
 */
export function checkPairRows({ db, findings }: Visit): void {
  const pairs = new Set(readPairs(db).map(({ number }) => number))
  for (const { key, value } of entriesOf(db, 'pair_row')) {
    const { pair, block } = pairOfBlock(key.readUInt32BE(1))
    const fault = blockFault(value) ?? (pairs.has(pair) ? null : 'is of a pair that is not stored')
    if (fault !== null) {
      findings.add('pair_row', `block ${block} of pair ${pair}`, fault)
      continue
    }
    const rows = blockAt(db, keyOfU32('row', block))
    for (const row of rowsIn(value, block)) {
      findings.count('pair_row')
      const problem = problemOf(db, row.ordinal, row.raw, rows === null ? null : rawIn(rows, row.ordinal))
      if (problem !== null) findings.add('pair_row', `row ${row.ordinal} of pair ${pair}`, problem)
    }
  }
}

/** What is wrong with the row's pair; null: the row has the texts of the pair that it names. */
function pairFault(db: Database, ordinal: number, row: RawRow): string | null {
  if (row.pair === 0) return null
  const block = blockAt(db, keyOfU32('pair_row', blockInPair(row.pair, blockOf(ordinal))))
  const of = block === null ? null : rawIn(block, ordinal)
  const isSame = of !== null && isSameSlot(of.main, row.main) && isSameSlot(of.diff, row.diff)
  return isSame ? null : `has other texts than its pair ${row.pair}`
}

function problemOf(db: Database, ordinal: number, ofPair: RawRow, row: RawRow | null): string | null {
  const id = row?.id ?? readRetiredId(db, ordinal)
  if (id === null) return 'belongs to a row that was never there'
  if (!isSameBytes(id, ofPair.id)) return 'has the id of another row'
  if (row === null) return 'has a text, but its row is retired'
  const source = ofPair.diff ?? ofPair.main
  return source !== null && sha256(source.bytes).equals(ofPair.hash) ? null : 'has another source hash than its text'
}

const isSameSlot = (a: RawText | null, b: RawText | null): boolean =>
  a === null || b === null ? a === b : a.file === b.file && a.number === b.number && isSameText(a, b)

function blockAt(db: Database, key: Buffer): Buffer | null {
  const bytes = db.getBinary(key)
  if (bytes === undefined) return null
  const block = Buffer.from(bytes)
  return blockFault(block) === null ? block : null
}

const rawIn = (block: Buffer, ordinal: number): RawRow | null => rowView(block, ordinal)?.toRaw() ?? null

function* rowsIn(value: Buffer, block: number): Generator<{ readonly ordinal: number; readonly raw: RawRow }> {
  for (let place = 0; place < ROWS_PER_BLOCK; place++) {
    const ordinal = block * ROWS_PER_BLOCK + place
    const raw = rawIn(value, ordinal)
    if (raw !== null) yield { ordinal, raw }
  }
}

interface RowsCheck {
  readonly sameSource: SameSourceCheck
  readonly db: Database
  readonly findings: Findings
  readonly heads: HeadsCheck
  readonly files: ReadonlySet<number>
  readonly lastTimeMs: number
}

/** Yields the number of rows done, after each block. */
export function* checkRows(check: RowsCheck): Generator<number> {
  const { db, findings, heads } = check
  const counts = new Float64Array(CELL_COUNT)
  const chunks = new Set<number>()
  const damaged = new Set<number>()
  let chunk: ChunkCheck | null = null
  let done = 0
  for (const { key, value } of entriesOf(db, 'row')) {
    const block = key.readUInt32BE(1)
    const fault = blockFault(value)
    if (fault !== null) {
      findings.add('row', `block ${block} (rows ${block * ROWS_PER_BLOCK} and on)`, fault)
      damaged.add(block)
    }
    const number = chunkOf(block * ROWS_PER_BLOCK)
    if (chunk?.number !== number) {
      chunk?.finish(counts)
      chunk = new ChunkCheck(db, findings, number, check.lastTimeMs)
      chunks.add(number)
    }
    if (fault !== null) {
      chunk.isDamaged = true
      while (heads.next() < (block + 1) * ROWS_PER_BLOCK) checkHidden(check, heads.next(), damaged)
      continue
    }
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const ordinal = block * ROWS_PER_BLOCK + place
      const row = rowView(value, ordinal)?.toRaw()
      if (row === undefined) continue
      while (heads.next() < ordinal) checkHidden(check, heads.next(), damaged)
      const found = checkRow(check, row, ordinal)
      if (found === null) chunk.isDamaged = true
      else chunk.add(ordinal, ...found)
      check.sameSource.expect(ordinal, row)
      findings.count('row')
      done++
    }
    yield done
  }
  chunk?.finish(counts)
  while (heads.next() < Number.POSITIVE_INFINITY) {
    checkHidden(check, heads.next(), damaged)
    yield done
  }
  yield* checkRetired(check)
  // Entries that point into a damaged block may be right: they are not reported or removed.
  yield* checkIds(check, damaged)
  checkStrayChunks(check, chunks)
  for (const _ of check.sameSource.finish((ordinal) => damaged.has(blockOf(ordinal)))) yield done
  if (damaged.size === 0 && !findings.damaged.has('head')) checkCounts(check, counts)
}

/** Returns the row's heads and its right cell. Null: the heads are unreadable. */
function checkRow(check: RowsCheck, row: RawRow, ordinal: number): [heads: Heads, cell: number] | null {
  const { db, findings, heads } = check
  const at = `row ${ordinal}`
  const problem = (text: string): void => findings.add('row', `${at} (${row.id.toString()})`, text)
  for (const [name, text] of [
    ['main', row.main],
    ['diff', row.diff],
  ] as const) {
    if (text !== null) checkText(check, name, text, (fault) => findings.add('row', at, fault))
  }
  const bytes = (row.diff ?? row.main)?.bytes ?? Buffer.alloc(0)
  const source = Buffer.from(bytes).toString('utf8')
  if (!sha256(bytes).equals(row.hash)) findings.add('row', at, 'has another source hash than its effective text')
  if (isServiceText(source) !== row.isServiceRow)
    problem(`is marked ${row.isServiceRow ? '' : 'no '}service row against its text`)

  const ofPair = pairFault(db, ordinal, row)
  if (ofPair !== null) findings.add('row', at, ofPair)

  checkId(check, row.id, ordinal, at)
  const rightHeads = heads.next() === ordinal ? heads.take(ordinal, source) : NO_HEADS
  if (rightHeads === null) return null
  const sourceHash = Buffer.from(row.hash).toString('hex')
  const shape = { main: row.main, diff: row.diff, sourceHash, isServiceRow: row.isServiceRow }
  return [rightHeads, cellOf(shape, rightHeads)]
}

function checkText(check: RowsCheck, name: string, text: RawText, fault: (problem: string) => void): void {
  if (!isUtf8(text.bytes)) fault(`has a ${name} text that is no UTF-8`)
  if (text.bytes.length > textBytesMax) fault(`has a ${name} text of ${text.bytes.length} bytes`)
  if (text.isDeleted && text.bytes.length > 0) fault(`has a deletion marker with a text in ${name}`)
  if (!check.files.has(text.file)) fault(`names file ${text.file} for its ${name} text, which is not stored`)
}

/** An invisible row must be a retired one. */
function checkHidden({ db, findings, heads }: RowsCheck, ordinal: number, damaged: ReadonlySet<number>): void {
  if (!damaged.has(blockOf(ordinal)) && !db.doesExist(keyOfU32('retired', ordinal))) {
    findings.add('revision', `row ${ordinal}`, 'has translations, but there never was such a row')
  }
  heads.take(ordinal, null)
}

/** Checks that a row is found by its id. */
function checkId({ db, findings }: RowsCheck, id: Uint8Array, ordinal: number, at: string): void {
  const key = keyOf('row_by_id', id)
  const stored = db.getBinaryFast(key)
  if (stored?.length === 4 && stored.readUInt32LE(0) === ordinal) return
  const wrong = stored === undefined ? 'is missing' : 'names another row'
  findings.add('row_by_id', at, wrong, (into) => putOrdinalOfId(into, key.subarray(1), ordinal))
}

export function isVisible(db: Database, ordinal: number): boolean {
  const bytes = db.getBinary(keyOfU32('row', blockOf(ordinal)))
  return bytes !== undefined && bytes.length >= headerBytes && isFilled(bytes, ordinal % ROWS_PER_BLOCK)
}

function* checkRetired(check: RowsCheck): Generator<number> {
  const { db, findings } = check
  for (const { key, value } of entriesOf(db, 'retired')) {
    const ordinal = key.readUInt32BE(1)
    const at = `retired row ${ordinal}`
    findings.count('retired')
    if (value.length === ROW_ID_BYTES) checkId(check, value, ordinal, at)
    else findings.add('retired', at, `has an id of ${value.length} bytes`)
    if (isVisible(db, ordinal)) findings.add('retired', at, 'is visible at the same time')
    yield findings.counted.get('retired') ?? 0
  }
}

/** Finds ids without a row. Each row's own id was found before, so surplus ids show in the count. */
function* checkIds({ db, findings }: RowsCheck, damaged: ReadonlySet<number>): Generator<number> {
  const count = keyCount(db, 'row_by_id')
  findings.count('row_by_id', count)
  const right = (findings.counted.get('row') ?? 0) + (findings.counted.get('retired') ?? 0)
  if (count <= right) return
  const open = readOpenAside(db)
  for (const { key, value } of entriesOf(db, 'row_by_id')) {
    const ordinal = value.length === 4 ? value.readUInt32LE(0) : 0
    if (damaged.has(blockOf(ordinal))) continue
    // A running or killed import has given ids to rows that do not exist yet; the next one clears them.
    if (ordinal >= (open?.namedFrom ?? Number.POSITIVE_INFINITY)) continue
    const isKnown = isVisible(db, ordinal) || db.doesExist(keyOfU32('retired', ordinal))
    if (isKnown && idOf(db, ordinal)?.equals(key.subarray(1)) === true) continue
    findings.add('row_by_id', key.toString('hex', 1), 'belongs to no row', (into) => void into.remove(key))
    yield ordinal
  }
}

function idOf(db: Database, ordinal: number): Buffer | null {
  const row = readView(db, ordinal)
  return row === null ? readRetiredId(db, ordinal) : row.bytes.subarray(row.id.start, row.id.end)
}

function checkStrayChunks({ db, findings, lastTimeMs }: RowsCheck, chunks: ReadonlySet<number>): void {
  for (const bytes of keysUnder(db, { prefix: Buffer.from([TABLES.cell]) })) {
    const isRight = bytes.length === 6 && (bytes[1] as number) < CELL_COUNT && chunks.has(bytes.readUInt32BE(2))
    if (isRight) continue
    findings.add('cell', bytes.toString('hex', 1), 'holds rows that are not there', (into) => void into.remove(bytes))
  }
  for (const { key } of entriesOf(db, 'changed_at')) {
    const number = key.readUInt32BE(1)
    if (!chunks.has(number)) new ChunkCheck(db, findings, number, lastTimeMs).finish(new Float64Array(CELL_COUNT))
  }
  for (const { key } of entriesOf(db, 'changed')) {
    const number = key.readUInt32BE(7)
    const times = db.getBinary(keyOfU32('changed_at', number))
    if (times !== undefined && times.length >= 6 && times.readUIntLE(0, 6) === key.readUIntBE(1, 6)) continue
    findings.add(
      'changed',
      `chunk ${number}`,
      'is indexed under a time that is not its own',
      (into) => void into.remove(key),
    )
  }
}

function checkCounts({ db, findings }: RowsCheck, right: Float64Array): void {
  const stored = readCellCounts(db)
  const wrong = stored.findIndex((count, cell) => count !== right[cell])
  if (wrong < 0) return
  const problem = `cell ${wrong} is counted as ${stored[wrong]} rows and holds ${right[wrong]}`
  findings.add('meta', 'cell_counts', problem, (db) => writeCellCounts(db, right))
}
