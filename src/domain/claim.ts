// Claims: rows that one agent has taken for a while. A claim only keeps a row from being given to two agents; writes
// ignore it.
import { effectiveAbilities, type KeyAdjustments, NO_KEY } from './access.ts'
import { claimSecondsMax } from './limits.ts'
import type { User } from './people.ts'
import { isStale, type RowWithHeads } from './row.ts'
import type { Layer } from './vocabulary.ts'

export interface Claimant {
  readonly userId: number
  /** The machine layer if the claimant may write it, else the manual one. */
  readonly layer: Layer
  /** The claimant may write neither layer, only propose texts. */
  readonly onlyProposes: boolean
}

export interface Claim extends Claimant {
  readonly id: string
  /** Only in claims by a filter, for each row number: the revision of the layer's text when the row was given out; 0: none. */
  readonly revisions?: Readonly<Record<number, number>>
  /** Null: a claim from the command line. */
  readonly keyId: number | null
  /** Row numbers, in the order in which they are shown. */
  readonly ordinals: readonly number[]
  /** By row number: the start of the source hash last seen by the claimant. */
  readonly sources: Readonly<Record<number, string>>
  readonly endsAtMs: number
  /** Sent again, the request gets the same claim while that lives. */
  readonly request: ClaimRequest | null
}

export const sourceHashKept = 16

export interface ClaimRequest {
  readonly idempotencyKey: string
  /** SHA-256 of the request's body as canonical JSON, in hex. */
  readonly bodyDigest: string
}

export interface RowAtWork extends RowWithHeads {
  readonly pendingBy: readonly number[]
}

/** Who claims, and for which layer. `key`: null on the command line. Null: this person and key may write nothing. */
export function claimantOf(user: Pick<User, 'id' | 'role' | 'state'>, key: KeyAdjustments | null): Claimant | null {
  const abilities = effectiveAbilities(user.role, user.state, key ?? NO_KEY)
  const [machine, manual, propose] = (
    ['translations:write-machine', 'translations:write-manual', 'translations:propose'] as const
  ).map((ability) => abilities.includes(ability))
  if (!machine && !manual && !propose) return null
  return { userId: user.id, layer: machine ? 'machine' : 'manual', onlyProposes: !machine && !manual }
}

/** The row is a service row (a deleted or empty one too), or has a pending proposal of the claimant. */
const isClosed = ({ userId }: Claimant, { row, pendingBy }: RowAtWork): boolean =>
  row.isServiceRow || pendingBy.includes(userId)

const isTranslated = ({ layer }: Claimant, { row, heads }: RowAtWork): boolean => {
  const head = heads[layer]
  return head !== null && !isStale(head, row.sourceHash)
}

/**
 * The claimant has nothing more to do in the row, which then leaves the claim: it has a text for the current source in
 * their layer, or in a claim by a filter, whose rows may have such a text already, any text written since.
 */
export function isDone(claim: Claim, at: RowAtWork): boolean {
  const { revisions, layer } = claim
  if (isClosed(claim, at)) return true
  return revisions === undefined
    ? isTranslated(claim, at)
    : (at.heads[layer]?.seq ?? 0) !== (revisions[at.row.ordinal] ?? 0)
}

/**
 * Whether the claimant may be given the row, whoever holds it now. A row of a filter may have a text; those who can only
 * propose get no row with a pending proposal.
 */
export const isOpen = (claimant: Claimant, at: RowAtWork, isOfFilter: boolean): boolean =>
  !isClosed(claimant, at) &&
  (isOfFilter || !isTranslated(claimant, at)) &&
  !(claimant.onlyProposes && at.pendingBy.length > 0)

/** Whether a claim has ended. One that would end later than any can has ended too: the clock was set back. */
export const isOver = (endsAtMs: number, nowMs: number): boolean =>
  nowMs >= endsAtMs || endsAtMs - nowMs > claimSecondsMax * 1000
