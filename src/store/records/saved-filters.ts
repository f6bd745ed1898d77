// Filters of work that people saved under a name, as addresses (domain/work/work-filter.ts).
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { removeEntry } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { allOfKind, type Kind, putOfKind, readOfKind } from './kind.ts'
import * as is from './members.ts'

const SAVED_FILTER = { name: 'saved_filter', number: 40 } as const

const MEMBERS = {
  userId: is.id,
  /** The name as typed; letter case does not count. */
  name: is.words,
  address: is.words,
}
export type SavedFilter = is.RecordOf<typeof MEMBERS>

const savedFilterKey = (userId: number, name: string): Buffer => keyOf(SAVED_FILTER, u32(userId), name.toLowerCase())

export const SAVED_FILTERS: Kind<SavedFilter> = {
  table: SAVED_FILTER,
  ...is.stored<SavedFilter>(MEMBERS),
  nameOf: (key) => `user ${key.readUInt32BE(1)}, ${key.toString('utf8', 5)}`,
  problem: ({ userId, name }, key) => (savedFilterKey(userId, name).equals(key) ? null : `calls itself ${name}`),
  people: ({ userId }) => [['belongs to', userId]],
}

export const readSavedFilter = (db: Database, userId: number, name: string): SavedFilter | undefined =>
  readOfKind(db, SAVED_FILTERS, savedFilterKey(userId, name))

/** A person's filters, by name in small letters. */
export const savedFiltersOf = (db: Database, userId: number): SavedFilter[] => [
  ...allOfKind(db, SAVED_FILTERS, { prefix: keyOf(SAVED_FILTER, u32(userId)) }),
]

export const allSavedFilters = (db: Database): Generator<SavedFilter> => allOfKind(db, SAVED_FILTERS)

export const putSavedFilter = ({ db }: Txn, filter: SavedFilter): void =>
  putOfKind(db, SAVED_FILTERS, savedFilterKey(filter.userId, filter.name), null, filter)

export const removeSavedFilter = (txn: Txn, userId: number, name: string): boolean =>
  removeEntry(txn.db, savedFilterKey(userId, name))
