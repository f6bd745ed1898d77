// How an import larger than memory becomes visible in one transaction. Small transactions first write its values
// **aside**, to the table `aside`, which readers do not see. One transaction then puts a pointer under each value's own
// key, which reads follow. An import that ends earlier changes nothing.
//
//   aside    number of the import, the value's own key     the value
//   pointer  u8 0, u32 number of the import                under the value's own key
//
// All other values of these tables are longer. The database follows pointers itself (environment.ts).
//
// Pointers of heads lie among small values all over the store: each would bring a page into the last transaction. So
// small transactions put **waiting** pointers before, each to the present and the later value; an entry of `meta`
// decides which counts. Plain pointers replace them afterwards.
//
//   waiting pointer       u8 0, u32 number + 2^31           under the value's own key
//   aside                 number + 2^31, the key            the present value
//   aside                 number, the key                   the later value
//   meta revealed_aside   JSON                              the number whose waiting pointers count as revealed
//
// Invariants: a pointer and its value are removed in one transaction; a revealed number is never reused
// (door/write-aside.ts).
import { keyOf, type Table, TABLES, u32 } from './keyspace.ts'

const pointerBytes = 5

/** Tables whose values an import may replace. (Revisions are never replaced.) */
const REPLACED: readonly number[] = (
  ['row', 'reference', 'head', 'pair_row', 'official', 'source_moves'] satisfies Table[]
).map((table) => TABLES[table])
export const mayLieAside = (key: Uint8Array): boolean => REPLACED.includes(key[0] as number)

export const asideKey = (number: number, key: Uint8Array): Buffer => keyOf('aside', u32(number), key)
export const keyInside = (key: Buffer): Buffer => key.subarray(pointerBytes)

export function pointerTo(number: number): Buffer {
  const pointer = Buffer.alloc(pointerBytes)
  pointer.writeUInt32BE(number, 1)
  return pointer
}

export const isPointer = (value: Uint8Array): boolean => value.length === pointerBytes && value[0] === 0

const waitingBit = 0x8000_0000
export const asItWas = (number: number): number => number + waitingBit
export const isWaiting = (pointer: Uint8Array): boolean => (pointer[1] as number) >= 0x80
export const plainPointerOf = (pointer: Uint8Array): Buffer => pointerTo((numberIn(pointer) >>> 0) - waitingBit)

export const revealedKey = keyOf('meta', 'revealed_aside')
function asideKeyOf(pointer: Uint8Array, key: Uint8Array): Buffer {
  const at = Buffer.allocUnsafe(pointerBytes + key.length)
  at[0] = TABLES.aside
  for (let byte = 1; byte < pointerBytes; byte++) at[byte] = pointer[byte] as number
  at.set(key, pointerBytes)
  return at
}

/** The keys under which the values of a pointer lie in `aside`. A waiting pointer has two. */
export const placesOf = (pointer: Uint8Array, key: Uint8Array): Buffer[] =>
  isWaiting(pointer) ? [asideKeyOf(pointer, key), asideKeyOf(plainPointerOf(pointer), key)] : [asideKeyOf(pointer, key)]

/** The key in `aside` of the value that readers see now. `revealed` reads the value of `revealedKey`. */
export function placeInForce(pointer: Uint8Array, key: Uint8Array, revealed: () => Uint8Array | undefined): Buffer {
  if (!isWaiting(pointer)) return asideKeyOf(pointer, key)
  // `revealed` reads, and a read may overwrite the bytes of the pointer.
  const plain = plainPointerOf(pointer)
  const before = asideKeyOf(pointer, key)
  const isRevealed = Number(Buffer.from(revealed() ?? []).toString('latin1')) === numberIn(plain)
  return isRevealed ? asideKeyOf(plain, key) : before
}

const numberIn = (bytes: Uint8Array): number =>
  ((bytes[1] as number) << 24) | ((bytes[2] as number) << 16) | ((bytes[3] as number) << 8) | (bytes[4] as number)

/** 1 MiB for each table at most; keys that share a slot replace each other. */
const slotCount = 1 << 18
const inSlot = slotCount - 1

/**
 * Remembers pointers that were read, so that a value aside takes one lookup instead of two: a page of 50 with its
 * layers, half of them imported, takes 1.07 times the processor time without it. Correct because a key's value lies
 * under a pointer's number exactly as long as the pointer exists, and never again: learn only from committed data, ask
 * only in views that are no older, and when nothing is found read the key itself.
 *
 *   slot     the upper bits of the key's number, and in place of the lower ones the import's number; 0: empty
 */
export class KnownPointers {
  /** The slots of each table, by its number. */
  readonly #slots: (Int32Array | undefined)[] = []
  readonly #at = Buffer.alloc(2 * pointerBytes, TABLES.aside)

  /** The key in `aside` if the pointer still exists; valid until the next call. Null: unknown. */
  asideKeyOf(key: Uint8Array): Buffer | null {
    const slots = this.#slots[key[0] as number]
    if (slots === undefined || key.length !== pointerBytes) return null
    const number = numberIn(key)
    const known = slots[number & inSlot] as number
    if (((known ^ number) & ~inSlot) !== 0 || (known & inSlot) === 0) return null
    this.#at.writeUInt32BE(known & inSlot, 1)
    this.#at.set(key, pointerBytes)
    return this.#at
  }

  learn(key: Uint8Array, pointer: Uint8Array): void {
    const work = numberIn(pointer) >>> 0
    if (!mayLieAside(key) || key.length !== pointerBytes || work > inSlot) return
    const slots = (this.#slots[key[0] as number] ??= new Int32Array(slotCount))
    const number = numberIn(key)
    slots[number & inSlot] = (number & ~inSlot) | work
  }

  forget(key: Uint8Array): void {
    const slots = this.#slots[key[0] as number]
    if (slots !== undefined) slots[numberIn(key) & inSlot] = 0
  }
}
