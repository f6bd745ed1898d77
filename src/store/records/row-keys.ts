// The keys of rows, in a game whose texts have keys. They are found by row id, which is made of the key
// (docs/another-game.md#ids). A key never changes and is never removed, so that a row that comes back has its key.
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import type { Txn } from '../txn.ts'
import { type Kind, putOfKind, readOfKind } from './kind.ts'
import * as is from './members.ts'

const ROW_KEY = { name: 'row_key', number: 63 } as const

const rowKeyKey = (rowId: string): Buffer => keyOf(ROW_KEY, Buffer.from(rowId, 'hex'))

export const ROW_KEYS: Kind<string> = {
  table: ROW_KEY,
  shape: is.words,
  nameOf: (key) => `row ${key.toString('hex', 1)}`,
}

export const readRowKey = (db: Database, rowId: string): string | undefined =>
  readOfKind(db, ROW_KEYS, rowKeyKey(rowId))

/** Does nothing if it is stored. */
export function putRowKey({ db }: Pick<Txn, 'db'>, rowId: string, key: string): void {
  const at = rowKeyKey(rowId)
  if (readOfKind(db, ROW_KEYS, at) === undefined) putOfKind(db, ROW_KEYS, at, null, key)
}
