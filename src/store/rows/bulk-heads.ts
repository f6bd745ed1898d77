// Revisions written aside, for imports that append a million of them: a row's heads as they will be, and the revisions that get
// a record of their own by that, lie aside until all are revealed in one transaction (door/write-aside.ts). Cells and times
// are left to a ChunkWriter, since single writes would read and write 3 kB of times and two bitmaps for each.
import type { NewRevision } from '../../domain/revision.ts'
import type { Head, Heads, Revision } from '../../domain/row.ts'
import { headsAfter, lastSeq, NO_HEADS } from '../../domain/row.ts'
import { LAYERS, type Layer } from '../../domain/vocabulary.ts'
import type { Aside, Switch } from '../txn.ts'
import { keyOfU32, TABLES } from '../keyspace.ts'
import { layerIn, ownRecords, revisionKey, revisionOf } from './heads.ts'
import { decodeHeads, decodeRevision, encodeHeads, encodeRevision } from './revision-bytes.ts'

/** A row's heads as they will be. */
export function headsAhead(aside: Pick<Aside, 'ahead'>, ordinal: number): Heads {
  const bytes = aside.ahead(keyOfU32('head', ordinal))
  return bytes === undefined ? NO_HEADS : decodeHeads(bytes)
}

/** Writes a new revision, and the heads it makes, aside. Returns those heads. */
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

/** Writes heads aside that are a row's own but for their derived flags. */
export const putHeadsAside = (aside: Aside, ordinal: number, heads: Heads): void =>
  aside.put(keyOfU32('head', ordinal), encodeHeads(heads))

/** They wait where the rows' own heads are still the same; elsewhere somebody wrote to the row since, and they are dropped. */
export const waitWithHeads = (aside: Aside): Promise<void> =>
  aside.markWaiting(headTable, (now, later) => {
    const [heads, ahead] = [decodeHeads(now), decodeHeads(later)]
    return LAYERS.every((layer) => {
      const [one, other] = [heads[layer], ahead[layer]]
      const isSameHead = one === null || other === null ? one === other : isSame(one, other)
      return isSameHead && lastSeq(heads, layer) === lastSeq(ahead, layer)
    })
  })

type Looking = Pick<Switch, 'ahead' | 'keys'>

/** What lies aside for a row. */
export class StagedRow {
  readonly ordinal: number
  /** The heads that it leads to. */
  readonly planned: Heads
  /** Keys of revisions with a record of their own, oldest first in each layer. */
  readonly #keys: readonly Buffer[]
  readonly #txn: Looking

  constructor(txn: Looking, ordinal: number, keys: readonly Buffer[]) {
    this.#txn = txn
    this.ordinal = ordinal
    this.#keys = keys
    this.planned = headsAhead(txn, ordinal)
  }

  /** Whether nobody wrote to the row since: then what lies aside follows these heads. */
  follows(heads: Heads): boolean {
    return LAYERS.every((layer) => {
      const [head, first, planned] = [heads[layer], this.#own(layer)[0], this.planned[layer]]
      const last = lastSeq(heads, layer)
      if (head !== null) {
        // The first that gets a record is that head; else the layer stays as it is.
        const same = first ?? planned
        return same !== null && isSame(same, head)
      }
      const next = first ?? planned
      return next === null ? lastSeq(this.planned, layer) === last : next.seq === last + 1
    })
  }

  /** The revisions of a layer that come behind heads that it follows, oldest first. */
  behind(heads: Heads, layer: Layer): readonly Revision[] {
    const planned = this.planned[layer]
    const all = [...this.#own(layer), ...(planned === null ? [] : [revisionOf(planned)])]
    return all.filter(({ seq }) => seq > lastSeq(heads, layer))
  }

  /** Whether some revision of the layer that lies aside was written by this piece of work (the mark `via`). */
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

/** Whether both are one revision; derived flags, which depend on today's source, are no part of it. */
const isSame = (a: Revision, b: Revision): boolean =>
  a.seq === b.seq && Buffer.from(encodeRevision(a)).equals(encodeRevision(b))

/** Keys are read in lists of this length, so that memory stays small however many rows there are. */
const keysAtOnce = 2_000
const headTable = Buffer.from([TABLES.head])
const revisionTable = Buffer.from([TABLES.revision])

/** The rows with something aside, ascending, at most `keysAtOnce` in a list. */
export function* stagedRows(txn: Looking): Generator<readonly StagedRow[]> {
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

/** The keys of revisions that lie aside, as they are asked for. What was given may be dropped meanwhile. */
function* revisionKeys(txn: Looking): Generator<Buffer> {
  let from: Buffer | null = revisionTable
  while (from !== null) {
    const keys: readonly Buffer[] = txn.keys(revisionTable, from, keysAtOnce)
    yield* keys
    from = keys.length === keysAtOnce ? Buffer.concat([keys.at(-1) as Buffer, Buffer.alloc(1)]) : null
  }
}
