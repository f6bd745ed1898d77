// Ids that count from 1, with a counter for each table.
import { keyOf } from '../file/keyspace.ts'
import type { Database } from '../file/environment.ts'
import { getRecord, putRecord } from '../file/record.ts'

export interface Counted {
  readonly name: string
  readonly hasIds: true
}

/** Reverts have a number and no record. */
export const REVERT: Counted = { name: 'revert', hasIds: true }
/** Numbers of the runs that write from memory, which have no record. */
export const MEMORY_RUN: Counted = { name: 'memory_run', hasIds: true }
/** Numbers of work that writes its values aside (file/aside.ts). */
export const ASIDE: Counted = { name: 'aside', hasIds: true }

export const nameOfNext = ({ name }: Counted): string => `next_${name}`
const keyOfNext = (of: Counted): Buffer => keyOf('meta', nameOfNext(of))

/** Valid while the caller keeps others from taking it. */
export const upcomingId = (db: Database, of: Counted): number => getRecord<number>(db, keyOfNext(of)) ?? 1

/** Ids are never reused. `expected`: the id already used, from `upcomingId`. */
export function nextId({ db }: { readonly db: Database }, of: Counted, expected?: number): number {
  const id = upcomingId(db, of)
  if (expected !== undefined && expected !== id)
    throw new Error(`${of.name} ${expected} was given to somebody else meanwhile`)
  putRecord(db, keyOfNext(of), id + 1)
  return id
}

/** Returns the first of `count` ids, none below `least`. */
export function takeIds(db: Database, of: Counted, count: number, least = 1): number {
  const first = Math.max(least, upcomingId(db, of))
  putRecord(db, keyOfNext(of), first + count)
  return first
}
