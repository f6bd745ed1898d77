// The person who acts, and the key or session they came in with. Null in place of an actor is the command line, which
// is above all roles.
import type { ApiKey, User } from '../domain/people.ts'

export interface Actor {
  readonly user: User
  readonly key: ApiKey | null
  /** SHA-256 of the session's secret (hex); null except on the site. */
  readonly session: string | null
}

export interface KeyActor extends Actor {
  readonly key: ApiKey
}

/** A person named by --as on the command line. */
export const named = (user: User): Actor => ({ user, key: null, session: null })
