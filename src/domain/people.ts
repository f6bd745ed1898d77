// People and their keys (docs/decisions.md#1-people and docs/decisions.md#2-keys).
import type { Ability, KeyKind, KeyState, LegacyType, Role, UserState } from './vocabulary.ts'

export interface User {
  /** Counting from 1. */
  readonly id: number
  readonly name: string
  readonly role: Role
  readonly state: UserState
  /** scrypt digest, or null: this person cannot sign in to the site. */
  readonly password: string | null
  /** Rows a day, in place of the setting; null: the setting. */
  readonly dailyRowQuota: number | null
  /** Legacy requests over all keys this person ever had, up to the last fold. */
  readonly historicalRequests: number
  readonly createdAtMs: number
  /** The language of the site for this person, BCP 47; absent: what the browser asks for. */
  readonly language?: string
  /** Absent: the password alone opens the site. */
  readonly secondFactor?: SecondFactor
}

/** A secret shared with an app on the person's phone, which makes a code of it every 30 seconds (TOTP, RFC 6238). */
export interface SecondFactor {
  /** Base32, 32 characters. */
  readonly secret: string
  /** The step of the code that was used last: it and earlier ones open nothing more. */
  readonly lastStep: number
  /** SHA-256 of each recovery code that is left, lower-case hex. */
  readonly recovery: readonly string[]
  readonly sinceMs: number
}

/** One thing of a key that somebody set. */
export type KeyMark = 'state' | 'rate' | `grant ${Ability}` | `deny ${Ability}`

/** Who set it: a person's id, or null for the command line. */
export type KeyMarks = Readonly<Partial<Record<KeyMark, number | null>>>

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
  /** A bot key's own limits; an absent one follows the setting. */
  readonly legacyLimits: Readonly<Partial<Record<LegacyType, number>>>
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
  /** Who set what of it; what is absent was set before this was noted, or never. */
  readonly setBy?: KeyMarks
}

/** Names are unique without regard to case. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase()
