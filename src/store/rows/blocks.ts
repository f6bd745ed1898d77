// Blocks of rows, and blocks of their references, by number: as they are stored, as they will be when what lies aside is
// revealed (file/aside.ts), and putting them there. Whoever merges a file works on these.
import type { Database } from '../file/environment.ts'
import { keyOfU32 } from '../keyspace.ts'
import type { Aside, Switch } from '../txn.ts'

/** What the rows of a block are stored as. */
type BlockKind = 'row' | 'reference'

const ownCopy = (bytes: Uint8Array | undefined): Buffer | null =>
  bytes === undefined ? null : Buffer.from(bytes.subarray(0, bytes.length))

/** A block in a copy of its own; null: there is none. */
export const storedBlock = (db: Database, kind: BlockKind, number: number): Buffer | null =>
  ownCopy(db.getBinaryFast(keyOfU32(kind, number)))

type Looking = Pick<Switch, 'ahead'>

/** The block that there will be, in a copy of its own. */
export const blockAhead = (txn: Looking, kind: BlockKind, number: number): Buffer | null =>
  ownCopy(txn.ahead(keyOfU32(kind, number)))

/** Reads blocks one after the other; each is good until the next. */
export type BlockReader = (number: number) => Buffer | null

export const readerOfStored = (db: Database, kind: BlockKind): BlockReader =>
  readerInOneRoom((number) => db.getBinaryFast(keyOfU32(kind, number)))

export const readerAhead = (txn: Looking, kind: BlockKind): BlockReader =>
  readerInOneRoom((number) => txn.ahead(keyOfU32(kind, number)))

/** What is read is borrowed from the engine, so it is copied, again and again into the same memory. */
function readerInOneRoom(read: (number: number) => Uint8Array | undefined): BlockReader {
  let room = Buffer.allocUnsafeSlow(1 << 16)
  return (number) => {
    const bytes = read(number)
    if (bytes === undefined) return null
    const { length } = bytes
    if (length > room.length) room = Buffer.allocUnsafeSlow(2 * length)
    room.set(bytes.subarray(0, length))
    return room.subarray(0, length)
  }
}

export const putBlockAside = (aside: Aside, kind: BlockKind, number: number, block: Uint8Array): void =>
  aside.put(keyOfU32(kind, number), block)

/** From the end of the transaction on, readers find the block that was put aside. */
export const revealBlock = (txn: Switch, kind: BlockKind, number: number): void => txn.reveal(keyOfU32(kind, number))

export const removeBlock = (txn: Switch, kind: BlockKind, number: number): void => txn.remove(keyOfU32(kind, number))
