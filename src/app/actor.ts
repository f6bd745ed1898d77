// The person who acts, and the key or session they came in with. Where a function takes `null` in place of an actor, the
// command line acts, which is above all roles.
import type { ApiKey, User } from '../domain/people.ts'

export interface Actor {
  readonly user: User
  readonly key: ApiKey | null
  /** SHA-256 of the session's secret (hex); null if the person came in otherwise than by the site. */
  readonly session: string | null
}

export interface KeyActor extends Actor {
  readonly key: ApiKey
}

/** The actor that a command of the command line names by `--as`. */
export const named = (user: User): Actor => ({ user, key: null, session: null })
