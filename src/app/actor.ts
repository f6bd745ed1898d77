// Who acts: a person, through a key or signed in. The command line acts above all roles and is `null` where that is allowed.
import type { ApiKey, User } from '../domain/people.ts'

export interface Actor {
  readonly user: User
  readonly key: ApiKey | null
}

export interface KeyActor {
  readonly user: User
  readonly key: ApiKey
}
