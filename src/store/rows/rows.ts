// Rows by ordinal and by id.
import type { CoreBytes, Reference, Row, TextBytes } from '../../domain/row.ts'
import { type Database } from '../file/environment.ts'
import { keyOf, keyOfU32, TABLES, u8 } from '../keyspace.ts'
import { blockOf, ROWS_PER_BLOCK } from './grouping.ts'
import { getRecord, keysUnder, putRecord } from '../record.ts'
import { coreApart, coreAt, recordBounds, rowAt, u32At } from './row-block.ts'

/** Rows carry the number of their file in two bytes. */
export const fileNumberMax = 0xffff

/** Names of imported files by number. A number's name never changes, so a process may remember them. */
export class FileNames {
  readonly #names = new Map<number, string>()
  readonly #db: () => Database
  constructor(db: () => Database) {
    this.#db = db
  }

  nameOf = (file: number): string => {
    const known = this.#names.get(file)
    if (known !== undefined) return known
    const name = getRecord<string>(this.#db(), keyOfU32('file', file)) ?? ''
    this.#names.set(file, name)
    return name
  }

  /** The numbers of names. Names without one are given the next, and go into `added` for `addNames`. Null: there are too many. */
  numbersFor(names: readonly string[], added: Map<string, number>): number[] | null {
    const db = this.#db()
    const numbers = new Map<string, number>()
    let last = 0
    for (const key of keysUnder(db, { prefix: Buffer.from([TABLES.file]) })) {
      last = key.readUInt32BE(1)
      numbers.set(getRecord<string>(db, key) ?? '', last)
    }
    for (const [name, number] of added) numbers.set(name, (last = number))
    const found = names.map((name) => {
      let number = numbers.get(name)
      if (number === undefined) {
        number = ++last
        numbers.set(name, number)
        added.set(name, number)
      }
      return number
    })
    return last > fileNumberMax ? null : found
  }

  /** Stores names under the numbers that they were given. Only inside a write. */
  addNames(added: ReadonlyMap<string, number>): void {
    for (const [name, number] of added) putRecord(this.#db(), keyOfU32('file', number), name)
  }
}

/** The ordinal of a row id (lower-case hex), retired rows too; undefined when the id was never seen. */
export function ordinalOf(db: Database, rowId: string): number | undefined {
  const bytes = db.getBinaryFast(keyOf('row_by_id', Buffer.from(rowId, 'hex')))
  return bytes === undefined ? undefined : bytes.readUInt32LE(0)
}

/** The ordinals of the row ids that begin with some hex digits, retired rows too; null when there are more than `most`. */
export function ordinalsOfIds(db: Database, prefix: string, most: number): number[] | null {
  const [first, last] = ['0', 'f'].map((digit) => Buffer.from(prefix.padEnd(idDigits, digit), 'hex'))
  const range = {
    start: keyOf('row_by_id', first as Buffer),
    end: keyOf('row_by_id', last as Buffer, u8(0)),
    limit: most + 1,
  }
  const ordinals = Array.from(db.getRange(range), ({ value }) => (value as Buffer).readUInt32LE(0))
  return ordinals.length > most ? null : ordinals
}

const idDigits = 16

/** A visible row, or null (retired, or an ordinal never given). */
export function readRow(db: Database, files: FileNames, ordinal: number): Row | null {
  // A copy: looking up a file's name on the way would overwrite the buffer that getBinaryFast shares.
  const block = readBlock(db, blockOf(ordinal))
  return block === undefined ? null : rowAt(block, ordinal, files.nameOf)
}

/** A visible row by id, or null. */
export function readRowById(db: Database, files: FileNames, rowId: string): Row | null {
  const ordinal = ordinalOf(db, rowId)
  return ordinal === undefined ? null : readRow(db, files, ordinal)
}

/** The core of a visible row, in a copy of its own, or null. */
export function readCore(db: Database, ordinal: number): CoreBytes | null {
  const block = db.getBinaryFast(keyOfU32('row', blockOf(ordinal)))
  const core = block === undefined ? null : coreAt(block, ordinal)
  return core === null ? null : coreApart(core)
}

type ReadBlock = (db: Database, block: number) => Buffer | undefined

/** A copy of a block. */
const readBlock: ReadBlock = (db, block) => {
  const bytes = db.getBinary(keyOfU32('row', block))
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** A block in the buffer of the engine: good until the next read, for who takes all of a row at once. */
export const borrowBlock: ReadBlock = (db, block) => db.getBinaryFast(keyOfU32('row', block))

/** Takes a row out of its block (a copy that may be kept, unless it was borrowed); null when there is no visible one. */
export type Take<T> = (block: Buffer, ordinal: number) => T | null

/** Takes up to `count` visible rows after `after`, ascending, whatever their cell. Hot: one read a block. */
export function takeVisible<T>(db: Database, after: number, count: number, take: Take<T>, read = readBlock): T[] {
  const rows: T[] = []
  let block = blockOf(after + 1)
  while (rows.length < count) {
    const bytes = read(db, block)
    if (bytes === undefined) {
      const next = nextBlock(db, block)
      if (next === undefined) return rows
      block = next
      continue
    }
    const first = block * ROWS_PER_BLOCK
    for (let place = Math.max(0, after + 1 - first); place < ROWS_PER_BLOCK && rows.length < count; place++) {
      const row = take(bytes, first + place)
      if (row !== null) rows.push(row)
    }
    block++
  }
  return rows
}

/** Takes rows of ascending ordinals; each block is read once, and ordinals without a visible row are left out. */
export function takeRows<T>(db: Database, ordinals: readonly number[], take: Take<T>, read = readBlock): T[] {
  const rows: T[] = []
  let at = -1
  let bytes: Buffer | undefined
  for (const ordinal of ordinals) {
    if (blockOf(ordinal) !== at) {
      at = blockOf(ordinal)
      bytes = read(db, at)
    }
    const row = bytes === undefined ? null : take(bytes, ordinal)
    if (row !== null) rows.push(row)
  }
  return rows
}

function nextBlock(db: Database, after: number): number | undefined {
  for (const key of db.getKeys({ start: keyOfU32('row', after), end: Buffer.from([TABLES.row + 1]), limit: 1 })) {
    return Buffer.from(key).readUInt32BE(1)
  }
  return undefined
}

/** Up to `count` ordinals of visible rows after `after`, ascending, whatever their cell. */
export function visibleOrdinals(db: Database, after: number, count: number): number[] {
  const found: number[] = []
  const range = { start: keyOfU32('row', blockOf(after + 1)), end: Buffer.from([TABLES.row + 1]) }
  for (const { key, value } of db.getRange(range)) {
    const first = (key as Buffer).readUInt32BE(1) * ROWS_PER_BLOCK
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      if (first + place <= after) continue
      const { start, end } = recordBounds(value, place)
      if (start === end) continue
      found.push(first + place)
      if (found.length === count) return found
    }
  }
  return found
}

// ---------------------------------------------------------------- references: up to 64 rows' Chinese texts in one value
//   0     u32[64]  end of record i, counted from 256
//   256   records: u8 flags (1 main, 2 diff), u32 length of the main text, both texts

const referenceHeader = 4 * ROWS_PER_BLOCK

function referenceAt(block: Buffer, place: number): Reference | null {
  const raw = rawReferenceAt(block, place)
  return raw === null ? null : { main: raw.main?.toString() ?? null, diff: raw.diff?.toString() ?? null }
}

export interface RawReference {
  readonly main: Buffer | null
  readonly diff: Buffer | null
}

/** As `referenceAt`, with the bytes still lying in the block. */
export function rawReferenceAt(block: Buffer, place: number): RawReference | null {
  const { start, end } = recordBounds(block, place)
  if (start === end) return null
  const flags = block[start] as number
  const split = start + 5 + block.readUInt32LE(start + 1)
  return {
    main: flags & 1 ? block.subarray(start + 5, split) : null,
    diff: flags & 2 ? block.subarray(split, end) : null,
  }
}

/** What a reader sees of a reference: diff text before main text. */
export interface ReferenceText {
  readonly text: TextBytes
  readonly kind: 'main' | 'diff'
}

/** Where the text of a place lies in a block, which may be borrowed; null when there is none. */
export function referenceTextAt(block: Uint8Array, place: number): ReferenceText | null {
  const { start, end } = recordBounds(block, place)
  if (start === end) return null
  const mainStart = start + 5
  const mainEnd = mainStart + u32At(block, start + 1)
  return (block[start] as number) & 2
    ? { text: { bytes: block, start: mainEnd, end }, kind: 'diff' }
    : { text: { bytes: block, start: mainStart, end: mainEnd }, kind: 'main' }
}

/** Reads references of neighbouring rows: a block is read once for as long as the rows lie in it. */
export function createReferenceReader(db: Database): (ordinal: number) => ReferenceText | null {
  let at = -1
  let block: Uint8Array | undefined
  return (ordinal) => {
    if (blockOf(ordinal) !== at) {
      at = blockOf(ordinal)
      block = db.getBinary(keyOfU32('reference', at))
    }
    return block === undefined ? null : referenceTextAt(block, ordinal % ROWS_PER_BLOCK)
  }
}

export function readReference(db: Database, ordinal: number): Reference | null {
  const block = db.getBinaryFast(keyOfU32('reference', blockOf(ordinal)))
  return block === undefined ? null : referenceAt(block, ordinal % ROWS_PER_BLOCK)
}

/** A block of references; null when none of its rows has one. Texts are UTF-8. */
export function encodeReferences(references: readonly (RawReference | null)[]): Buffer | null {
  let size = referenceHeader
  for (const r of references) if (r !== null) size += 5 + (r.main?.length ?? 0) + (r.diff?.length ?? 0)
  if (size === referenceHeader) return null
  const block = Buffer.allocUnsafe(size)
  let at = referenceHeader
  for (let place = 0; place < ROWS_PER_BLOCK; place++) {
    const r = references[place] ?? null
    if (r !== null) {
      block[at] = (r.main === null ? 0 : 1) | (r.diff === null ? 0 : 2)
      block.writeUInt32LE(r.main?.length ?? 0, at + 1)
      at += 5
      for (const bytes of [r.main, r.diff]) {
        if (bytes === null) continue
        block.set(bytes, at)
        at += bytes.length
      }
    }
    block.writeUInt32LE(at - referenceHeader, 4 * place)
  }
  return block
}
