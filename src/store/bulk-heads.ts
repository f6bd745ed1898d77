// Appends a revision as `appendRevision` does, for work that goes through the rows in ascending order: cells and times are
// left to a ChunkWriter. Hot: a localized import appends a million revisions, and single writes would read and write 3 kB
// of times and two bitmaps for each.
import { cellOf } from '../domain/cell.ts'
import type { Head, Heads, Revision, Row } from '../domain/row.ts'
import type { Layer } from '../domain/vocabulary.ts'
import type { ChunkWriter } from './chunk-writer.ts'
import { type NewRevision, putHeads, putRevision } from './heads.ts'
import type { Txn } from './write.ts'

/** Makes a new revision the head of a row's layer; the caller ends the ChunkWriter once all rows are done. */
export function appendInBulk(
  txn: Txn,
  chunks: ChunkWriter,
  { row, heads, layer }: { readonly row: Row; readonly heads: Heads; readonly layer: Layer },
  revision: NewRevision,
  isInvalid: boolean,
): void {
  const stored: Revision = { seq: (heads[layer]?.seq ?? 0) + 1, ...revision, createdAtMs: txn.timeMs }
  putRevision(txn.db, row.ordinal, layer, stored)
  const head: Head = { ...stored, isInvalid }
  const after: Heads = layer === 'manual' ? { ...heads, manual: head } : { ...heads, machine: head }
  putHeads(txn.db, row.ordinal, after)
  chunks.move(row.ordinal, cellOf(row, heads), cellOf(row, after))
  chunks.stamp(row.ordinal)
}
