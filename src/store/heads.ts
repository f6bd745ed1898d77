// Revisions (append only) and heads (a copy of each layer's last revision, with the derived `isInvalid`), and the one
// function through which a head changes: it keeps cells, counts and times right in the same transaction.
import { cellOf } from '../domain/cell.ts'
import type { Head, Heads, Revision, Row } from '../domain/row.ts'
import { NO_HEADS } from '../domain/row.ts'
import type { Layer } from '../domain/vocabulary.ts'
import type { Database } from './environment.ts'
import { keyOf, keyOfU32, TABLES, u32, u8 } from './keyspace.ts'
import { getRecord, keysUnder, putRecord, records, putJson } from './record.ts'
import type { Txn } from './write.ts'

const LAYER_NUMBER: Readonly<Record<Layer, number>> = { manual: 0, machine: 1 }

const revisionKey = (ordinal: number, layer: Layer, seq: number): Buffer =>
  keyOf('revision', u32(ordinal), u8(LAYER_NUMBER[layer]), u32(seq))

export const readHeads = (db: Database, ordinal: number): Heads =>
  getRecord<Heads>(db, keyOfU32('head', ordinal)) ?? NO_HEADS

/** All revisions of a layer of a row, oldest first. */
export function readRevisions(db: Database, ordinal: number, layer: Layer): Revision[] {
  const prefix = keyOf('revision', u32(ordinal), u8(LAYER_NUMBER[layer]))
  return [...records<Revision>(db, { prefix })].map(({ value }) => value)
}

export const readRevision = (db: Database, ordinal: number, layer: Layer, seq: number): Revision | undefined =>
  getRecord<Revision>(db, revisionKey(ordinal, layer, seq))

export interface RowHeads {
  readonly ordinal: number
  readonly heads: Heads
}

/** All rows that have a head, in ordinal order, retired rows too. */
export function* allHeads(db: Database, firstOrdinal = 0): Generator<RowHeads> {
  const prefix = Buffer.from([TABLES.head])
  for (const { key, value } of records<Heads>(db, { prefix, from: keyOfU32('head', firstOrdinal) })) {
    yield { ordinal: key.readUInt32BE(1), heads: value }
  }
}

/** Ordinals of all rows that have a head, ascending, without reading the heads. */
export function* ordinalsWithHeads(db: Database): Generator<number> {
  for (const key of keysUnder(db, { prefix: Buffer.from([TABLES.head]) })) yield key.readUInt32BE(1)
}

/** Stores heads as they are (derived flags recomputed by an import); cells are the caller's. */
export const putHeads = (db: Database, ordinal: number, heads: Heads): void =>
  putRecord(db, keyOfU32('head', ordinal), heads)

export const putRevision = (db: Database, ordinal: number, layer: Layer, revision: Revision): void =>
  putRecord(db, revisionKey(ordinal, layer, revision.seq), revision)

/** What a new revision says; number and time are given by the write. */
export type NewRevision = Omit<Revision, 'seq' | 'createdAtMs'>

/** Appends a revision to a layer, makes it the head, and keeps cell, counts and change time. Returns the row's new heads. */
export function appendRevision(
  txn: Txn,
  row: Row,
  heads: Heads,
  layer: Layer,
  revision: NewRevision,
  isInvalid: boolean,
): Heads {
  const seq = (heads[layer]?.seq ?? 0) + 1
  const stored: Revision = { seq, ...revision, createdAtMs: txn.timeMs }
  const head: Head = { ...stored, isInvalid }
  const after: Heads = layer === 'manual' ? { ...heads, manual: head } : { ...heads, machine: head }
  // The head is the revision with one member more: the text is made into JSON once. Hot: fifty times a batch.
  const json = JSON.stringify(stored)
  const headJson = `${json.slice(0, -1)},"isInvalid":${isInvalid}}`
  const [manual, machine] =
    layer === 'manual' ? [headJson, JSON.stringify(heads.machine)] : [JSON.stringify(heads.manual), headJson]
  putJson(txn.db, revisionKey(row.ordinal, layer, seq), json)
  putJson(txn.db, keyOfU32('head', row.ordinal), `{"manual":${manual},"machine":${machine}}`)
  txn.chunks.move(row.ordinal, cellOf(row, heads), cellOf(row, after))
  txn.chunks.stamp(row.ordinal)
  return after
}
