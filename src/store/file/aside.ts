// Values written aside, so that an import larger than memory becomes visible in one transaction. Small transactions write to the
// table `aside`, which readers do not see. One transaction then puts a mark under each value's own key, and reads of that key
// return the value aside. An import that ends earlier changes nothing.
//
//   aside    number of the import, the value's own key      the value
//   mark     u8 0, u32 number of the import                 under the value's own key
//
// No other value is five bytes long and begins with 0: JSON does not, blocks and bitmaps are longer. The database follows
// marks itself (environment.ts).
//
// Marks among small values all over the store (heads) would each bring a page into the last transaction. Small transactions
// before it put **waiting** marks there, which name the present value and the later one; an entry of meta decides which is in
// force. Plain marks replace them afterwards.
//
//   waiting mark          u8 0, u32 number + 2^31           under the value's own key
//   aside                 number + 2^31, the key            the present value
//   aside                 number, the key                   the later value
//   meta revealed_aside   JSON                              the number whose waiting marks count as revealed
//
// Invariants: a mark and its value are removed in one transaction; a revealed number is never reused (door/write-aside.ts).
import { keyOf, type Table, TABLES, u32 } from './keyspace.ts'

const markBytes = 5

/** Tables whose values may be aside; revisions are never replaced. */
const REPLACED: readonly number[] = (['row', 'reference', 'head'] satisfies Table[]).map((table) => TABLES[table])
export const mayLieAside = (key: Uint8Array): boolean => REPLACED.includes(key[0] as number)

export const asideKey = (number: number, key: Uint8Array): Buffer => keyOf('aside', u32(number), key)
export const keyInside = (key: Buffer): Buffer => key.subarray(markBytes)

export function markOf(number: number): Buffer {
  const mark = Buffer.alloc(markBytes)
  mark.writeUInt32BE(number, 1)
  return mark
}

export const isMark = (value: Uint8Array): boolean => value.length === markBytes && value[0] === 0

const waitingBit = 0x8000_0000
export const asItWas = (number: number): number => number + waitingBit
export const isWaiting = (mark: Uint8Array): boolean => (mark[1] as number) >= 0x80
export const plainMarkOf = (mark: Uint8Array): Buffer => markOf((numberIn(mark) >>> 0) - waitingBit)

export const revealedKey = keyOf('meta', 'revealed_aside')
function asideKeyOf(mark: Uint8Array, key: Uint8Array): Buffer {
  const at = Buffer.allocUnsafe(markBytes + key.length)
  at[0] = TABLES.aside
  for (let byte = 1; byte < markBytes; byte++) at[byte] = mark[byte] as number
  at.set(key, markBytes)
  return at
}

/** The keys in `aside` of a mark's values: two for a waiting mark. */
export const placesOf = (mark: Uint8Array, key: Uint8Array): Buffer[] =>
  isWaiting(mark) ? [asideKeyOf(mark, key), asideKeyOf(plainMarkOf(mark), key)] : [asideKeyOf(mark, key)]

/** The key in `aside` of the value in force; `revealed` reads `revealedKey`. */
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
