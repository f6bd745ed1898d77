// Values written aside: how an import that is larger than memory becomes visible at once. Small transactions write its
// values into the table `aside`, where nobody looks; then one transaction puts a mark under each value's own key, and from
// then on readers of that key are given the value aside. An import that ends before that leaves nothing that counts.
//
//   aside    number of the import, the value's own key      the value
//   mark     u8 0, u32 number of the import                 under the value's own key
//
// No other value is five bytes long and begins with 0: JSON does not, blocks and bitmaps are longer. Only the database
// itself follows marks (environment.ts), so readers never see one.
import { keyOf, type Table, TABLES, u32 } from '../keyspace.ts'

const markBytes = 5

/** Tables whose values may lie aside. Those of revisions are never replaced. */
const REPLACED: readonly number[] = (['row', 'reference', 'head'] satisfies Table[]).map((table) => TABLES[table])
export const mayLieAside = (key: Uint8Array): boolean => REPLACED.includes(key[0] as number)

export const asideKey = (number: number, key: Uint8Array): Buffer => keyOf('aside', u32(number), key)
/** The key in its own table of a key of `aside`. */
export const keyInside = (key: Buffer): Buffer => key.subarray(markBytes)

export function markOf(number: number): Buffer {
  const mark = Buffer.alloc(markBytes)
  mark.writeUInt32BE(number, 1)
  return mark
}

export const isMark = (value: Uint8Array): boolean => value.length === markBytes && value[0] === 0

/** Where the value of a key lies whose own entry is a mark. Hot: each value that an import brought. */
export function asideKeyOf(mark: Uint8Array, key: Uint8Array): Buffer {
  const at = Buffer.allocUnsafe(markBytes + key.length)
  at[0] = TABLES.aside
  for (let byte = 1; byte < markBytes; byte++) at[byte] = mark[byte] as number
  for (let byte = 0; byte < key.length; byte++) at[markBytes + byte] = key[byte] as number
  return at
}
