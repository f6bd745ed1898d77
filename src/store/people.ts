// Users and keys.
import type { ApiKey, User } from '../domain/people.ts'
import { foldedName } from '../domain/people.ts'
import type { Database } from './environment.ts'
import { keyOf, keyOfU32, TABLES, u32 } from './keyspace.ts'
import { getRecord, keysUnder, putRecord, records } from './record.ts'
import type { Txn } from './write.ts'

const nothing = Buffer.alloc(0)
/** Names may be up to 64 characters of any script; the prefix keeps keys apart from other tables. */
const nameKey = (name: string): Buffer => keyOf('user_by_name', foldedName(name))

export const readUser = (db: Database, id: number): User | undefined => getRecord<User>(db, keyOfU32('user', id))

export function readUserByName(db: Database, name: string): User | undefined {
  if (name === '') return undefined
  const id = getRecord<number>(db, nameKey(name))
  return id === undefined ? undefined : readUser(db, id)
}

/** Stores a user; `before` is what was stored (a name may change). */
export function putUser(txn: Txn, before: User | null, after: User): void {
  putRecord(txn.db, keyOfU32('user', after.id), after)
  if (before !== null && foldedName(before.name) === foldedName(after.name)) return
  if (before !== null) void txn.db.remove(nameKey(before.name))
  putRecord(txn.db, nameKey(after.name), after.id)
}

export function* allUsers(db: Database): Generator<User> {
  for (const { value } of records<User>(db, { prefix: Buffer.from([TABLES.user]) })) yield value
}

export const readKey = (db: Database, id: number): ApiKey | undefined => getRecord<ApiKey>(db, keyOfU32('key', id))

const digestKey = (digest: string): Buffer => keyOf('key_by_digest', Buffer.from(digest, 'hex'))

export function readKeyByDigest(db: Database, digest: string): ApiKey | undefined {
  const id = getRecord<number>(db, digestKey(digest))
  return id === undefined ? undefined : readKey(db, id)
}

export function putKey(txn: Txn, before: ApiKey | null, after: ApiKey): void {
  putRecord(txn.db, keyOfU32('key', after.id), after)
  if (before?.digest !== after.digest) {
    if (before !== null) void txn.db.remove(digestKey(before.digest))
    putRecord(txn.db, digestKey(after.digest), after.id)
  }
  if (before === null) void txn.db.put(keyOf('key_by_user', u32(after.userId), u32(after.id)), nothing)
}

export function removeKey(txn: Txn, key: ApiKey): void {
  void txn.db.remove(keyOfU32('key', key.id))
  void txn.db.remove(digestKey(key.digest))
  void txn.db.remove(keyOf('key_by_user', u32(key.userId), u32(key.id)))
}

export function keysOfUser(db: Database, userId: number): ApiKey[] {
  const ids = [...keysUnder(db, { prefix: keyOf('key_by_user', u32(userId)) })]
  return ids.map((key) => readKey(db, key.readUInt32BE(5))).filter((key) => key !== undefined)
}

export function* allKeys(db: Database): Generator<ApiKey> {
  for (const { value } of records<ApiKey>(db, { prefix: Buffer.from([TABLES.key]) })) yield value
}
