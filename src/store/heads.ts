// Revisions (append only) and heads (a copy of each layer's last revision, with the derived `isInvalid`), and the one
// function through which a head changes: it keeps cells, counts and times right in the same transaction.
import { cellOf } from '../domain/cell.ts'
import type { Head, Heads, Revision, Row } from '../domain/row.ts'
import { NO_HEADS } from '../domain/row.ts'
import type { Layer } from '../domain/vocabulary.ts'
import type { Database } from './environment.ts'
import { keyOf, keyOfU32, TABLES, u32, u8 } from './keyspace.ts'
import { getRecord, keysUnder, putBytes, putRecord, records } from './record.ts'
import type { Txn } from './write.ts'

const LAYER_NUMBER: Readonly<Record<Layer, number>> = { manual: 0, machine: 1 }

function revisionKey(ordinal: number, layer: Layer, seq: number): Buffer {
  const key = Buffer.allocUnsafe(10)
  key[0] = TABLES.revision
  key.writeUInt32BE(ordinal, 1)
  key[5] = LAYER_NUMBER[layer]
  key.writeUInt32BE(seq, 6)
  return key
}

export const readHeads = (db: Database, ordinal: number): Heads =>
  getRecord<Heads>(db, keyOfU32('head', ordinal)) ?? NO_HEADS

/** All revisions of a layer of a row, oldest first. */
export function readRevisions(db: Database, ordinal: number, layer: Layer): Revision[] {
  const prefix = keyOf('revision', u32(ordinal), u8(LAYER_NUMBER[layer]))
  return [...records<Revision>(db, { prefix })].map(({ value }) => value)
}

export const readRevision = (db: Database, ordinal: number, layer: Layer, seq: number): Revision | undefined =>
  getRecord<Revision>(db, revisionKey(ordinal, layer, seq))

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

let room = Buffer.allocUnsafeSlow(64 * 1024)
/** A UTF-16 unit takes at most three bytes of UTF-8. */
const bytesPerUnitMax = 3
const closingBrace = 0x7d

/**
 * Stores a revision and the heads that it leads to. The head is the revision with one member more, so both are cut from
 * one piece of bytes; the engine copies what it is given at once. Hot: fifty times a batch.
 */
function putBoth(txn: Txn, ordinal: number, layer: Layer, stored: Revision, after: Heads): void {
  const open = JSON.stringify(stored).slice(0, -1)
  const before = layer === 'manual' ? '{"manual":' : `{"manual":${JSON.stringify(after.manual)},"machine":`
  const flag = `,"isInvalid":${after[layer]?.isInvalid ?? false}}`
  const behind = layer === 'manual' ? `${flag},"machine":${JSON.stringify(after.machine)}}` : `${flag}}`
  const bytesMax = (before.length + open.length + behind.length) * bytesPerUnitMax
  if (bytesMax > room.length) room = Buffer.allocUnsafeSlow(bytesMax)
  const start = room.write(before)
  const end = start + room.write(open, start)
  putBytes(txn.db, keyOfU32('head', ordinal), room.subarray(0, end + room.write(behind, end)))
  room[end] = closingBrace
  putBytes(txn.db, revisionKey(ordinal, layer, stored.seq), room.subarray(start, end + 1))
}

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
  putBoth(txn, row.ordinal, layer, stored, after)
  txn.chunks.move(row.ordinal, cellOf(row, heads), cellOf(row, after))
  txn.chunks.stamp(row.ordinal)
  return after
}
