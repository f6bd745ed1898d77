// Claims (rows that one agent has taken for a while), shared by all processes; a boot loses them. Rows are given out
// inside one transaction (`inClaims`), so none twice. Invariant: a bit in `claim_rows` is set exactly for the rows of
// stored claims; a row is in one claim at most.
import { sha256Hex } from '../../base/bytes.ts'
import { type Claim, isOver } from '../../domain/claim.ts'
import {
  CLAIM_WORKS,
  type ClaimWork,
  type Layer,
  LAYERS,
  SOURCE_FILTERS,
  type SourceFilter,
} from '../../domain/vocabulary.ts'
import type { Store } from '../store.ts'
import type { Database } from '../file/environment.ts'
import { chunkOf, keyOf, keyOfU32, ROWS_PER_CHUNK, TABLES, u32, u48, u8 } from '../file/keyspace.ts'
import { entriesUnder, getRecord, keysUnder, putRecord, removeEntry } from '../file/record.ts'
import { bitmapBytes, hasBit, setBit } from '../rows/cells.ts'

const nothing = Buffer.alloc(0)
const idBytes = (id: string): Buffer => Buffer.from(id, 'hex')
const claimKey = (id: string): Buffer => keyOf('claim', idBytes(id))
const endKey = ({ endsAtMs, id }: Claim): Buffer => keyOf('claim_end', u48(endsAtMs), idBytes(id))
const personKey = ({ userId, id }: Claim): Buffer => keyOf('claim_of_person', u32(userId), idBytes(id))
const [endIdAt, personIdAt] = [7, 5]

/** Runs `change` while no other process gives out rows; `change` must not wait. */
export const inClaims = <T>(store: Store, change: (db: Database) => T): T =>
  store.volatile.transactionSync(() => change(store.volatile))

/** The claim with this id (hex); undefined: it has ended, or never was. */
export const readClaim = (db: Database, id: string): Claim | undefined => getRecord<Claim>(db, claimKey(id))

export function claimsOf(db: Database, userId: number): Claim[] {
  const keys = [...keysUnder(db, { prefix: keyOf('claim_of_person', u32(userId)) })]
  return keys.flatMap((key) => readClaim(db, key.toString('hex', personIdAt)) ?? [])
}

export function* claimsByEnd(db: Database): Generator<Claim> {
  for (const key of Array.from(keysUnder(db, { prefix: Buffer.from([TABLES.claim_end]) }))) {
    const claim = readClaim(db, key.toString('hex', endIdAt))
    if (claim !== undefined) yield claim
  }
}

export function claimsOver(db: Database, nowMs: number): Claim[] {
  const over: Claim[] = []
  for (const reverse of [false, true]) {
    for (const key of keysUnder(db, { prefix: Buffer.from([TABLES.claim_end]), reverse })) {
      if (!isOver(key.readUIntBE(1, 6), nowMs)) break
      const claim = readClaim(db, key.toString('hex', endIdAt))
      if (claim !== undefined && !over.some(({ id }) => id === claim.id)) over.push(claim)
    }
  }
  return over
}

export function putClaim(db: Database, before: Claim | null, after: Claim): void {
  if (before !== null) void db.remove(endKey(before))
  putRecord(db, claimKey(after.id), after)
  void db.put(endKey(after), nothing)
  void db.put(personKey(after), nothing)
  const kept = new Set(after.ordinals)
  if (before !== null)
    setClaimed(
      db,
      before.ordinals.filter((ordinal) => !kept.has(ordinal)),
      false,
    )
  setClaimed(db, after.ordinals, true)
}

export function removeClaim(db: Database, claim: Claim): void {
  void db.remove(claimKey(claim.id))
  void db.remove(endKey(claim))
  void db.remove(personKey(claim))
  setClaimed(db, claim.ordinals, false)
}

/** A bit for each row of the chunk, set if the row is claimed; undefined: none is. */
const claimedInChunk = (db: Database, chunk: number): Buffer | undefined => db.getBinary(keyOfU32('claim_rows', chunk))

/** A function that tells whether a row is claimed. It is cheapest for ascending ordinals. */
export function claimedReader(db: Database): (ordinal: number) => boolean {
  let at = -1
  let bitmap: Buffer | undefined
  return (ordinal) => {
    if (chunkOf(ordinal) !== at) {
      at = chunkOf(ordinal)
      bitmap = claimedInChunk(db, at)
    }
    return bitmap !== undefined && hasBit(bitmap, ordinal % ROWS_PER_CHUNK)
  }
}

/** The chunks with claimed rows, each with the bits of these. */
export function* claimedChunks(db: Database): Generator<{ readonly chunk: number; readonly claimed: Buffer }> {
  for (const { key, value } of entriesUnder(db, { prefix: keyOf('claim_rows') }))
    yield { chunk: key.readUInt32BE(1), claimed: value }
}

function setClaimed(db: Database, ordinals: readonly number[], isClaimed: boolean): void {
  for (const [chunk, rows] of Map.groupBy(ordinals, chunkOf)) {
    const bitmap = Buffer.from(claimedInChunk(db, chunk) ?? Buffer.alloc(bitmapBytes))
    for (const ordinal of rows) setBit(bitmap, ordinal % ROWS_PER_CHUNK, isClaimed)
    const key = keyOfU32('claim_rows', chunk)
    if (bitmap.some((byte) => byte !== 0)) void db.put(key, bitmap)
    else removeEntry(db, key)
  }
}

/** Whose search for open rows it is: each person has their own, because they may do different rows. */
interface HandOf {
  readonly userId: number
  /** What is searched for: a kind of work, or the rows of a filter, which is given as its address. */
  readonly work: { readonly work: ClaimWork; readonly source: SourceFilter } | { readonly filter: string }
  readonly layer: Layer
}

/** The progress of a search for open rows, which goes round like a clock's hand. */
export interface Hand {
  readonly after: number
  /** Where a row was last found: when the hand is back there, no row is open. */
  readonly since: number
  /** The last row given out, when others of its family (docs/memory.md#likeness) may be open after it. */
  readonly family?: number
}

/** A person's searches by filters share 256 places; a filter that meets another one's place begins at the first row. */
const handKey = ({ userId, work, layer }: HandOf): Buffer => {
  const [kind, which] =
    'filter' in work
      ? [CLAIM_WORKS.length, Number.parseInt(sha256Hex(work.filter).slice(0, 2), 16)]
      : [CLAIM_WORKS.indexOf(work.work), SOURCE_FILTERS.indexOf(work.source)]
  return keyOf('claim_hand', u32(userId), u8(kind), u8(which), u8(LAYERS.indexOf(layer)))
}

const filterOf = ({ work }: HandOf): { filter?: string } => ('filter' in work ? { filter: work.filter } : {})

export function readHand(db: Database, of: HandOf): Hand {
  const hand = getRecord<Hand & { filter?: string }>(db, handKey(of))
  return hand === undefined || hand.filter !== filterOf(of).filter ? { after: 0, since: 0 } : hand
}

export const putHand = (db: Database, of: HandOf, hand: Hand): void =>
  putRecord(db, handKey(of), { ...hand, ...filterOf(of) })

/** Called when a row is given back: searches that passed it return to it, so that neighbours are done together. */
export function turnHandsBack(db: Database, ordinal: number): void {
  const before = ordinal - 1
  for (const key of Array.from(keysUnder(db, { prefix: Buffer.from([TABLES.claim_hand]) }))) {
    const hand = getRecord<Hand>(db, key)
    if (hand === undefined || Math.max(hand.after, hand.family ?? 0) <= before) continue
    const { family: _, ...rest } = hand
    const after = Math.min(hand.after, before)
    putRecord(db, key, { ...rest, after, since: after })
  }
}
