// Reads an actor again before a request finishes: receiving a body may take minutes and the wait for the writer
// seconds, in which the person may be blocked, demoted, signed out or lose the key. Called after the body and inside
// the transaction.
import { sha256Hex } from '../../base/bytes.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import type { User } from '../../domain/people.ts'
import type { Database } from '../../store/store.ts'
import { readKey, readSession, readUser } from '../../store/people.ts'
import type { Actor } from '../actor.ts'

/** Why a request may not finish. */
export type Lapse = 'invalid_key' | 'key_inactive' | 'account_inactive' | 'signed_out'

/** Reads the actor's role, state and key again, as they are now. `nowMs` decides whether the session has ended. */
export function readmit<A extends Actor>(db: Database, nowMs: number, actor: A): Result<A, Lapse> {
  if (actor.session !== null) {
    const user = personOfSession(db, nowMs, actor.session)
    return user === null ? refuse('signed_out') : ok({ ...actor, user })
  }
  const key = actor.key === null ? null : readKey(db, actor.key.id)
  // A regenerated key keeps its id, but its old secret is invalid.
  if (key === undefined || key?.digest !== actor.key?.digest) return refuse('invalid_key')
  if (key !== null && key.state !== 'active') return refuse('key_inactive')
  const user = readUser(db, actor.user.id)
  return user?.state === 'active' ? ok({ ...actor, key, user }) : refuse('account_inactive')
}

/** The person of a session; null: it has ended. `digest`: SHA-256 of the session's secret. */
export function personOfSession(db: Database, nowMs: number, digest: string): User | null {
  const session = readSession(db, digest)
  if (session === undefined || session.expiresAtMs <= nowMs) return null
  const user = readUser(db, session.userId)
  return user?.state === 'active' && passwordMark(user.password) === session.passwordMark ? user : null
}

/** A mark of the password, stored in each session: a session whose mark is another one has ended. */
export const passwordMark = (password: string | null): string => sha256Hex(`mark:${password ?? ''}`).slice(0, 16)
