// The things that the MCP tools of one client work with.
import type { Agent } from '../agent/agent.ts'
import type { Client } from '../domain/row.ts'
import type { Forwarded } from './forwarded.ts'
import type { HeldClaims } from './held-claims.ts'
import type { Review } from './reviewer.ts'

export interface Desk {
  readonly agent: Agent
  readonly held: HeldClaims
  /** Reviewing; null: the owner may not review, or the store is behind another server. */
  readonly review: Review | null
  /** Tools of the server that has the store; null: the store is here. */
  readonly forwarded: Forwarded | null
  /** The program that calls; undefined: it gave no name. */
  readonly client?: Client | undefined
  /** Gets every fault of windrow; the client gets no details. */
  readonly onFault: (error: unknown) => void
}
