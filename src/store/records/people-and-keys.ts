// Records of people and of their API keys.
import { userNameLengthMax } from '../../domain/limits.ts'
import type { ApiKey, LinkedAccount, User } from '../../domain/people.ts'
import { foldedName } from '../../domain/people.ts'
import { ABILITIES, KEY_KINDS, KEY_STATES, ROLES, USER_STATES } from '../../domain/vocabulary.ts'
import { sha256 } from '../../base/bytes.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { getRecord } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import {
  allOfKind,
  callsItself,
  latestOfKind,
  type NumberedKind,
  putNumbered,
  readNumbered,
  recordsNamedIn,
  removeNumbered,
} from './kind.ts'
import * as is from './members.ts'

export const USER = { name: 'user', number: 16, hasIds: true } as const
const BY_NAME = { name: 'user_by_name', number: 17 } as const
const BY_LINKED = { name: 'user_by_linked', number: 138 } as const
export const KEY = { name: 'key', number: 18, hasIds: true } as const
const BY_DIGEST = { name: 'key_by_digest', number: 19 } as const
const BY_USER = { name: 'key_by_user', number: 20 } as const

const jsonOfId = ({ id }: { readonly id: number }): Buffer => Buffer.from(JSON.stringify(id))
const idIn = (value: Buffer): number => Number(value.toString('utf8'))

/** A name has up to 64 characters of any script. */
const nameKey = (name: string): Buffer => keyOf(BY_NAME, foldedName(name))

type Account = Pick<LinkedAccount, 'issuer' | 'subject'>

const linkedKey = ({ issuer, subject }: Account): Buffer => keyOf(BY_LINKED, sha256(JSON.stringify([issuer, subject])))

export const USERS: NumberedKind<User> = {
  table: USER,
  ...is.stored<User>({
    id: is.id,
    name: (zod) =>
      zod
        .string()
        .min(1)
        .refine((name) => Array.from(name).length <= userNameLengthMax, `longer than ${userNameLengthMax} characters`),
    role: is.oneOf(ROLES),
    state: is.oneOf(USER_STATES),
    password: is.orNull(is.words),
    dailyRowQuota: is.orNull(is.count),
    historicalRequests: is.count,
    createdAtMs: is.time,
    language: is.maybe(is.text),
    secondFactor: is.maybe(
      is.whole({
        secret: (zod) => zod.string().length(32),
        lastStep: is.count,
        recovery: is.listOf(is.hash),
        sinceMs: is.time,
      }),
    ),
    linked: is.maybe(is.listOf(is.whole({ issuer: is.words, subject: is.words, sinceMs: is.time }))),
  }),
  indexes: [
    {
      table: BY_NAME,
      entries: ({ name }) => [nameKey(name)],
      value: jsonOfId,
      recordKey: (_, value) => keyOf(USER, u32(idIn(value))),
      nameOf: (entry) => entry.toString('utf8', 1),
    },
    {
      table: BY_LINKED,
      entries: ({ linked = [] }) => linked.map(linkedKey),
      value: jsonOfId,
      recordKey: (_, value) => keyOf(USER, u32(idIn(value))),
      nameOf: (entry) => `account ${entry.toString('hex', 1, 5)}…`,
    },
  ],
  problem: callsItself('user '),
}

export const readUser = (db: Database, id: number): User | undefined => readNumbered(db, USERS, id)

/** The person with this name, compared as names are folded. Any text may be asked for. */
export function readUserByName(db: Database, name: string): User | undefined {
  if (name === '' || name.length > userNameLengthMax * 2) return undefined
  const id = getRecord<number>(db, nameKey(name))
  return id === undefined ? undefined : readUser(db, id)
}

/** The person who signs in with this account elsewhere. */
export function readUserByLinked(db: Database, account: Account): User | undefined {
  const id = getRecord<number>(db, linkedKey(account))
  return id === undefined ? undefined : readUser(db, id)
}

/** Stores a person. `before`: what was stored, because the index by name changes with the name. */
export const putUser = ({ db }: Txn, before: User | null, after: User): void => putNumbered(db, USERS, before, after)

export const allUsers = (db: Database): Generator<User> => allOfKind(db, USERS)

const digestKey = (digest: string): Buffer => keyOf(BY_DIGEST, Buffer.from(digest, 'hex'))

const setters = (zod: is.Zod) =>
  zod.record(zod.string().regex(/^(state|rate|(grant|deny) [a-z:-]+)$/), is.id(zod).nullable())

export const KEYS: NumberedKind<ApiKey> = {
  table: KEY,
  ...is.stored<ApiKey>({
    id: is.id,
    userId: is.id,
    kind: is.oneOf(KEY_KINDS),
    name: is.text,
    prefix: (zod) => zod.string().length(12),
    digest: is.hash,
    state: is.oneOf(KEY_STATES),
    grants: is.listOf(is.oneOf(ABILITIES)),
    denies: is.listOf(is.oneOf(ABILITIES)),
    requestsPerMinute: is.orNull(is.id),
    legacyLimits: is.whole({
      user_translate_text: is.maybe(is.count),
      ai_translated_text: is.maybe(is.count),
      show_info: is.maybe(is.count),
    }),
    createdAtMs: is.time,
    lastUsedAtMs: is.orNull(is.time),
    setBy: is.maybe(setters),
  }),
  indexes: [
    {
      table: BY_DIGEST,
      entries: ({ digest }) => [digestKey(digest)],
      value: jsonOfId,
      recordKey: (_, value) => keyOf(KEY, u32(idIn(value))),
      nameOf: (entry) => `digest ${entry.toString('hex', 1, 5)}…`,
    },
    {
      table: BY_USER,
      entries: ({ userId, id }) => [keyOf(BY_USER, u32(userId), u32(id))],
      recordKey: (entry) => keyOf(KEY, u32(entry.readUInt32BE(5))),
      nameOf: (entry) => `key ${entry.readUInt32BE(5)} of user ${entry.readUInt32BE(1)}`,
    },
  ],
  problem: callsItself('key '),
  people: ({ userId }) => [['belongs to', userId]],
}

export const readKey = (db: Database, id: number): ApiKey | undefined => readNumbered(db, KEYS, id)

export function readKeyByDigest(db: Database, digest: string): ApiKey | undefined {
  const id = getRecord<number>(db, digestKey(digest))
  return id === undefined ? undefined : readKey(db, id)
}

/** Stores a key. `before`: as it was stored; null: it is new. */
export const putKey = ({ db }: Txn, before: ApiKey | null, after: ApiKey): void => putNumbered(db, KEYS, before, after)

export const removeKey = ({ db }: Txn, key: ApiKey): void => removeNumbered(db, KEYS, key)

export const keysOfUser = (db: Database, userId: number): ApiKey[] => [
  ...recordsNamedIn(db, KEYS, { prefix: keyOf(BY_USER, u32(userId)) }),
]

export const allKeys = (db: Database): Generator<ApiKey> => allOfKind(db, KEYS)

/** Newest first. */
export const latestKeys = (db: Database, limit: number): Generator<ApiKey> => latestOfKind(db, KEYS, undefined, limit)
