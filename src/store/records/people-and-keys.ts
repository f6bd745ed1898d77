// Records of people and of their API keys.
import { userNameLengthMax } from '../../domain/limits.ts'
import type { ApiKey, KeySetters, LinkedAccount, User } from '../../domain/people.ts'
import { foldedName } from '../../domain/people.ts'
import { ABILITIES, KEY_KINDS, KEY_STATES, ROLES, USER_STATES } from '../../domain/vocabulary.ts'
import { sha256 } from '../../base/bytes.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { asList, getRecord } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import {
  allOfKind,
  callsItself,
  latestOfKind,
  type NumberedKind,
  piecesOf,
  putNumbered,
  readNumbered,
  recordsNamedIn,
  removeNumbered,
  type Zod,
} from './kind.ts'

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
  form: asList<User>({
    id: 0,
    name: 1,
    role: 2,
    state: 3,
    password: 4,
    dailyRowQuota: 5,
    historicalRequests: 6,
    createdAtMs: 7,
    language: 8,
    secondFactor: 9,
    linked: 10,
  }),
  shape: (zod) => {
    const { id, timeMs, count, hash } = piecesOf(zod)
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
      secondFactor: zod.exactOptional(
        zod.strictObject({
          secret: zod.string().length(32),
          lastStep: count,
          recovery: zod.array(hash),
          sinceMs: timeMs,
        }),
      ),
      linked: zod.exactOptional(
        zod.array(zod.strictObject({ issuer: zod.string().min(1), subject: zod.string().min(1), sinceMs: timeMs })),
      ),
    })
  },
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

export const KEYS: NumberedKind<ApiKey> = {
  table: KEY,
  form: asList<ApiKey>({
    id: 0,
    userId: 1,
    kind: 2,
    name: 3,
    prefix: 4,
    digest: 5,
    state: 6,
    grants: 7,
    denies: 8,
    requestsPerMinute: 9,
    legacyLimits: 10,
    createdAtMs: 11,
    lastUsedAtMs: 12,
    setBy: 13,
  }),
  shape: shapeOfKey,
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

function shapeOfKey(zod: Zod) {
  const { id, timeMs, count, hash } = piecesOf(zod)
  // An optional member may be absent but never undefined, which JSON can't express.
  const legacyLimits = zod.strictObject({
    user_translate_text: count.optional(),
    ai_translated_text: count.optional(),
    show_info: count.optional(),
  }) as unknown as ReturnType<typeof zod.custom<ApiKey['legacyLimits']>>
  const setBy = zod
    .record(zod.string().regex(/^(state|rate|(grant|deny) [a-z:-]+)$/), id.nullable())
    .optional() as unknown as ReturnType<typeof zod.custom<KeySetters>>
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
