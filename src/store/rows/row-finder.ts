// Finds rows by id for readers of whole game files. Ordinals run in the order of the files, but for rows that updates added.
// So the rows after the last one found are tried first, up to the end of its block; the index is asked only if none of them
// is the one. Hot: once for each of 1.2 million entries, 0.3 µs for a good guess. Sees one snapshot: make one for each view
// of the store.
import { cellsOf } from '../../domain/cell.ts'
import { type Row, SOURCE_HASH_BYTES } from '../../domain/row.ts'
import { hasBit, rowsInCells } from './cells.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, keyOfU32 } from '../keyspace.ts'
import { blockOf, chunkOf, ROWS_PER_BLOCK, ROWS_PER_CHUNK } from './grouping.ts'
import { placeOfId, type RawRow, rawRowAt, recordBounds, type RecordPlaces, recordPlaces, rowAt } from './row-block.ts'
import type { FileNames } from './rows.ts'

export interface FoundRow {
  readonly ordinal: number
  /** The block's own copy; holds its neighbours too. */
  readonly block: Buffer
}

const blocksKept = 64
const cellsWithHeads = [...cellsOf('manual', 'all'), ...cellsOf('machine', 'all')]

export class RowFinder {
  readonly #db: Database
  readonly #files: FileNames
  readonly #blocks = new Map<number, Buffer | null>()
  readonly #withHeads = new Map<number, Buffer>()
  readonly #idKey = keyOf('row_by_id', Buffer.alloc(8))
  #guess = 0

  constructor(db: Database, files: FileNames) {
    this.#db = db
    this.#files = files
  }

  /** The visible row with an id (lower-case hex), or null. */
  find(rowId: string): FoundRow | null {
    if (this.#idKey.write(rowId, 1, 'hex') !== this.#idKey.length - 1) return null
    const guessed = this.#guessed()
    if (guessed !== null) return this.#found(guessed)
    const ordinal = this.#db.getBinaryFast(this.#idKey)?.readUInt32LE(0)
    if (ordinal === undefined) return null
    const block = this.#blockAt(blockOf(ordinal))
    if (block === null) return null
    const { start, end } = recordBounds(block, ordinal % ROWS_PER_BLOCK)
    return start === end ? null : this.#found({ ordinal, block })
  }

  rowOf({ block, ordinal }: FoundRow): Row {
    return rowAt(block, ordinal, this.#files.nameOf) as Row
  }

  rawOf({ block, ordinal }: FoundRow): RawRow {
    return rawRowAt(block, ordinal % ROWS_PER_BLOCK) as RawRow
  }

  placesOf({ block, ordinal }: FoundRow): RecordPlaces {
    return recordPlaces(block, ordinal % ROWS_PER_BLOCK)
  }

  /** Lower-case hex. */
  sourceHashOf({ block, ordinal }: FoundRow): string {
    const { hashAt } = recordPlaces(block, ordinal % ROWS_PER_BLOCK)
    return block.toString('hex', hashAt, hashAt + SOURCE_HASH_BYTES)
  }

  /** Whether any layer of the row has a head: a look at a bitmap, where reading heads is a look into a table. */
  hasHeads({ ordinal }: FoundRow): boolean {
    const chunk = chunkOf(ordinal)
    let bitmap = this.#withHeads.get(chunk)
    if (bitmap === undefined) {
      bitmap = rowsInCells(this.#db, cellsWithHeads, chunk)
      this.#withHeads.set(chunk, bitmap)
    }
    return hasBit(bitmap, ordinal % ROWS_PER_CHUNK)
  }

  #found(row: FoundRow): FoundRow {
    this.#guess = row.ordinal + 1
    return row
  }

  /** The row asked for, if it is the guess or comes after it in the same block. */
  #guessed(): FoundRow | null {
    const block = this.#blockAt(blockOf(this.#guess))
    if (block === null) return null
    const first = this.#guess % ROWS_PER_BLOCK
    const place = placeOfId(block, first, this.#idKey, 1)
    return place < 0 ? null : { ordinal: this.#guess - first + place, block }
  }

  #blockAt(number: number): Buffer | null {
    const known = this.#blocks.get(number)
    if (known !== undefined) return known
    const bytes = this.#db.getBinary(keyOfU32('row', number))
    const block = bytes === undefined ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    if (this.#blocks.size >= blocksKept) this.#blocks.delete(this.#blocks.keys().next().value ?? -1)
    this.#blocks.set(number, block)
    return block
  }
}
