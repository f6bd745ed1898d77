// What the MCP tools of one client work with: its agent, its claims, and the functions that some tools need.
import type { Agent } from '../agent/agent.ts'
import type { Client } from '../domain/row.ts'
import type { Forwarded } from './forwarded.ts'
import type { HeldClaims } from './held-claims.ts'
import type { Review } from './reviewer.ts'

export interface Desk {
  readonly agent: Agent
  readonly held: HeldClaims
  /** Reviews proposals. Null: the key's owner may not review, or the store is behind another server. */
  readonly review: Review | null
  /** Tools that only the server with the store has. Null: the store is open in this process. */
  readonly forwarded: Forwarded | null
  /** The program that calls; undefined: it gave no name. */
  readonly client?: Client | undefined
  /** Is told every fault of windrow itself, of which the client gets no details. */
  readonly onFault: (error: unknown) => void
}
