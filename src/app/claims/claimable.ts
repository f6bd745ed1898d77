// The rows that claims are taken from: those of a kind of work (untranslated, stale), read from the cells of the main database, or
// those of any filter of work, from its index.
import { cellsOfWork } from '../../domain/cell.ts'
import { type Claimant, isOpen, type RowAtWork } from '../../domain/claim.ts'
import type { ClaimWork, SourceFilter } from '../../domain/vocabulary.ts'
import { bitsIn, ROWS_PER_PIECE } from '../../domain/work/row-set.ts'
import { type WorkFilter, writeWorkFilter } from '../../domain/work/work-filter.ts'
import {
  bitmapBytes,
  chunkOf,
  countMatching,
  hasBit,
  pageOrdinals,
  readBitmap,
  ROWS_PER_CHUNK,
  rowsInCells,
} from '../../store/rows.ts'
import { claimedChunks } from '../../store/volatile.ts'
import type { Database } from '../../store/store.ts'
import type { App } from '../app.ts'
import { findWorkAtHand, fitsNow } from '../work/find-work.ts'

export interface Claimable {
  /** The name under which a person's place is kept: the next claim of the same name begins where the last one ended. */
  readonly name: { readonly work: ClaimWork; readonly source: SourceFilter } | { readonly filter: string }
  /** False: rows that changed a moment ago may be missing. */
  readonly isSettled: boolean
  count(): number
  /** The numbers of the first rows behind `after`, ascending, at most `count`. */
  after(after: number, count: number): readonly number[]
  has(ordinal: number): boolean
  isOpen(claimant: Claimant, at: RowAtWork): boolean
  /** The rows of a chunk as a bitmap. */
  inChunk(chunk: number): Buffer
}

export function claimableOfWork(app: App, work: ClaimWork, source: SourceFilter): Claimable {
  const { main } = app.store
  const cells = cellsOfWork(work, source)
  return {
    name: { work, source },
    isSettled: true,
    count: () => countMatching(main, cells, null),
    after: (after, count) => pageOrdinals(main, { cells, after, count, updatedSinceMs: null }),
    has: (ordinal) =>
      cells.some((cell) => {
        const bitmap = readBitmap(main, cell, chunkOf(ordinal))
        return bitmap !== undefined && hasBit(bitmap, ordinal % ROWS_PER_CHUNK)
      }),
    isOpen: (claimant, at) => isOpen(claimant, at, false),
    inChunk: (chunk) => rowsInCells(main, cells, chunk),
  }
}

/** The rows of a filter. The index may be a little behind, so each row is compared with the filter again before it is given out. */
export async function claimableOfFilter(app: App, filter: WorkFilter): Promise<Claimable> {
  const fits = await fitsNow(app, filter)
  const rows = await findWorkAtHand(app, filter)
  return {
    name: { filter: writeWorkFilter(filter).toString() },
    isSettled: app.work.index.isInLine,
    count: () => rows.size,
    after: (after, count) => rows.after(after, count),
    has: (ordinal) => rows.has(ordinal),
    isOpen: (claimant, at) => isOpen(claimant, at, true) && fits(at.row, at.heads),
    inChunk: (chunk) => {
      const piece = rows.piece(Math.floor((chunk * ROWS_PER_CHUNK) / ROWS_PER_PIECE))
      if (piece === undefined) return Buffer.alloc(bitmapBytes)
      const first = piece.byteOffset + ((chunk * ROWS_PER_CHUNK) % ROWS_PER_PIECE) / 8
      return Buffer.from(piece.buffer, first, bitmapBytes)
    },
  }
}

export function countClaimed(volatile: Database, work: Claimable): number {
  let count = 0
  for (const { chunk, claimed } of claimedChunks(volatile)) {
    const rows = work.inChunk(chunk)
    for (let at = 0; at < bitmapBytes; at += 4) count += bitsIn(claimed.readInt32LE(at) & rows.readInt32LE(at))
  }
  return count
}
