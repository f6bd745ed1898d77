// The ordinals of rows: given once, in the order of the game's files, and never changed (docs/rows.md#rows).
import { ROW_ID_BYTES } from '../../domain/row.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, keyOfU32, TABLES } from '../file/keyspace.ts'
import { getRecord, keysUnder, putRecord, removeEntry } from '../file/record.ts'

const nextKey = keyOf('meta', 'next_ordinal')

/** The next new row's ordinal; 1 in an empty store. */
export const readNextOrdinal = (db: Database): number => getRecord<number>(db, nextKey) ?? 1
export const putNextOrdinal = (db: Database, next: number): void => putRecord(db, nextKey, next)

/** The buffer in which every key by id is made, because the engine copies keys. Hot: a first import has a million. */
const idKey = keyOf('row_by_id', new Uint8Array(ROW_ID_BYTES))
const ordinalBytes = Buffer.alloc(4)
function keyOfId(id: Uint8Array): Buffer {
  for (let at = 0; at < ROW_ID_BYTES; at++) idKey[1 + at] = id[at] as number
  return idKey
}

/** The ordinal of a row id; 0: the id was never seen. */
export function ordinalOfId(db: Database, id: Uint8Array): number {
  const bytes = db.getBinaryFast(keyOfId(id))
  return bytes === undefined ? 0 : bytes.readUInt32LE(0)
}

/** Gives an id its ordinal. It must be called in a transaction. */
export function putOrdinalOfId(db: Database, id: Uint8Array, ordinal: number): void {
  ordinalBytes.writeUInt32LE(ordinal)
  void db.put(keyOfId(id), ordinalBytes)
}

/** Keeps the id of a row that is now in no source file. */
export const putRetired = (db: Database, ordinal: number, id: Uint8Array): void => {
  void db.put(keyOfU32('retired', ordinal), Buffer.from(id))
}
export const removeRetired = (db: Database, ordinal: number): void => {
  void db.remove(keyOfU32('retired', ordinal))
}

export function readRetiredId(db: Database, ordinal: number): Buffer | null {
  const bytes = db.getBinary(keyOfU32('retired', ordinal))
  return bytes === undefined ? null : Buffer.from(bytes)
}

export function* retiredOrdinals(db: Database): Generator<number> {
  for (const key of keysUnder(db, { prefix: Buffer.from([TABLES.retired]) })) yield key.readUInt32BE(1)
}

export const countRetired = (db: Database): number =>
  db.getKeysCount({ start: Buffer.from([TABLES.retired]), end: Buffer.from([TABLES.retired + 1]) })

interface StoredSlot {
  readonly fileName: string
  readonly importedAtMs: number
  readonly entries: number
  readonly shardCount: number | null
}
export const SLOTS = ['main', 'diff', 'reference', 'reference_diff'] as const
export type Slot = (typeof SLOTS)[number]

/** The slot of an official file, which is in another language of the game. */
type OfficialSlot = `official_${string}`
export const officialSlot = (language: string, part: 'main' | 'diff'): OfficialSlot =>
  `official_${language}${part === 'diff' ? '_diff' : ''}`

/** One of the files of a further pair, as `__small` and `__small_diff`. */
export type FurtherSlot = `__${string}`

export type AnySlot = Slot | OfficialSlot | FurtherSlot

export const slotKey = (slot: AnySlot): Buffer => keyOf('meta', `slot_${slot}`)

/** True: no game's file is in. Rows that an earlier one left are retired. */
export const isWithoutGame = (db: Database): boolean =>
  readSlot(db, 'main') === undefined && readSlot(db, 'diff') === undefined

/** What was imported into a slot last; undefined: nothing was. */
export const readSlot = (db: Database, slot: AnySlot): StoredSlot | undefined =>
  getRecord<StoredSlot>(db, slotKey(slot))

export function putSlot(db: Database, slot: AnySlot, value: StoredSlot | null): void {
  if (value !== null) putRecord(db, slotKey(slot), value)
  else removeEntry(db, slotKey(slot))
}
