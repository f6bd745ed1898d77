// All that the tools of one client work with.
import type { Agent } from '../agent/agent.ts'
import type { Forwarded } from './forwarded.ts'
import type { HeldClaims } from './held-claims.ts'
import type { Review } from './reviewer.ts'

export interface Desk {
  readonly agent: Agent
  readonly held: HeldClaims
  /** Null: the client's owner may not review, or the store is behind another server. */
  readonly review: Review | null
  /** Tools that the other server runs; null where the store is here. */
  readonly forwarded: Forwarded | null
  /** Gets every fault of windrow; the client only learns that there was one. */
  readonly onFault: (error: unknown) => void
}
