// Sessions of the site. Stored under the SHA-256 of the session's secret, so a stolen copy of the store opens no session.
// A session is good until it expires, for as long as its person is active and has the password they signed in with.
import type { Database } from './environment.ts'
import { keyOf, u32 } from './keyspace.ts'
import { getRecord, keysUnder, putRecord, removeEntry } from './record.ts'
import type { Txn } from './write.ts'

export interface Session {
  readonly userId: number
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** A mark of the password digest at sign-in: a new password ends every session. */
  readonly passwordMark: string
}

const userIdBytes = 4
const nothing = Buffer.alloc(0)
const sessionKey = (digest: string): Buffer => keyOf('session', Buffer.from(digest, 'hex'))
const ownerKey = (userId: number, digest: string): Buffer =>
  keyOf('session_by_user', u32(userId), Buffer.from(digest, 'hex'))

/** The session whose secret has this SHA-256 (hex). */
export const readSession = (db: Database, digest: string): Session | undefined =>
  getRecord<Session>(db, sessionKey(digest))

export function putSession(txn: Txn, digest: string, session: Session): void {
  putRecord(txn.db, sessionKey(digest), session)
  void txn.db.put(ownerKey(session.userId, digest), nothing)
}

export function removeSession(txn: Txn, digest: string): void {
  const session = readSession(txn.db, digest)
  if (session === undefined) return
  removeEntry(txn.db, sessionKey(digest))
  removeEntry(txn.db, ownerKey(session.userId, digest))
}

/** Digests of a person's sessions, expired ones too. */
export const sessionsOfUser = (db: Database, userId: number): string[] =>
  [...keysUnder(db, { prefix: keyOf('session_by_user', u32(userId)) })].map((key) =>
    key.toString('hex', 1 + userIdBytes),
  )

/** Ends a person's sessions: all, or those that expired before a time. Returns how many ended. */
export function removeSessionsOfUser(txn: Txn, userId: number, expiredBeforeMs = Number.POSITIVE_INFINITY): number {
  let removed = 0
  for (const digest of sessionsOfUser(txn.db, userId)) {
    const session = readSession(txn.db, digest)
    if (session !== undefined && session.expiresAtMs >= expiredBeforeMs) continue
    removeEntry(txn.db, sessionKey(digest))
    removeEntry(txn.db, ownerKey(userId, digest))
    removed++
  }
  return removed
}
