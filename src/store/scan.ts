// Reading everything, a piece at a time, for searches and statistics: each function reads one bounded piece and says where
// the next one begins, so that a caller can let go between pieces and no read transaction stays open meanwhile.
import { CELL_COUNT } from '../domain/cell.ts'
import type { Heads, Reference, Revision, Row } from '../domain/row.ts'
import type { Proposal } from '../domain/proposal.ts'
import type { Layer } from '../domain/vocabulary.ts'
import { hasBit, readBitmap } from './cells.ts'
import type { Database } from './environment.ts'
import { chunkOf, keyOf, keyOfU32, ROWS_PER_BLOCK, ROWS_PER_CHUNK, TABLES } from './keyspace.ts'
import { records } from './record.ts'
import { rowAt } from './row-block.ts'
import { type FileNames, referenceAt } from './rows.ts'

/** The visible rows of one block, and the block after it that holds any (null: this was the last). */
export interface BlockOfRows {
  readonly block: number
  readonly rows: readonly Row[]
}

/** The first block at or after `block` that holds rows, or null. */
export function readBlock(db: Database, files: FileNames, block: number): BlockOfRows | null {
  const range = { start: keyOfU32('row', block), end: Buffer.from([TABLES.row + 1]), limit: 1 }
  for (const { key, value } of db.getRange(range)) {
    const found = Buffer.from(key).readUInt32BE(1)
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    const rows: Row[] = []
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const row = rowAt(bytes, found * ROWS_PER_BLOCK + place, files.nameOf)
      if (row !== null) rows.push(row)
    }
    return { block: found, rows }
  }
  return null
}

/** The references of a block by place, or null when none of its rows has one. */
export function readReferenceBlock(db: Database, block: number): ((ordinal: number) => Reference | null) | null {
  const bytes = db.getBinary(keyOfU32('reference', block))
  return bytes === undefined ? null : (ordinal) => referenceAt(bytes, ordinal % ROWS_PER_BLOCK)
}

/** The heads of the rows of a block that have any, by ordinal. `mayMatter` sees the stored JSON: taking it apart is what costs. */
export function readHeadsOfBlock(
  db: Database,
  block: number,
  mayMatter: (json: string) => boolean,
): Map<number, Heads> {
  const heads = new Map<number, Heads>()
  const range = {
    start: keyOfU32('head', block * ROWS_PER_BLOCK),
    end: keyOfU32('head', (block + 1) * ROWS_PER_BLOCK),
  }
  for (const { key, value } of db.getRange(range)) {
    const json = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8')
    if (mayMatter(json)) heads.set(Buffer.from(key).readUInt32BE(1), JSON.parse(json) as Heads)
  }
  return heads
}

/** The cell of each visible row of the chunk that holds an ordinal; -1 for places without one. */
export function readCellsOfChunk(db: Database, ordinal: number): Int8Array {
  const cells = new Int8Array(ROWS_PER_CHUNK).fill(-1)
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    const bitmap = readBitmap(db, cell, chunkOf(ordinal))
    if (bitmap === undefined) continue
    for (let place = 0; place < ROWS_PER_CHUNK; place++) if (hasBit(bitmap, place)) cells[place] = cell
  }
  return cells
}

export interface ScannedRevision {
  readonly ordinal: number
  readonly layer: Layer
  readonly revision: Revision
}

/** All revisions of the rows from `firstOrdinal` on, whole rows only, at least `count` of them unless the table ends. */
export function readRevisionsFrom(db: Database, firstOrdinal: number, count: number): ScannedRevision[] {
  const found: ScannedRevision[] = []
  const bounds = { prefix: Buffer.from([TABLES.revision]), from: keyOfU32('revision', firstOrdinal) }
  for (const { key, value } of records<Revision>(db, bounds)) {
    const ordinal = key.readUInt32BE(1)
    if (found.length >= count && found.at(-1)?.ordinal !== ordinal) break
    found.push({ ordinal, layer: key[5] === 0 ? 'manual' : 'machine', revision: value })
  }
  return found
}

/** Key of a part of the statistics in volatile. */
export const statisticsKey = (part: string): Buffer => keyOf('statistics', part)

/** Proposals with ids above `afterId`, ascending, at most `count`. */
export const readProposalsAfter = (db: Database, afterId: number, count: number): Proposal[] =>
  Array.from(
    records<Proposal>(db, {
      prefix: Buffer.from([TABLES.proposal]),
      from: keyOfU32('proposal', afterId + 1),
      limit: count,
    }),
    ({ value }) => value,
  )
