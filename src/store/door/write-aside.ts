// Makes changes of any size visible in one transaction, in bounded memory. LMDB keeps a transaction's writes in memory,
// so most are written aside in small ones (file/aside.ts), and a last one puts pointers to them; only that one makes
// other writers wait. Work that ends earlier changes nothing; the next one clears what a killed process left. One such
// work runs at a time.
import { randomUUID } from '../../base/crypto.ts'
import { asideKey, asItWas, keyInside, pointerTo, revealedKey } from '../file/aside.ts'
import { ASIDE, takeIds, upcomingId } from '../records/kind.ts'
import { type OpenAside, openKey, readOpenAside } from '../file/open-aside.ts'
import { type Database, ownCopy } from '../file/environment.ts'
import { StoreUnusable } from '../file/store-unusable.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { firstKey, getRecord, keysUnder, putRecord, rangeOf } from '../file/record.ts'
import { putOrdinalOfId, readNextOrdinal } from '../rows/ordinals.ts'
import { hasMoves, settleMoves } from '../rows/same-source.ts'
import type { Aside, Switch } from '../txn.ts'
import { inTurn, keepingWritersOut, type LongWrite, type WorkInTurn } from './long-write.ts'
import { freshen, lastTimeGiven, openSnapshot, type Snapshot } from '../view.ts'
import type { Store } from '../store.ts'

const gatheredBytesMax = 8 * 1024 * 1024
const looksAtOnce = 20_000

interface AsideWrite extends LongWrite {
  /** Throws if the work may not be done (any more): asked before the first value, and again in the last transaction. */
  readonly assertMay?: (db: Database) => void
}

/** Prepares values aside, then changes everything in one transaction; a dry run is undone. `tell` runs last, with the earlier state. */
export const writeAside = <P, T>(
  store: Store,
  options: AsideWrite,
  prepare: (aside: Aside) => Promise<P>,
  change: (txn: Switch, prepared: P) => Promise<T>,
  tell?: (prepared: P, before: Database) => Promise<void>,
): Promise<T> =>
  inTurn(store, options.signal, async (work) => {
    const open = await begin(work)
    let before: Snapshot | null = null
    try {
      const aside = asideOf(work, open)
      const prepareAll = async (): Promise<P> => {
        options.assertMay?.(aside.db)
        const prepared = await prepare(aside)
        await aside.flush()
        return prepared
      }
      const prepared = await (options.keepsWritersOut ? keepingWritersOut(store, prepareAll) : prepareAll())
      if (tell !== undefined) before = openSnapshot(store)
      const value = await work.switchOver(options.isDryRun, async (txn) => {
        assertOurs(store, open)
        options.assertMay?.(txn.db)
        const pointer = pointerTo(open.number)
        const done = await change(
          {
            ...txn,
            ahead: (key) => aside.ahead(key),
            keys: (prefix, from, count) => aside.keys(prefix, from, count),
            reveal: (key) => void txn.db.put(key, pointer),
            remove: (key) => void txn.db.remove(key),
            drop: (key) => void txn.db.remove(asideKey(open.number, key)),
          },
          prepared,
        )
        takeIds(txn.db, ASIDE, 1, open.number)
        void txn.db.remove(openKey)
        if (hasWaiting(txn.db, open.number)) putRecord(txn.db, revealedKey, open.number)
        return done
      })
      if (before !== null) await tell?.(prepared, before.db)
      return value
    } finally {
      before?.close()
      // Clearing fails on a full disk; the next work of this kind repeats it.
      await clear(work, open.holder).catch(() => undefined)
      await settle(work).catch(() => undefined)
    }
  })

async function begin(work: WorkInTurn): Promise<OpenAside> {
  const { store } = work
  freshen(store)
  const left = readOpenAside(store.main)
  if (left !== undefined) await clear(work, left.holder)
  await settle(work)
  const number = Math.max(upcomingId(store.main, ASIDE), lastAside(store.main) + 1)
  const open: OpenAside = { number, holder: randomUUID(), namedFrom: null }
  await work.commit(() => putRecord(store.main, openKey, open))
  return open
}

/** The largest number that has values aside: the counter may be below it, because an earlier windrow did not count revealed work. */
const lastAside = (db: Database): number =>
  firstKey(db, { prefix: keyOf('aside'), reverse: true })?.readUInt32BE(1) ?? 0

/** Throws if another process took this one for dead and cleared its values aside. */
function assertOurs(store: Store, { holder }: OpenAside): void {
  if (readOpenAside(store.main)?.holder === holder) return
  throw new StoreUnusable({ code: 'work_overtaken' })
}

/** Commits a change of the values aside, if they are still there. */
const commitOurs = <T>(work: WorkInTurn, open: OpenAside, change: () => T): Promise<T> =>
  work.commit(() => {
    assertOurs(work.store, open)
    return change()
  })

function asideOf(work: WorkInTurn, open: OpenAside): Aside {
  const { store } = work
  const { number } = open
  const db = store.main
  // One buffer for all gathered values: a million small ones would burden the garbage collector.
  let room = Buffer.allocUnsafeSlow(gatheredBytesMax + gatheredBytesMax / 8)
  let gathered: { readonly key: Uint8Array; readonly start: number; readonly end: number }[] = []
  let bytes = 0
  return {
    db,
    timeMs: Math.max(store.clock.nowMs(), lastTimeGiven(store)),
    breathe: work.breathe,
    put(key, value) {
      if (bytes + value.length > room.length) {
        const larger = Buffer.allocUnsafeSlow(2 * room.length + value.length)
        room.copy(larger, 0, 0, bytes)
        room = larger
      }
      room.set(value, bytes)
      gathered.push({ key: asideKey(number, key), start: bytes, end: bytes + value.length })
      bytes += value.length
    },
    get isFull() {
      return bytes >= gatheredBytesMax
    },
    async flush() {
      if (gathered.length === 0) return
      await commitOurs(work, open, () => {
        // Sorted, so that pages fill up and each is written once.
        gathered.sort((one, other) => Buffer.compare(one.key, other.key))
        for (const { key, start, end } of gathered) void db.put(key, room.subarray(start, end))
      })
      gathered = []
      bytes = 0
    },
    ahead: (key) => db.getBinaryFast(asideKey(number, key)) ?? db.getBinaryFast(key),
    keys(prefix, from, count) {
      const bounds = { prefix: asideKey(number, prefix), from: asideKey(number, from), limit: count }
      return Array.from(keysUnder(db, bounds), keyInside)
    },
    putWaitingPointers: (prefix, stands) => putWaitingPointers(work, open, prefix, stands),
    async commit(change) {
      await commitOurs(work, open, change)
      await work.breathe()
    },
    reserve: (of, count) => commitOurs(work, open, () => takeIds(db, of, count)),
    async nameRows(ids) {
      const waiting = ids[Symbol.iterator]()
      const named = (): OpenAside => ({ ...open, namedFrom: readNextOrdinal(db) })
      await commitOurs(work, open, () => putRecord(db, openKey, named()))
      for (let isMore = true; isMore; await work.breathe())
        isMore = await commitOurs(work, open, () => nameSome(db, waiting))
    },
  }
}
const idsAtOnce = 20_000
const pointersAtOnce = 2_000

/** Gives ids their ordinals, at most `idsAtOnce` of them; returns whether there are more. */
function nameSome(db: Database, ids: Iterator<readonly [id: Uint8Array, ordinal: number]>): boolean {
  for (let count = 0; count < idsAtOnce; count++) {
    const next = ids.next()
    if (next.done === true) return false
    putOrdinalOfId(db, ...next.value)
  }
  return true
}

async function putWaitingPointers(
  work: WorkInTurn,
  open: OpenAside,
  prefix: Uint8Array,
  stands: Parameters<Aside['putWaitingPointers']>[1],
): Promise<void> {
  const db = work.store.main
  const { number } = open
  const pointer = pointerTo(asItWas(number))
  const putPointer = (key: Buffer): void => {
    const [now, later] = [ownCopy(db.getBinaryFast(key)), ownCopy(db.getBinaryFast(asideKey(number, key)))]
    if (now === undefined || later === undefined || !stands(now, later)) return void db.remove(asideKey(number, key))
    void db.put(asideKey(asItWas(number), key), now)
    void db.put(key, pointer)
  }
  for (let from: Buffer | undefined = asideKey(number, prefix); from !== undefined; ) {
    const bounds = { prefix: asideKey(number, prefix), from, limit: pointersAtOnce }
    const keys: Buffer[] = Array.from(keysUnder(db, bounds))
    await commitOurs(work, open, () => keys.forEach((key) => putPointer(keyInside(key))))
    await work.breathe()
    from = keys.length === pointersAtOnce ? Buffer.concat([keys.at(-1) as Buffer, Buffer.alloc(1)]) : undefined
  }
}

const waitingUnder = (db: Database, number: number, count: number): Buffer[] =>
  Array.from(keysUnder(db, { prefix: keyOf('aside', u32(asItWas(number))), limit: count }), keyInside)
const hasWaiting = (db: Database, number: number): boolean => waitingUnder(db, number, 1).length > 0

/** Makes waiting pointers (file/aside.ts) plain, or restores the earlier values. */
async function endWaiting(work: WorkInTurn, number: number, isRevealed: boolean): Promise<void> {
  const db = work.store.main
  for (;;) {
    const keys = waitingUnder(db, number, pointersAtOnce)
    if (keys.length === 0) return
    await work.commit(() => {
      for (const key of keys) {
        db.endWaiting(key, isRevealed)
        void db.remove(asideKey(asItWas(number), key))
      }
    })
  }
}

async function settle(work: WorkInTurn): Promise<void> {
  const db = work.store.main
  freshen(work.store)
  for (let isMore = hasMoves(db); isMore; await work.breathe()) isMore = await work.commit(() => settleMoves(db))
  const number = getRecord<number>(db, revealedKey)
  if (number === undefined) return
  await endWaiting(work, number, true)
  await work.commit(() => {
    if (getRecord<number>(db, revealedKey) === number) void db.remove(revealedKey)
  })
}

async function clear(work: WorkInTurn, holder: string): Promise<void> {
  const db = work.store.main
  freshen(work.store)
  const open = readOpenAside(db)
  if (open?.holder !== holder) return
  await endWaiting(work, open.number, false)
  await removeAll(work, keyOf('aside', u32(open.number)), () => true)
  const { namedFrom } = open
  if (namedFrom !== null) {
    await removeAll(work, keyOf('row_by_id'), (value) => Buffer.from(value).readUInt32LE(0) >= namedFrom)
  }
  await work.commit(() => {
    if (readOpenAside(db)?.holder === holder) void db.remove(openKey)
  })
}

async function removeAll(work: WorkInTurn, prefix: Buffer, isOf: (value: Uint8Array) => boolean): Promise<void> {
  const db = work.store.main
  let from: Buffer | undefined = prefix
  while (from !== undefined) {
    const found: Buffer[] = []
    let seen = 0
    let next: Buffer | undefined
    for (const { key, value } of db.getRange(rangeOf({ prefix, from, limit: looksAtOnce }))) {
      next = Buffer.from(key)
      seen++
      if (isOf(value)) found.push(next)
    }
    if (found.length > 0) await work.commit(() => found.forEach((key) => void db.remove(key)))
    from = seen === looksAtOnce ? next : undefined
  }
}
