// The keys of the store. Each environment is one ordered set of keys. The first byte is the table's number; numbers are
// big-endian, so that bytes sort as numbers do. Values of hot tables are raw bytes, all others are as in record.ts.

/** The name of each table by its number; records/kinds.ts declares them. */
export interface Drawing {}

type Drawn = { readonly [N in keyof Drawing as Drawing[N] & string]?: N }

/** Tables of main that hold no records; each has a rule of `windrow check` (check/check.ts). */
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
  label_rows: 46,
  official: 130,
  pair_row: 128,
  source_moves: 134,
} as const satisfies Drawn
export type MainTable = keyof typeof MAIN_TABLES

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
  letters: 105,
  letters_name: 106,
} as const satisfies Drawn
export type Table = keyof typeof TABLES

/** A table of a record kind, or of an index of one. */
export type RecordTable = { [N in keyof Drawing]: { readonly name: Drawing[N]; readonly number: N } }[keyof Drawing]

/** A table whose keys are ids that count from 1 (records/kind.ts). */
export type NumberedTable = RecordTable & { readonly hasIds: true }

export type AnyTable = Table | RecordTable

export const tableName = (table: AnyTable): string => (typeof table === 'string' ? table : table.name)
const tableNumber = (table: AnyTable): number => (typeof table === 'string' ? TABLES[table] : table.number)

/** A part of a key. Bytes and texts come last, unless their width is fixed, because nothing marks their end. */
type KeyPart = { readonly u8: number } | { readonly u32: number } | { readonly u48: number } | Uint8Array | string

export const u8 = (value: number): KeyPart => ({ u8: value })
export const u32 = (value: number): KeyPart => ({ u32: value })
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

/** A key of the table; without parts, the prefix of all its keys. */
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

/** The key of a table and one u32. It is faster than `keyOf`, for hot tables. */
export function keyOfU32(table: Table, value: number): Buffer {
  const key = Buffer.allocUnsafe(5)
  key[0] = TABLES[table]
  key.writeUInt32BE(value, 1)
  return key
}

/** The first key after all that begin with this prefix. */
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

// Rows are stored in blocks and chunks of neighbours (docs/makers/words.md#how-rows-are-stored). A row's place there is
// the remainder of its ordinal.

/** Larger blocks waste less of their last page, smaller ones copy less at a change. */
export const ROWS_PER_BLOCK = 64
/** The times of 512 rows, six bytes each, fill one page. */
export const ROWS_PER_CHUNK = 512

export const blockOf = (ordinal: number): number => Math.floor(ordinal / ROWS_PER_BLOCK)
export const chunkOf = (ordinal: number): number => Math.floor(ordinal / ROWS_PER_CHUNK)
