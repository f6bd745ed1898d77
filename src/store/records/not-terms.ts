// The names in sources of which people said that they are no terms, so that the study of names does not list them again.
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import { rangeOf, removeEntry } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { allOfKind, type Kind, putOfKind } from './kind.ts'
import * as is from './members.ts'

const NOT_TERM = { name: 'not_term', number: 62 } as const

const MEMBERS = {
  /** The name folded as the study of names folds it, so that the two can be compared. */
  key: is.words,
  name: is.words,
  /** Null: the command line. */
  userId: is.orNull(is.id),
  atMs: is.time,
}
export type NotTerm = is.RecordOf<typeof MEMBERS>

const notTermKey = (key: string): Buffer => keyOf(NOT_TERM, key)

export const NOT_TERMS: Kind<NotTerm> = {
  table: NOT_TERM,
  ...is.stored<NotTerm>(MEMBERS),
  nameOf: (key) => key.toString('utf8', 1),
  problem: ({ key: own }, key) => (notTermKey(own).equals(key) ? null : `calls itself ${own}`),
  people: ({ userId }) => (userId === null ? [] : [['was said by', userId]]),
}

export const allNotTerms = (db: Database): Generator<NotTerm> => allOfKind(db, NOT_TERMS)

export const countNotTerms = (db: Database): number => db.getKeysCount(rangeOf({ prefix: keyOf(NOT_TERM) }))

export const putNotTerm = (txn: Txn, term: Omit<NotTerm, 'atMs'>): void =>
  putOfKind(txn.db, NOT_TERMS, notTermKey(term.key), null, { ...term, atMs: txn.timeMs })

export const removeNotTerm = (txn: Txn, key: string): boolean => removeEntry(txn.db, notTermKey(key))
