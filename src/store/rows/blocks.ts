// Blocks of rows, references and further pairs by number, as stored or as written aside and later revealed (file/aside.ts).
import type { Database } from '../file/environment.ts'
import { keyOfU32 } from '../file/keyspace.ts'
import type { Aside, Switch } from '../txn.ts'

type BlockKind = 'row' | 'reference' | 'pair_row'

const ownCopy = (bytes: Uint8Array | undefined): Buffer | null =>
  bytes === undefined ? null : Buffer.from(bytes.subarray(0, bytes.length))

/** A copy of a stored block. */
export const storedBlock = (db: Database, kind: BlockKind, number: number): Buffer | null =>
  ownCopy(db.getBinaryFast(keyOfU32(kind, number)))

type Looking = Pick<Switch, 'ahead'>

/** A copy of a block as it will be after the reveal. */
export const blockAhead = (txn: Looking, kind: BlockKind, number: number): Buffer | null =>
  ownCopy(txn.ahead(keyOfU32(kind, number)))

/** Reads a block, valid until the next one is read. */
export type BlockReader = (number: number) => Buffer | null

export const readerOfStored = (db: Database, kind: BlockKind): BlockReader =>
  readerInOneRoom((number) => db.getBinaryFast(keyOfU32(kind, number)))

export const readerAhead = (txn: Looking, kind: BlockKind): BlockReader =>
  readerInOneRoom((number) => txn.ahead(keyOfU32(kind, number)))

/** Copies each block into one buffer that is reused, because the engine only lends its bytes. */
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

export const revealBlock = (txn: Switch, kind: BlockKind, number: number): void => txn.reveal(keyOfU32(kind, number))

export const removeBlock = (txn: Switch, kind: BlockKind, number: number): void => txn.remove(keyOfU32(kind, number))
