// People and their keys (docs/decisions.md#1-people and docs/decisions.md#2-keys).
import type { Ability, KeyKind, KeyState, LegacyType, Role, UserState } from './vocabulary.ts'

export interface User {
  /** Counting from 1. */
  readonly id: number
  readonly name: string
  readonly role: Role
  readonly state: UserState
  /** scrypt digest; null: cannot sign in to the site. */
  readonly password: string | null
  /** Rows a day; null: the setting. */
  readonly dailyRowQuota: number | null
  /** Legacy requests with all keys this person ever had, as of the last sum. */
  readonly historicalRequests: number
  readonly createdAtMs: number
  /** Language of the site, BCP 47; absent: the browser's. */
  readonly language?: string
  /** Absent: the password is enough. */
  readonly secondFactor?: SecondFactor
}

/** TOTP, RFC 6238: an app on the person's phone makes a code of it every 30 seconds. */
export interface SecondFactor {
  /** Base32, 32 characters. */
  readonly secret: string
  /** The step of the last used code. It and earlier codes are refused. */
  readonly lastStep: number
  /** SHA-256 of each unused recovery code, lower-case hex. */
  readonly recovery: readonly string[]
  readonly sinceMs: number
}

/** A part of a key's rights that can be set separately. */
export type KeyAspect = 'state' | 'rate' | `grant ${Ability}` | `deny ${Ability}`

/** Who set it: a person's id; null: the command line. */
export type KeySetters = Readonly<Partial<Record<KeyAspect, number | null>>>

export interface ApiKey {
  readonly id: number
  readonly userId: number
  readonly kind: KeyKind
  readonly name: string
  /** The first 12 characters of the secret, for display. */
  readonly prefix: string
  /** SHA-256 of the secret exactly as sent, lower-case hex. */
  readonly digest: string
  readonly state: KeyState
  readonly grants: readonly Ability[]
  readonly denies: readonly Ability[]
  /** Null: the default of the owner's role. */
  readonly requestsPerMinute: number | null
  /** A bot key's own limits; if absent, the setting's. */
  readonly legacyLimits: Readonly<Partial<Record<LegacyType, number>>>
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
  /** Who set what. Absent: never set, or set before this was recorded. */
  readonly setBy?: KeySetters
}

/** Names are unique without regard to case. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase()
