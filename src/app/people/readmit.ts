// Is somebody who was let in still welcome? Rights are read at the door, but a body may take minutes to come and the writer
// may be held for seconds: whoever was blocked, demoted, signed out or lost a key meanwhile must not finish what they began.
// The one function that every face asks, after the body and inside the transaction.
import { sha256Hex } from '../../base/bytes.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import type { User } from '../../domain/people.ts'
import type { Database } from '../../store/store.ts'
import { readKey, readSession, readUser } from '../../store/people.ts'
import type { Actor } from '../actor.ts'

/** Why somebody is no longer welcome. */
export type Lapse = 'invalid_key' | 'key_inactive' | 'account_inactive' | 'signed_out'

/** The actor as the store knows them now: with today's role, state and key. `nowMs` is for the end of sessions. */
export function readmit<A extends Actor>(db: Database, nowMs: number, actor: A): Result<A, Lapse> {
  if (actor.session !== null) {
    const user = personOfSession(db, nowMs, actor.session)
    return user === null ? refuse('signed_out') : ok({ ...actor, user })
  }
  const key = actor.key === null ? null : readKey(db, actor.key.id)
  // A regenerated key keeps its id: its old secret is as dead as a revoked one.
  if (key === undefined || key?.digest !== actor.key?.digest) return refuse('invalid_key')
  if (key !== null && key.state !== 'active') return refuse('key_inactive')
  const user = readUser(db, actor.user.id)
  return user?.state === 'active' ? ok({ ...actor, key, user }) : refuse('account_inactive')
}

/** Who is signed in by the session whose secret has this SHA-256; null: nobody any more. */
export function personOfSession(db: Database, nowMs: number, digest: string): User | null {
  const session = readSession(db, digest)
  if (session === undefined || session.expiresAtMs <= nowMs) return null
  const user = readUser(db, session.userId)
  return user?.state === 'active' && passwordMark(user.password) === session.passwordMark ? user : null
}

/** What a session keeps of the password it was begun with: it ends with it. */
export const passwordMark = (password: string | null): string => sha256Hex(`mark:${password ?? ''}`).slice(0, 16)
