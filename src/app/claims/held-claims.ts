// The claims of one key of a person (null: the command line) and their open rows. Interfaces without a memory between requests look
// up here which rows were given out, and with which source.
import { freshen } from '../../store/view.ts'
import { type Claim, isDone, isOver, sourceHashKept } from '../../domain/claim.ts'
import { claimsOf, inClaims, putClaim } from '../../store/volatile.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { rowAtWork } from './find-open-rows.ts'

export interface HeldClaim {
  readonly id: string
  readonly rows: readonly HeldRow[]
}

export interface HeldRow {
  readonly ordinal: number
  readonly rowId: string
  /** The first characters of the hash of the source that the person was given. */
  readonly source: string
  readonly isDone: boolean
}

export function heldClaims(app: App, actor: Actor): readonly HeldClaim[] {
  freshen(app.store)
  return ownClaims(app, actor)
    .sort((a, b) => a.endsAtMs - b.endsAtMs)
    .map((claim) => ({ id: claim.id, rows: rowsOf(app, claim) }))
}

function rowsOf(app: App, claim: Claim): HeldRow[] {
  return Object.entries(claim.sources).flatMap(([number, source]) => {
    const ordinal = Number(number)
    const at = rowAtWork(app, ordinal)
    return at === null ? [] : [{ ordinal, rowId: at.row.rowId, source, isDone: isDone(claim, at) }]
  })
}

export function noteShownSources(app: App, actor: Actor, hashes: ReadonlyMap<number, string>): void {
  const shown = new Map(Array.from(hashes, ([ordinal, hash]) => [String(ordinal), hash.slice(0, sourceHashKept)]))
  inClaims(app.store, (db) => {
    for (const claim of ownClaims(app, actor)) {
      if (!Object.keys(claim.sources).some((ordinal) => shown.has(ordinal))) continue
      const sources = Object.entries(claim.sources).map(([ordinal, known]) => [ordinal, shown.get(ordinal) ?? known])
      putClaim(db, claim, { ...claim, sources: Object.fromEntries(sources) })
    }
  })
}

function ownClaims(app: App, { user, key }: Actor): Claim[] {
  const nowMs = app.clock.nowMs()
  return claimsOf(app.store.volatile, user.id).filter(
    ({ keyId, endsAtMs }) => keyId === (key?.id ?? null) && !isOver(endsAtMs, nowMs),
  )
}
