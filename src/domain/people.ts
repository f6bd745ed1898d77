// People and their keys (docs/people.md#roles, docs/people.md#keys).
import type { Ability, KeyKind, KeyState, LegacyType, Role, UserState } from './vocabulary.ts'

export interface User {
  readonly id: number
  readonly name: string
  readonly role: Role
  readonly state: UserState
  /** The scrypt digest of the password, or what `noPassword` made; null: the person cannot sign in to the site. */
  readonly password: string | null
  /** The rows that the person may write a day; null: as many as the setting says. */
  readonly dailyRowQuota: number | null
  /** The legacy requests with all keys of this person, as last added up. */
  readonly historicalRequests: number
  readonly createdAtMs: number
  /** The language in which the person reads the site, as BCP 47; absent: the browser's. */
  readonly language?: string
  /** What a sign-in asks for besides the password; absent: nothing. */
  readonly secondFactor?: SecondFactor
  /** The accounts elsewhere with which the person signs in; absent: none. */
  readonly linked?: readonly LinkedAccount[]
}

/** An account at a provider. Only its issuer and subject name it: names and e-mail addresses there may change hands. */
export interface LinkedAccount {
  /** The provider's identifier, an address. */
  readonly issuer: string
  /** The account's identifier at the provider. */
  readonly subject: string
  readonly sinceMs: number
}

/**
 * What a person without a password has in place of its digest. No password matches it. It is random, because device cookies and
 * tickets of the second factor are keyed with it.
 */
export const noPassword = (secret: string): string => `none$${secret}`

export const hasPassword = ({ password }: Pick<User, 'password'>): boolean => password?.startsWith('scrypt$') ?? false

/** TOTP (RFC 6238): a new code every 30 seconds. */
export interface SecondFactor {
  /** Base32, 32 characters. */
  readonly secret: string
  /** The number of the last used code; it and earlier ones are refused. */
  readonly lastStep: number
  /** SHA-256 of each unused recovery code, lower-case hex. */
  readonly recovery: readonly string[]
  readonly sinceMs: number
}

/** A part of a key's rights that is set separately. */
export type KeyAspect = 'state' | 'rate' | `grant ${Ability}` | `deny ${Ability}`

/** Who set each aspect; null: the command line. */
export type KeySetters = Readonly<Partial<Record<KeyAspect, number | null>>>

export interface ApiKey {
  readonly id: number
  readonly userId: number
  readonly kind: KeyKind
  readonly name: string
  /** First 12 characters of the secret. */
  readonly prefix: string
  /** SHA-256 of the secret as sent, lower-case hex. */
  readonly digest: string
  readonly state: KeyState
  readonly grants: readonly Ability[]
  readonly denies: readonly Ability[]
  /** The key's own limit of requests; null: the limit of the role. */
  readonly requestsPerMinute: number | null
  /** The limits of a bot key, by type of request; absent ones are the setting's. */
  readonly legacyLimits: Readonly<Partial<Record<LegacyType, number>>>
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
  /** Who set the key's rights; absent: nobody, or it was before this was recorded. */
  readonly setBy?: KeySetters
}

/** The name for comparing: names are unique regardless of letter case. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase()
