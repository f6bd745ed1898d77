// The names in sources of which people said that they are no terms, so that the study of names does not list them again.
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import { asList, rangeOf, removeEntry } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { allOfKind, type Kind, piecesOf, putOfKind } from './kind.ts'

const NOT_TERM = { name: 'not_term', number: 62 } as const

export interface NotTerm {
  /** The name folded as the study of names folds it, so that the two can be compared. */
  readonly key: string
  readonly name: string
  /** Null: the command line. */
  readonly userId: number | null
  readonly atMs: number
}

const notTermKey = (key: string): Buffer => keyOf(NOT_TERM, key)

export const NOT_TERMS: Kind<NotTerm> = {
  table: NOT_TERM,
  form: asList<NotTerm>({ key: 0, name: 1, userId: 2, atMs: 3 }),
  shape: (zod) =>
    zod.strictObject({
      key: zod.string().min(1),
      name: zod.string().min(1),
      userId: piecesOf(zod).id.nullable(),
      atMs: piecesOf(zod).timeMs,
    }),
  indexes: [],
  nameOf: (key) => key.toString('utf8', 1),
  problem: ({ key: own }, key) => (notTermKey(own).equals(key) ? null : `calls itself ${own}`),
  people: ({ userId }) => (userId === null ? [] : [['was said by', userId]]),
}

export const allNotTerms = (db: Database): Generator<NotTerm> => allOfKind(db, NOT_TERMS)

export const countNotTerms = (db: Database): number => db.getKeysCount(rangeOf({ prefix: keyOf(NOT_TERM) }))

export const putNotTerm = (txn: Txn, term: Omit<NotTerm, 'atMs'>): void =>
  putOfKind(txn.db, NOT_TERMS, notTermKey(term.key), null, { ...term, atMs: txn.timeMs })

export const removeNotTerm = (txn: Txn, key: string): boolean => removeEntry(txn.db, notTermKey(key))
