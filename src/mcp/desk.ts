// All that the tools of one client work with.
import type { Agent } from '../agent/agent.ts'
import type { Forwarded } from './forwarded.ts'
import type { HeldClaims } from './held-claims.ts'
import type { Review } from './reviewer.ts'

export interface Desk {
  readonly agent: Agent
  readonly held: HeldClaims
  /** Null: the owner may not review, or the store is behind another server. */
  readonly review: Review | null
  /** Null where the store is here. */
  readonly forwarded: Forwarded | null
  /** Gets every fault of windrow; the client gets no details. */
  readonly onFault: (error: unknown) => void
}
