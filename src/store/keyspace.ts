// The map of the database, in key order. Each environment is one ordered set of keys; the first byte names the table,
// the rest is drawn here. Numbers are big-endian, so that bytes compare as numbers do (ordinals, times, ids).
// Values are binary where a table is hot (row blocks, bitmaps, times) and JSON elsewhere.
//
//   main (flushed, holds everything that matters)
//   meta                  name                              schema, generations, next ids and ordinal, counts of cells, writes and
//                                                           the last one's time, the file in each slot, who writes aside
//   row                   block                             64 rows' texts, hashes, places and flags; visible rows only
//   retired               ordinal                           the id of a row without a source
//   row_by_id             row_id                            its ordinal, retired rows too
//   reference             block                             64 rows' Chinese texts
//   cell                  cell, chunk                       which of 512 rows lie in the cell, a bitmap
//   changed_at            chunk                             when each of 512 rows changed last
//   changed               latest change, chunk              finds the chunks that changed since a time; the write's number
//   head                  ordinal                           each layer's latest revision, with its derived flag (rows/revision-bytes.ts)
//   revision              ordinal, layer, seq               those before, append only
//   file                  number                            its name
//   quota                 user_id, UTC day                  rows written through v1
//   answer_bytes          user_id, UTC day                  bytes of stored answers
//   same_source           first bytes of a source hash      the rows whose source has it, all but service rows
//   aside                 import's number, another key      that key's value, written aside (file/aside.ts)
//   import_rows           import, kind, piece               the rows it brought, and those it changed (packed-rows.ts)
//   act_of_person         user_id, time, ordinal, kind, n   each act by hand
//   records of a declared kind, and what finds them: drawn in records/kinds.ts
//
//   volatile (not flushed, disposable)
//   legacy                day, key_id, type                 legacy requests
//   last_use              key_id                            when a key was used last
//   historical            user_id                           legacy requests not yet folded into the user
//   lease                 none, or `turn`, `room`, `backup` who has the writer for long; whose turn it is to import; room for the
//                         `damage`                          writer; a backup that runs; what the latest look at the whole store
//                                                           found wrong
//   throttle              digest                            failed sign-ins
//   server                process id                        a running server and its address
//   statistics            part                              what a scan counted last
//   import_run            number                            imports that the site started, and how far they are
//   setup                                                   digest of this start's set-up code
//   sole_server                                             the process that counts v1 requests in memory
//   visit                 minute, user_id, kind             requests of the site, reads and writes apart, and of API v1
//   claim                 claim id                          rows that somebody works on
//   claim_end             ends at, claim id                 finds claims that are over
//   claim_of_person       user_id, claim id
//   claim_rows            chunk                             which of 512 rows are claimed, a bitmap
//   claim_hand            user_id, work, source, layer      where the next claim of this kind begins to look
//
//   derived (not flushed, made again from main; see derived/)
//   derived_state                                           the state of main that is stored here (derived/work-index.ts)
//   derived_stamp         chunk                             what of main its rows were derived from
//   work_facet            piece of 65,536 rows, facet       which rows have it
//   search_segment        segment of 32,768 rows            what its pages are made from (search/segment.ts)
//   search_page           segment, number                   which rows have which grams
//   search_kept                                             names the state of all segments: another after each change
//   search_maker                                            the command that makes them: of several the one that began last

/**
 * Of main, but for the tables of records, whose numbers stand in their declarations (records/kinds.ts). `windrow check` has
 * a rule for each (check/check.ts).
 */
export const MAIN_TABLES = {
  meta: 1,
  row: 2,
  retired: 3,
  row_by_id: 4,
  reference: 5,
  cell: 6,
  changed_at: 7,
  changed: 8,
  head: 9,
  revision: 10,
  file: 25,
  quota: 31,
  answer_bytes: 33,
  same_source: 34,
  aside: 35,
  import_rows: 36,
  act_of_person: 38,
} as const
export type MainTable = keyof typeof MAIN_TABLES

/** Of all environments, but for the tables of records. A number means one table only, wherever it is met. */
export const TABLES = {
  ...MAIN_TABLES,
  legacy: 65,
  last_use: 66,
  historical: 67,
  lease: 68,
  throttle: 69,
  server: 70,
  statistics: 71,
  import_run: 72,
  setup: 73,
  sole_server: 74,
  visit: 75,
  claim: 76,
  claim_end: 77,
  claim_of_person: 78,
  claim_rows: 79,
  claim_hand: 80,
  derived_state: 96,
  derived_stamp: 97,
  work_facet: 98,
  search_segment: 100,
  search_page: 101,
  search_kept: 103,
  search_maker: 104,
} as const
export type Table = keyof typeof TABLES

/** A table of a record's declaration, which gives it its number. */
export interface RecordTable {
  readonly name: string
  /** Below 64, as all of main, and nobody else's. */
  readonly number: number
}

/** One whose keys are ids that count from 1 (records/ids.ts). */
export interface NumberedTable extends RecordTable {
  readonly hasIds: true
}

export type AnyTable = Table | RecordTable

export const tableName = (table: AnyTable): string => (typeof table === 'string' ? table : table.name)
const tableNumber = (table: AnyTable): number => (typeof table === 'string' ? TABLES[table] : table.number)

/** One part of a key: a number with its width, or bytes as they are (last part only, unless of fixed width). */
type KeyPart = { readonly u8: number } | { readonly u32: number } | { readonly u48: number } | Uint8Array | string

export const u8 = (value: number): KeyPart => ({ u8: value })
export const u32 = (value: number): KeyPart => ({ u32: value })
/** Times in milliseconds. */
export const u48 = (value: number): KeyPart => ({ u48: value })

const sizeOf = (part: KeyPart): number =>
  typeof part === 'string'
    ? Buffer.byteLength(part)
    : part instanceof Uint8Array
      ? part.length
      : 'u8' in part
        ? 1
        : 'u32' in part
          ? 4
          : 6

/** Key of an entry of a table; without parts, what all its keys begin with. */
export function keyOf(table: AnyTable, ...parts: readonly KeyPart[]): Buffer {
  let size = 1
  for (const part of parts) size += sizeOf(part)
  const key = Buffer.allocUnsafe(size)
  let at = key.writeUInt8(tableNumber(table), 0)
  for (const part of parts) {
    if (typeof part === 'string') at += key.write(part, at)
    else if (part instanceof Uint8Array) {
      key.set(part, at)
      at += part.length
    } else if ('u8' in part) at = key.writeUInt8(part.u8, at)
    else if ('u32' in part) at = key.writeUInt32BE(part.u32, at)
    else at = key.writeUIntBE(part.u48, at, 6)
  }
  return key
}

/** Key of a table with one u32 part: the hot ones, without the detour over parts. */
export function keyOfU32(table: Table, value: number): Buffer {
  const key = Buffer.allocUnsafe(5)
  key[0] = TABLES[table]
  key.writeUInt32BE(value, 1)
  return key
}

/** First key after every key that begins with `prefix`. */
export function keyAfter(prefix: Uint8Array): Buffer {
  const end = Buffer.from(prefix)
  for (let i = end.length - 1; i >= 0; i--) {
    const byte = end[i] as number
    if (byte < 0xff) {
      end[i] = byte + 1
      return end.subarray(0, i + 1)
    }
  }
  throw new Error('a prefix of only 0xff bytes has no end')
}
