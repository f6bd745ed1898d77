// Finds rows by id for readers of game files. Ordinals mostly follow the order of the files, so the rows after the last
// one found, up to the end of its block, are tried before the index. Hot: once for each of 1.2 million entries, 0.3 µs
// for a good guess. Valid for one snapshot.
import { writeHex } from '../../base/bytes.ts'
import { CELLS_WITH_HEADS } from '../../domain/cell.ts'
import { type Row, ROW_ID_BYTES } from '../../domain/row.ts'
import { hasBit, rowsInCells } from './cells.ts'
import type { Database } from '../file/environment.ts'
import { blockOf, chunkOf, keyOf, keyOfU32, ROWS_PER_BLOCK, ROWS_PER_CHUNK } from '../file/keyspace.ts'
import { placeOfId, type RowView, rowView } from './row-block.ts'
import type { FileNames } from './file-names.ts'

const blocksKept = 64

export class RowFinder {
  readonly #db: Database
  readonly #files: FileNames
  readonly #blocks = new Map<number, Buffer | null>()
  readonly #withHeads = new Map<number, Buffer>()
  readonly #idKey = keyOf('row_by_id', Buffer.alloc(ROW_ID_BYTES))
  #guess = 0

  constructor(db: Database, files: FileNames) {
    this.#db = db
    this.#files = files
  }

  /** `rowId`: lower-case hex. The view's block is a copy. */
  find(rowId: string): RowView | null {
    if (!writeHex(rowId, this.#idKey, 1, ROW_ID_BYTES)) return null
    const guessed = this.#guessed()
    if (guessed !== null) return this.#found(guessed)
    const ordinal = this.#db.getBinaryFast(this.#idKey)?.readUInt32LE(0)
    if (ordinal === undefined) return null
    const block = this.#blockAt(blockOf(ordinal))
    return block === null ? null : this.#found(rowView(block, ordinal))
  }

  rowOf(found: RowView): Row {
    return found.toRow(this.#files.nameOf)
  }

  /** Cheaper than reading the heads. */
  hasHeads({ ordinal }: RowView): boolean {
    const chunk = chunkOf(ordinal)
    let bitmap = this.#withHeads.get(chunk)
    if (bitmap === undefined) {
      bitmap = rowsInCells(this.#db, CELLS_WITH_HEADS, chunk)
      this.#withHeads.set(chunk, bitmap)
    }
    return hasBit(bitmap, ordinal % ROWS_PER_CHUNK)
  }

  #found(row: RowView | null): RowView | null {
    if (row !== null) this.#guess = row.ordinal + 1
    return row
  }

  #guessed(): RowView | null {
    const block = this.#blockAt(blockOf(this.#guess))
    if (block === null) return null
    const first = this.#guess % ROWS_PER_BLOCK
    const place = placeOfId(block, first, this.#idKey, 1)
    return place < 0 ? null : rowView(block, this.#guess - first + place)
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
