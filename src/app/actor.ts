// Who acts: a person, and how they came in. Where `Actor | null` stands, null is the command line, which acts above all
// roles. What is in an actor was true when it was read: changes go through `change`, which reads it again.
import type { ApiKey, User } from '../domain/people.ts'

export interface Actor {
  readonly user: User
  /** The key of an API request. */
  readonly key: ApiKey | null
  /** SHA-256 of the session's secret (hex), for who is signed in to the site. */
  readonly session: string | null
}

export interface KeyActor extends Actor {
  readonly key: ApiKey
}

/** Somebody whom the command line names with --as: neither key nor session vouches for them. */
export const named = (user: User): Actor => ({ user, key: null, session: null })
