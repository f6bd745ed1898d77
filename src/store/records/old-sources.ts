// Source texts that a translation or proposal was made against and that the game has replaced since, by their hash: a
// reviewer sees what changed. Kept by the import, never needed by any decision.
import type { Database } from '../file/environment.ts'
import { keyOf } from '../keyspace.ts'
import { getRecord, putRecord } from '../record.ts'
import type { Txn } from '../txn.ts'

const oldSourceKey = (hash: string): Buffer => keyOf('old_source', Buffer.from(hash, 'hex'))

/** The text with this SHA-256 (hex), if it was a row's source once. */
export const readOldSource = (db: Database, hash: string): string | undefined =>
  getRecord<string>(db, oldSourceKey(hash))

export const putOldSource = (txn: Txn, hash: string, text: string): void => putRecord(txn.db, oldSourceKey(hash), text)
