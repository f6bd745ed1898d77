// The acting person and how they came in. `Actor | null`: null is the command line, which is above all roles. An actor may be
// outdated, so changes go through `change`, which reads it again.
import type { ApiKey, User } from '../domain/people.ts'

export interface Actor {
  readonly user: User
  /** The key of an API request. */
  readonly key: ApiKey | null
  /** SHA-256 of the session's secret (hex), for a visitor of the site. */
  readonly session: string | null
}

export interface KeyActor extends Actor {
  readonly key: ApiKey
}

/** A person named by --as on the command line, without key or session. */
export const named = (user: User): Actor => ({ user, key: null, session: null })
