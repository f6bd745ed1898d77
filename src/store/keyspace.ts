// The map of the database, in key order. Each environment is one ordered set of keys; the first byte names the table,
// the rest is drawn here. Numbers are big-endian, so that bytes compare as numbers do (ordinals, times, ids).
// Values are binary where a table is hot (row blocks, bitmaps, times) and JSON elsewhere.
//
//   main (flushed, holds everything that matters)
//   meta                  name                              schema, generations, last time given, next ids
//   row                   block                             64 rows' texts, hashes, places and flags; visible rows only
//   retired               ordinal                           the id of a row without a source
//   row_by_id             row_id                            its ordinal, retired rows too
//   reference             block                             64 rows' Chinese texts
//   cell                  cell, chunk                       which of 512 rows lie in the cell, a bitmap
//   changed_at            chunk                             when each of 512 rows changed last
//   changed               latest change, chunk              finds the chunks that changed since a time
//   head                  ordinal                           both layers' heads (a copy of their last revisions, derived flag)
//   revision              ordinal, layer, seq               append only
//   proposal              proposal_id
//   proposal_by_row       ordinal, proposal_id
//   proposal_by_status    status, proposal_id
//   proposal_by_author    user_id, proposal_id
//   proposal_pending      user_id, ordinal                  the one pending proposal of an author for a row
//   user, user_by_name, key, key_by_digest, key_by_user, session, session_by_user
//   setting, glossary, file, import, audit, export_digest
//   idempotency           key_id, header value              the stored answer
//   idempotency_expiry    expires at, key_id, header value
//   quota                 user_id, UTC day                  rows written through v1
//   old_source            source hash                       replaced source texts of rows with work on them
//
//   volatile (not flushed, disposable)
//   rate                  minute, user_id                   v1 requests
//   legacy                day, key_id, type                 legacy requests
//   last_use              key_id                            when a key was used last
//   historical            user_id                           legacy requests not yet folded into the user
//   lease                                                   the import that runs now
//   throttle              digest                            failed sign-ins
//   server                process id                        a running server and its address
//   setup                                                   digest of this start's set-up code
//   statistics            part                              what a scan counted last
//   import_run            number                            imports that the site started, and how far they are
//   sole_server                                             the process that counts v1 requests in memory

/** Rows whose texts are stored in one value. Larger blocks waste less of their last page, smaller ones copy less. */
export const ROWS_PER_BLOCK = 64
/** Rows whose bitmaps and times are stored in one value; 512 times of six bytes fill one page. */
export const ROWS_PER_CHUNK = 512

export const TABLES = {
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
  proposal: 11,
  proposal_by_row: 12,
  proposal_by_status: 13,
  proposal_by_author: 14,
  proposal_pending: 15,
  user: 16,
  user_by_name: 17,
  key: 18,
  key_by_digest: 19,
  key_by_user: 20,
  session: 21,
  session_by_user: 22,
  setting: 23,
  glossary: 24,
  file: 25,
  import: 26,
  audit: 27,
  export_digest: 28,
  idempotency: 29,
  idempotency_expiry: 30,
  quota: 31,
  old_source: 32,
  rate: 64,
  legacy: 65,
  last_use: 66,
  historical: 67,
  lease: 68,
  throttle: 69,
  server: 70,
  setup: 73,
  statistics: 71,
  import_run: 72,
  sole_server: 74,
} as const
export type Table = keyof typeof TABLES

/** One part of a key: a number with its width, or bytes as they are (last part only, unless of fixed width). */
export type KeyPart =
  | { readonly u8: number }
  | { readonly u32: number }
  | { readonly u48: number }
  | Uint8Array
  | string

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

/** Key of an entry of a table. */
export function keyOf(table: Table, ...parts: readonly KeyPart[]): Buffer {
  let size = 1
  for (const part of parts) size += sizeOf(part)
  const key = Buffer.allocUnsafe(size)
  let at = key.writeUInt8(TABLES[table], 0)
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

export const blockOf = (ordinal: number): number => Math.floor(ordinal / ROWS_PER_BLOCK)
export const chunkOf = (ordinal: number): number => Math.floor(ordinal / ROWS_PER_CHUNK)
