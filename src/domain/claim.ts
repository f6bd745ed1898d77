// Claims: rows that one agent has taken for a while, so that the others work elsewhere. A claim is advice: it keeps a row
// from being given out twice, and no write ever looks at it. What may be given out and when a row is done are one rule,
// asked at both ends, so a row that was given out can always be finished.
import { effectiveAbilities, type KeyAdjustments, NO_KEY } from './access.ts'
import { claimSecondsMax } from './limits.ts'
import type { User } from './people.ts'
import { type Heads, isStale, type Row } from './row.ts'
import type { ClaimWork, Layer, SourceFilter } from './vocabulary.ts'

/** Who claims, and what their writes become. */
export interface Claimant {
  readonly userId: number
  /** The layer they work for: machine for whoever may write it, else manual. */
  readonly layer: Layer
  /** They can write neither layer, only propose. */
  readonly onlyProposes: boolean
}

export interface Claim extends Claimant {
  readonly id: string
  readonly work: ClaimWork
  readonly source: SourceFilter
  /** The key it was made with; null: on the command line. */
  readonly keyId: number | null
  /** Ascending. */
  readonly ordinals: readonly number[]
  /**
   * The source that each row had when it was given out, or that its claimer was told since: the beginning of its hash, by
   * ordinal. Rows that are done stay.
   */
  readonly sources: Readonly<Record<number, string>>
  readonly endsAtMs: number
  /** The request that made it, so that a lost answer can be asked for again while the claim lives. */
  readonly request: ClaimRequest | null
}

/** Characters of a source hash that a claim keeps. */
export const sourceHashKept = 16

export interface ClaimRequest {
  readonly idempotencyKey: string
  /** SHA-256 of the canonical JSON of the body, hex. */
  readonly bodyDigest: string
}

/** What of a row decides about claims. */
export interface RowAtWork {
  readonly row: Pick<Row, 'sourceHash' | 'isServiceRow'>
  readonly heads: Heads
  /** Authors of its pending proposals. */
  readonly pendingBy: readonly number[]
}

/** What a person may work on with a key (null: on the command line); null when they may write nothing. */
export function claimantOf(user: Pick<User, 'id' | 'role' | 'state'>, key: KeyAdjustments | null): Claimant | null {
  const abilities = effectiveAbilities(user.role, user.state, key ?? NO_KEY)
  const [machine, manual, propose] = (
    ['translations:write-machine', 'translations:write-manual', 'translations:propose'] as const
  ).map((ability) => abilities.includes(ability))
  if (!machine && !manual && !propose) return null
  return { userId: user.id, layer: machine ? 'machine' : 'manual', onlyProposes: !machine && !manual }
}

/**
 * Nothing is left to do on the row for this claimant: there is nothing to translate (deleted, empty and service rows), its
 * layer has a text made from the present source, or they have proposed one. Such a row leaves its claim.
 */
export function isDone({ userId, layer }: Claimant, { row, heads, pendingBy }: RowAtWork): boolean {
  const head = heads[layer]
  return row.isServiceRow || (head !== null && !isStale(head, row.sourceHash)) || pendingBy.includes(userId)
}

/** May the row be given to this claimant, held claims apart? */
export const isOpen = (claimant: Claimant, at: RowAtWork): boolean =>
  !isDone(claimant, at) && !(claimant.onlyProposes && at.pendingBy.length > 0)

/** A claim ends to the millisecond. One that would end later than any may was made by a clock that has gone back since. */
export const isOver = (endsAtMs: number, nowMs: number): boolean =>
  nowMs >= endsAtMs || endsAtMs - nowMs > claimSecondsMax * 1000
