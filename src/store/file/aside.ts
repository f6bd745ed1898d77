// Values written aside: how an import that is larger than memory becomes visible at once. Small transactions write its
// values into the table `aside`, where nobody looks; then one transaction puts a mark under each value's own key, and from
// then on readers of that key are given the value aside. An import that ends before that leaves nothing that counts.
//
//   aside    number of the import, the value's own key      the value
//   mark     u8 0, u32 number of the import                 under the value's own key
//
// No other value is five bytes long and begins with 0: JSON does not, blocks and bitmaps are longer. Only the database
// itself follows marks (environment.ts), so readers never see one.
//
// A mark takes a page of its own into the last transaction where the values beside its key are small and lie all over the
// store (heads). Such keys get a **waiting** mark before, in small transactions: it names the value as it was, and as soon as
// the work is revealed, which is one entry of meta, the value as it will be. Then they get plain marks, some at a time.
//
//   waiting mark          u8 0, u32 number + 2^31           under the value's own key
//   aside                 number + 2^31, the key            the value as it was
//   aside                 number, the key                   the value as it will be
//   meta revealed_aside   JSON                              the number that was revealed while its marks waited
//
// Invariants: a mark and the value that it names go in one transaction, and a number that was revealed is never given again
// (door/write-aside.ts).
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

const waitingBit = 0x8000_0000
/** The number under which values lie as they were. */
export const asItWas = (number: number): number => number + waitingBit
export const isWaiting = (mark: Uint8Array): boolean => (mark[1] as number) >= 0x80
/** The mark that a waiting one becomes. */
export const plainMarkOf = (mark: Uint8Array): Buffer => markOf((numberIn(mark) >>> 0) - waitingBit)

export const revealedKey = keyOf('meta', 'revealed_aside')
/** Where the value of a key lies that a mark names. */
function asideKeyOf(mark: Uint8Array, key: Uint8Array): Buffer {
  const at = Buffer.allocUnsafe(markBytes + key.length)
  at[0] = TABLES.aside
  for (let byte = 1; byte < markBytes; byte++) at[byte] = mark[byte] as number
  at.set(key, markBytes)
  return at
}

/** Where values lie that a key's mark names: its value, and of a waiting one the value as it will be. */
export const placesOf = (mark: Uint8Array, key: Uint8Array): Buffer[] =>
  isWaiting(mark) ? [asideKeyOf(mark, key), asideKeyOf(plainMarkOf(mark), key)] : [asideKeyOf(mark, key)]

/** Where the value lies that is a key's by its mark; `revealed` reads the value of `revealedKey`. */
export function placeInForce(mark: Uint8Array, key: Uint8Array, revealed: () => Uint8Array | undefined): Buffer {
  if (!isWaiting(mark)) return asideKeyOf(mark, key)
  // The mark is borrowed until the next read.
  const plain = plainMarkOf(mark)
  const before = asideKeyOf(mark, key)
  const isRevealed = Number(Buffer.from(revealed() ?? []).toString('latin1')) === numberIn(plain)
  return isRevealed ? asideKeyOf(plain, key) : before
}

const numberIn = (bytes: Uint8Array): number =>
  ((bytes[1] as number) << 24) | ((bytes[2] as number) << 16) | ((bytes[3] as number) << 8) | (bytes[4] as number)
