// Sessions of the site, under the SHA-256 of their secret, so that a stolen copy of the store opens none. A session is
// valid until it expires, while its person is active and has the password of the sign-in.
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { keysUnder, removeEntry } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { type Kind, putOfKind, readOfKind, removeOfKind } from './kind.ts'
import * as is from './members.ts'

const MEMBERS = {
  userId: is.id,
  createdAtMs: is.time,
  expiresAtMs: is.time,
  /** A mark of the password's digest at sign-in: a new password ends every session. */
  passwordMark: is.text,
}
type Session = is.RecordOf<typeof MEMBERS>

const SESSION = { name: 'session', number: 21 } as const
const BY_USER = { name: 'session_by_user', number: 22 } as const

const userIdBytes = 4
const sessionKey = (digest: string): Buffer => keyOf(SESSION, Buffer.from(digest, 'hex'))
const ownerKey = (userId: number, digest: Uint8Array): Buffer => keyOf(BY_USER, u32(userId), digest)

export const SESSIONS: Kind<Session> = {
  table: SESSION,
  ...is.stored<Session>(MEMBERS),
  isLeftOut: true,
  indexes: [
    {
      table: BY_USER,
      entries: ({ userId }, key) => [ownerKey(userId, key.subarray(1))],
      recordKey: (entry) => keyOf(SESSION, entry.subarray(1 + userIdBytes)),
      nameOf: (entry) => `user ${entry.readUInt32BE(1)}`,
    },
  ],
  nameOf: (key) => `session ${key.toString('hex', 1, 5)}…`,
  people: ({ userId }) => [['belongs to', userId]],
}

/** A session by the SHA-256 of its secret, in hex. */
export const readSession = (db: Database, digest: string): Session | undefined =>
  readOfKind(db, SESSIONS, sessionKey(digest))

export const putSession = ({ db }: Txn, digest: string, session: Session): void =>
  putOfKind(db, SESSIONS, sessionKey(digest), null, session)

export function removeSession(txn: Txn, digest: string): void {
  const session = readSession(txn.db, digest)
  if (session !== undefined) removeOfKind(txn.db, SESSIONS, sessionKey(digest), session)
}

/** The digests of a person's sessions, also of those that have expired. */
export const sessionsOfUser = (db: Database, userId: number): string[] =>
  [...keysUnder(db, { prefix: keyOf(BY_USER, u32(userId)) })].map((key) => key.toString('hex', 1 + userIdBytes))

/** Removes a person's sessions, all or those that expired before a time, and returns how many. */
export function removeSessionsOfUser(txn: Txn, userId: number, expiredBeforeMs = Number.POSITIVE_INFINITY): number {
  let removed = 0
  for (const digest of sessionsOfUser(txn.db, userId)) {
    const session = readSession(txn.db, digest)
    if (session !== undefined && session.expiresAtMs >= expiredBeforeMs) continue
    if (session === undefined) removeEntry(txn.db, ownerKey(userId, Buffer.from(digest, 'hex')))
    else removeOfKind(txn.db, SESSIONS, sessionKey(digest), session)
    removed++
  }
  return removed
}
