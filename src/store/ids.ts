// Ids that count from 1, one counter a table.
import { keyOf } from './keyspace.ts'
import { getRecord, putRecord } from './record.ts'
import type { Txn } from './write.ts'

export type Counted = 'user' | 'key' | 'proposal' | 'import' | 'audit'

/** The next id of a table; ids are never given twice. */
export function nextId(txn: Txn, of: Counted): number {
  const key = keyOf('meta', `next_${of}`)
  const id = getRecord<number>(txn.db, key) ?? 1
  putRecord(txn.db, key, id + 1)
  return id
}
