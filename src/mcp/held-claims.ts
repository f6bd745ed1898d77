// The rows that an MCP client has claimed, by ordinal. Over HTTP every request is independent, so they are read from the store
// each time. A process on stdio remembers them, because its claims may be behind another server.
import type { AgentRow } from '../agent/agent.ts'
import type { Actor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import { sourceHashKept } from '../domain/claim.ts'
import { type HeldClaim, heldClaims, type HeldRow, noteShownSources } from '../app/claims/held-claims.ts'

export interface HeldClaims {
  /** The claims, the oldest first. */
  list(): readonly HeldClaim[]
  add(claimId: string, rows: readonly AgentRow[]): void
  /** Takes finished rows off the list. */
  done(ordinals: ReadonlySet<number>): void
  drop(claimId: string): void
  /** Remembers the sources that the client was shown, as whole hashes by ordinal. */
  shown(hashes: ReadonlyMap<number, string>): void
}

/** For MCP over HTTP: claims are read from the store each time, so there is nothing to remember here. */
export const storedClaims = (app: App, actor: Actor): HeldClaims => ({
  list: () => heldClaims(app, actor),
  add: () => {},
  done: () => {},
  drop: () => {},
  shown: (hashes) => noteShownSources(app, actor, hashes),
})

/** How many claims are remembered: some 2,000 rows that a client may still correct. */
const rememberedMax = 40

export function rememberedClaims(): HeldClaims {
  let claims: readonly HeldClaim[] = []
  const change = (changed: (row: HeldRow) => HeldRow): void => {
    claims = claims.map(({ id, rows }) => ({ id, rows: rows.map(changed) }))
  }
  return {
    list: () => claims,
    add: (id, rows) => {
      const held = rows.map(({ ordinal, rowId, sourceHash }) => ({
        ordinal,
        rowId,
        source: sourceHash.slice(0, sourceHashKept),
        isDone: false,
      }))
      claims = [...claims, { id, rows: held }].slice(-rememberedMax)
    },
    done: (ordinals) => change((row) => (ordinals.has(row.ordinal) ? { ...row, isDone: true } : row)),
    drop: (id) => {
      claims = claims.filter((claim) => claim.id !== id)
    },
    shown: (hashes) =>
      change((row) => ({ ...row, source: hashes.get(row.ordinal)?.slice(0, sourceHashKept) ?? row.source })),
  }
}
