// Ids that count from 1, one counter a table.
import { keyOf } from '../file/keyspace.ts'
import type { Database } from '../file/environment.ts'
import { getRecord, putRecord } from '../file/record.ts'
import type { Counted, Txn } from '../txn.ts'

/** Work that takes texts back: it is known by its number, and has no record of its own. */
export const REVERT: Counted = { name: 'revert', hasIds: true }
/** Work that wrote aside and was revealed (file/aside.ts). */
export const ASIDE: Counted = { name: 'aside', hasIds: true }

export const nameOfNext = ({ name }: Counted): string => `next_${name}`
const keyOfNext = (of: Counted): Buffer => keyOf('meta', nameOfNext(of))

/** The id that comes next; good for whoever keeps all others from taking it. */
export const upcomingId = (db: Database, of: Counted): number => getRecord<number>(db, keyOfNext(of)) ?? 1

/** The next id of a table; ids are never given twice. `expected` is the one that was used already, as `upcomingId`. */
export function nextId(txn: Txn, of: Counted, expected?: number): number {
  const id = upcomingId(txn.db, of)
  if (expected !== undefined && expected !== id)
    throw new Error(`${of.name} ${expected} was given to somebody else meanwhile`)
  putRecord(txn.db, keyOfNext(of), id + 1)
  return id
}

/** The first of the next `count` ids, all of which are taken; none below `least`. */
export function takeIds(db: Database, of: Counted, count: number, least = 1): number {
  const first = Math.max(least, upcomingId(db, of))
  putRecord(db, keyOfNext(of), first + count)
  return first
}
