// Users and keys.
import { userNameLengthMax } from '../../domain/limits.ts'
import type { ApiKey, KeyMarks, User } from '../../domain/people.ts'
import { foldedName } from '../../domain/people.ts'
import { ABILITIES, KEY_KINDS, KEY_STATES, ROLES, USER_STATES } from '../../domain/vocabulary.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, keyOfU32, TABLES, u32 } from '../keyspace.ts'
import { getRecord, keysUnder, records } from '../record.ts'
import type { Txn } from '../txn.ts'
import { type Kind, piecesOf, putOfKind, removeOfKind, type Zod } from './kind.ts'

const jsonOfId = ({ id }: { readonly id: number }): Buffer => Buffer.from(JSON.stringify(id))
const idIn = (value: Buffer): number => Number(value.toString('utf8'))

/** Names may be up to 64 characters of any script; the prefix keeps keys apart from other tables. */
const nameKey = (name: string): Buffer => keyOf('user_by_name', foldedName(name))

export const USERS: Kind<User> = {
  table: 'user',
  shape: (zod) => {
    const { id, timeMs, count } = piecesOf(zod)
    return zod.strictObject({
      id,
      name: zod
        .string()
        .min(1)
        .refine((name) => Array.from(name).length <= userNameLengthMax, `longer than ${userNameLengthMax} characters`),
      role: zod.enum(ROLES),
      state: zod.enum(USER_STATES),
      password: zod.string().min(1).nullable(),
      dailyRowQuota: count.nullable(),
      historicalRequests: count,
      createdAtMs: timeMs,
      language: zod.exactOptional(zod.string()),
    })
  },
  indexes: [
    {
      table: 'user_by_name',
      entries: ({ name }) => [nameKey(name)],
      value: jsonOfId,
      recordKey: (_, value) => keyOfU32('user', idIn(value)),
      nameOf: (entry) => entry.toString('utf8', 1),
    },
  ],
  nameOf: (key) => `user ${key.readUInt32BE(1)}`,
  problem: ({ id }, key) => (id === key.readUInt32BE(1) ? null : `calls itself user ${id}`),
  people: () => [],
}

export const readUser = (db: Database, id: number): User | undefined => getRecord<User>(db, keyOfU32('user', id))

export function readUserByName(db: Database, name: string): User | undefined {
  if (name === '') return undefined
  const id = getRecord<number>(db, nameKey(name))
  return id === undefined ? undefined : readUser(db, id)
}

/** Stores a user; `before` is what was stored (a name may change). */
export const putUser = ({ db }: Txn, before: User | null, after: User): void =>
  putOfKind(db, USERS, keyOfU32('user', after.id), before, after)

export function* allUsers(db: Database): Generator<User> {
  for (const { value } of records<User>(db, { prefix: Buffer.from([TABLES.user]) })) yield value
}

const digestKey = (digest: string): Buffer => keyOf('key_by_digest', Buffer.from(digest, 'hex'))

export const KEYS: Kind<ApiKey> = {
  table: 'key',
  shape: shapeOfKey,
  indexes: [
    {
      table: 'key_by_digest',
      entries: ({ digest }) => [digestKey(digest)],
      value: jsonOfId,
      recordKey: (_, value) => keyOfU32('key', idIn(value)),
      nameOf: (entry) => `digest ${entry.toString('hex', 1, 5)}…`,
    },
    {
      table: 'key_by_user',
      entries: ({ userId, id }) => [keyOf('key_by_user', u32(userId), u32(id))],
      recordKey: (entry) => keyOfU32('key', entry.readUInt32BE(5)),
      nameOf: (entry) => `key ${entry.readUInt32BE(5)} of user ${entry.readUInt32BE(1)}`,
    },
  ],
  nameOf: (key) => `key ${key.readUInt32BE(1)}`,
  problem: ({ id }, key) => (id === key.readUInt32BE(1) ? null : `calls itself key ${id}`),
  people: ({ userId }) => [['belongs to', userId]],
}

function shapeOfKey(zod: Zod) {
  const { id, timeMs, count, hash } = piecesOf(zod)
  // An optional member may be absent, never undefined: JSON has no other way, and zod's types know no difference.
  const legacyLimits = zod.strictObject({
    user_translate_text: count.optional(),
    ai_translated_text: count.optional(),
    show_info: count.optional(),
  }) as unknown as ReturnType<typeof zod.custom<ApiKey['legacyLimits']>>
  const setBy = zod
    .record(zod.string().regex(/^(state|rate|(grant|deny) [a-z:-]+)$/), id.nullable())
    .optional() as unknown as ReturnType<typeof zod.custom<KeyMarks>>
  return zod.strictObject({
    id,
    userId: id,
    kind: zod.enum(KEY_KINDS),
    name: zod.string(),
    prefix: zod.string().length(12),
    digest: hash,
    state: zod.enum(KEY_STATES),
    grants: zod.array(zod.enum(ABILITIES)),
    denies: zod.array(zod.enum(ABILITIES)),
    requestsPerMinute: id.nullable(),
    legacyLimits,
    createdAtMs: timeMs,
    lastUsedAtMs: timeMs.nullable(),
    setBy,
  })
}

export const readKey = (db: Database, id: number): ApiKey | undefined => getRecord<ApiKey>(db, keyOfU32('key', id))

export function readKeyByDigest(db: Database, digest: string): ApiKey | undefined {
  const id = getRecord<number>(db, digestKey(digest))
  return id === undefined ? undefined : readKey(db, id)
}

/** Stores a key; `before` is what was stored. */
export const putKey = ({ db }: Txn, before: ApiKey | null, after: ApiKey): void =>
  putOfKind(db, KEYS, keyOfU32('key', after.id), before, after)

export const removeKey = ({ db }: Txn, key: ApiKey): void => removeOfKind(db, KEYS, keyOfU32('key', key.id), key)

export function keysOfUser(db: Database, userId: number): ApiKey[] {
  const ids = [...keysUnder(db, { prefix: keyOf('key_by_user', u32(userId)) })]
  return ids.map((key) => readKey(db, key.readUInt32BE(5))).filter((key) => key !== undefined)
}

export function* allKeys(db: Database): Generator<ApiKey> {
  for (const { value } of records<ApiKey>(db, { prefix: Buffer.from([TABLES.key]) })) yield value
}
