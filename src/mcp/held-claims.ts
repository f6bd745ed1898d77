// Which rows a client was given, by the numbers it knows them by: ordinals, which are the same for everybody and never given
// to another row. Over HTTP every request stands alone, so it is read from the claims in the store; a process that serves
// one client on stdio remembers it, because the claims may lie behind another server.
import type { AgentRow } from '../agent/agent.ts'
import type { Actor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import { sourceHashKept } from '../domain/claim.ts'
import { type HeldClaim, heldClaims, type HeldRow, noteShownSources } from '../app/claims/held-claims.ts'

export interface HeldClaims {
  /** The first taken comes first. */
  list(): readonly HeldClaim[]
  add(claimId: string, rows: readonly AgentRow[]): void
  /** Rows on which nothing is left to do. */
  done(ordinals: ReadonlySet<number>): void
  drop(claimId: string): void
  /** The client was told the present sources of these rows: whole hashes by ordinal. */
  shown(hashes: ReadonlyMap<number, string>): void
}

/** From the claims in the store: they know of additions, of what is done and of ends by themselves. */
export const storedClaims = (app: App, actor: Actor): HeldClaims => ({
  list: () => heldClaims(app, actor),
  add: () => {},
  done: () => {},
  drop: () => {},
  shown: (hashes) => noteShownSources(app, actor, hashes),
})

/** Claims of which a process knows the rows: some 2,000 rows that a client may still correct. */
const rememberedMax = 40

/** In the memory of this process. */
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
