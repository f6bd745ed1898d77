// What long work writes by the million where readers do not look (store/file/aside.ts): blocks of rows, references and further
// pairs, and revisions with their heads.
import type { NewRevision } from '../../domain/revision.ts'
import { type Head, type Heads, headsAfter, lastSeq, NO_HEADS, type Revision } from '../../domain/row.ts'
import { type Layer, LAYERS } from '../../domain/vocabulary.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32, TABLES } from '../file/keyspace.ts'
import type { Aside, Switch } from '../txn.ts'
import { layerIn, ownRecords, revisionKey, revisionOf } from './heads.ts'
import { decodeHeads, decodeRevision, encodeHeads, encodeRevision } from './revision-bytes.ts'
import { blockInPair } from './source-files.ts'

/** Where blocks of 64 rows lie, and how each is stored. */
export interface Shelf {
  readonly keyOf: (block: number) => Buffer
  readonly pack: (block: Uint8Array) => Uint8Array
  /** Decodes a block into a copy. */
  readonly unpack: (bytes: Uint8Array) => Buffer
}

const plainShelf = (keyOf: Shelf['keyOf']): Shelf => ({
  keyOf,
  pack: (block) => block,
  unpack: (bytes) => Buffer.from(bytes),
})

export const ROW_SHELF = plainShelf((block) => keyOfU32('row', block))
export const REFERENCE_SHELF = plainShelf((block) => keyOfU32('reference', block))
export const pairShelf = (pair: number): Shelf => plainShelf((block) => keyOfU32('pair_row', blockInPair(pair, block)))

/** A copy of a lent block. Its buffer may be longer than `length` says. */
const ownCopy = (bytes: Uint8Array | undefined, { unpack }: Shelf): Buffer | null =>
  bytes === undefined ? null : unpack(bytes.subarray(0, bytes.length))

/** A copy of a stored block. */
export const storedBlock = (db: Database, shelf: Shelf, number: number): Buffer | null =>
  ownCopy(db.getBinaryFast(shelf.keyOf(number)), shelf)

type Ahead = Pick<Switch, 'ahead'>

/** A copy of a block as it will be after the reveal. */
export const blockAhead = (txn: Ahead, shelf: Shelf, number: number): Buffer | null =>
  ownCopy(txn.ahead(shelf.keyOf(number)), shelf)

/** Reads a block as it is stored, valid until the next one is read. */
export type BlockReader = (number: number) => Buffer | null

export const readerOfStored = (db: Database, { keyOf }: Shelf): BlockReader =>
  readerInOneRoom((number) => db.getBinaryFast(keyOf(number)))

export const readerAhead = (txn: Ahead, { keyOf }: Shelf): BlockReader =>
  readerInOneRoom((number) => txn.ahead(keyOf(number)))

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

// Appends revisions by the million, for imports: heads and revision records are written aside until one transaction
// reveals them (door/write-aside.ts). A ChunkWriter then changes cells and times: single writes would read and write 3
// kB of times and two bitmaps for each.

/** The row's heads as they will be when this work becomes visible. */
export function headsAhead(aside: Pick<Aside, 'ahead'>, ordinal: number): Heads {
  const bytes = aside.ahead(keyOfU32('head', ordinal))
  return bytes === undefined ? NO_HEADS : decodeHeads(bytes)
}

export function appendAside(
  aside: Aside,
  ordinal: number,
  heads: Heads,
  layer: Layer,
  revision: NewRevision,
  isInvalid: boolean,
): Heads {
  const latest: Head = { ...revision, seq: lastSeq(heads, layer) + 1, createdAtMs: aside.timeMs, isInvalid }
  const after = headsAfter(heads, layer, latest)
  for (const own of ownRecords(heads[layer], latest))
    aside.put(revisionKey(ordinal, layer, own.seq), encodeRevision(own))
  aside.put(keyOfU32('head', ordinal), encodeHeads(after))
  return after
}

/** Writes heads aside whose derived flags alone have changed. */
export const putHeadsAside = (aside: Aside, ordinal: number, heads: Heads): void =>
  aside.put(keyOfU32('head', ordinal), encodeHeads(heads))

/** Makes the heads that were written aside wait for the reveal, and drops those whose row has a newer write. */
export const waitWithHeads = (aside: Aside): Promise<void> =>
  aside.putWaitingPointers(headTable, (now, later) => {
    const [heads, ahead] = [decodeHeads(now), decodeHeads(later)]
    return LAYERS.every((layer) => {
      const [one, other] = [heads[layer], ahead[layer]]
      const isSameHead = one === null || other === null ? one === other : isSame(one, other)
      return isSameHead && lastSeq(heads, layer) === lastSeq(ahead, layer)
    })
  })

type AheadKeys = Pick<Switch, 'ahead' | 'keys'>

export class StagedRow {
  readonly ordinal: number
  readonly planned: Heads
  /** Oldest first in each layer. */
  readonly #keys: readonly Buffer[]
  readonly #txn: AheadKeys

  constructor(txn: AheadKeys, ordinal: number, keys: readonly Buffer[]) {
    this.#txn = txn
    this.ordinal = ordinal
    this.#keys = keys
    this.planned = headsAhead(txn, ordinal)
  }

  /** Whether `heads` are still the ones that these revisions continue. */
  follows(heads: Heads): boolean {
    return LAYERS.every((layer) => {
      const [head, first, planned] = [heads[layer], this.#own(layer)[0], this.planned[layer]]
      const last = lastSeq(heads, layer)
      if (head !== null) {
        // The first new revision record is that head; if there is none, the layer is unchanged.
        const same = first ?? planned
        return same !== null && isSame(same, head)
      }
      const next = first ?? planned
      return next === null ? lastSeq(this.planned, layer) === last : next.seq === last + 1
    })
  }

  /** The layer's revisions that are newer than `heads`, oldest first. */
  behind(heads: Heads, layer: Layer): readonly Revision[] {
    const planned = this.planned[layer]
    const all = [...this.#own(layer), ...(planned === null ? [] : [revisionOf(planned)])]
    return all.filter(({ seq }) => seq > lastSeq(heads, layer))
  }

  /** Whether some revision of the layer has this `Revision.via`. */
  brings(via: string, layer: Layer): boolean {
    return this.planned[layer]?.via === via || this.#own(layer).some((revision) => revision.via === via)
  }

  reveal(txn: Switch): void {
    for (const key of this.#keys) txn.reveal(key)
    txn.reveal(keyOfU32('head', this.ordinal))
  }

  drop(txn: Switch): void {
    for (const key of this.#keys) txn.drop(key)
    txn.drop(keyOfU32('head', this.ordinal))
  }

  #own(layer: Layer): Revision[] {
    const keys = this.#keys.filter((key) => layerIn(key) === layer)
    return keys.map((key) => decodeRevision(this.#txn.ahead(key) as Buffer))
  }
}

/** Compares revisions without derived flags, which depend on the current source. */
const isSame = (a: Revision, b: Revision): boolean =>
  a.seq === b.seq && Buffer.from(encodeRevision(a)).equals(encodeRevision(b))

/** So many keys are read in one go, which bounds the memory. */
const keysAtOnce = 2_000
const headTable = Buffer.from([TABLES.head])
const revisionTable = Buffer.from([TABLES.revision])

/** The rows that were written aside, ascending, in lists for at most `keysAtOnce` keys. */
export function* stagedRows(txn: AheadKeys): Generator<readonly StagedRow[]> {
  const revisions = revisionKeys(txn)
  let revision = revisions.next()
  const keysOf = (ordinal: number): Buffer[] => {
    const keys: Buffer[] = []
    for (; revision.done !== true && revision.value.readUInt32BE(1) === ordinal; revision = revisions.next())
      keys.push(revision.value)
    return keys
  }
  let from: Buffer | null = headTable
  while (from !== null) {
    const heads: readonly Buffer[] = txn.keys(headTable, from, keysAtOnce)
    yield heads.map((key) => {
      const ordinal = key.readUInt32BE(1)
      return new StagedRow(txn, ordinal, keysOf(ordinal))
    })
    from = heads.length === keysAtOnce ? keyOfU32('head', (heads.at(-1) as Buffer).readUInt32BE(1) + 1) : null
  }
}

/** The keys of revisions that were written aside, read on demand: the caller may have dropped earlier ones meanwhile. */
function* revisionKeys(txn: AheadKeys): Generator<Buffer> {
  let from: Buffer | null = revisionTable
  while (from !== null) {
    const keys: readonly Buffer[] = txn.keys(revisionTable, from, keysAtOnce)
    yield* keys
    from = keys.length === keysAtOnce ? Buffer.concat([keys.at(-1) as Buffer, Buffer.alloc(1)]) : null
  }
}
