// Gathers what the store knows about one item and lets the domain decide. Used outside a transaction to answer validate
// and to run the gate early, and again inside it, where heads and proposals are read anew; the gate's answer is kept for
// as long as the source and the rules are the same, so it runs once.
import type { AbilityRefusal } from '../domain/access.ts'
import { runGate } from '../domain/checks/gate.ts'
import type { Waivers } from '../domain/checks/check.ts'
import {
  decideWrite,
  type GateResult,
  type WriteDecision,
  type WriteIntent,
  type WriteRules,
} from '../domain/decide-write.ts'
import type { Heads, Row } from '../domain/row.ts'
import { NO_HEADS, sourceTextOf } from '../domain/row.ts'
import { readHeads } from '../store/heads.ts'
import { pendingOf } from '../store/proposals.ts'
import { RowFinder } from '../store/row-finder.ts'
import type { App } from './app.ts'
import type { Rules } from './rules.ts'

export interface Candidate {
  readonly rowId: string
  readonly intent: WriteIntent
  readonly authorId: number
  readonly abilityRefusal: AbilityRefusal | null
  readonly waivers: Waivers
  readonly rules: WriteRules
}

export interface Judgement {
  readonly decision: WriteDecision
  /** Null only with `entry_not_found`. */
  readonly row: Row | null
  readonly heads: Heads
}

/** What the items of a batch share while nothing is written in between: one view of the rows, and the rules in force. */
export interface Moment {
  readonly rows: RowFinder
  readonly rules: Rules
}

export const momentOf = (app: App): Moment => ({
  rows: new RowFinder(app.store.main, app.store.files),
  rules: app.rules.now(),
})

export type Judge = (moment?: Moment) => Judgement

/** Makes a judge of one candidate that remembers the gate's answer between calls. Hot: a batch calls fifty, twice each. */
export function createJudge(app: App, candidate: Candidate): Judge {
  let known: { readonly source: string; readonly rules: Rules; readonly result: GateResult } | null = null
  const gate = (row: Row, rules: Rules): GateResult => {
    if (known?.source === row.sourceHash && known.rules === rules) return known.result
    const result = runGate({
      source: sourceTextOf(row),
      isServiceRow: row.isServiceRow,
      text: candidate.intent.text,
      rules: rules.gate,
      glossary: rules.glossary,
      waivers: candidate.waivers,
    })
    known = { source: row.sourceHash, rules, result }
    return result
  }
  return ({ rows, rules } = momentOf(app)) => {
    const { main } = app.store
    const found = rows.find(candidate.rowId)
    const row = found === null ? null : rows.rowOf(found)
    const heads = row === null ? NO_HEADS : readHeads(main, row.ordinal)
    const ownPending =
      row === null || candidate.intent.layer === 'machine' ? null : pendingOf(main, candidate.authorId, row.ordinal)
    const decision = decideWrite({
      intent: candidate.intent,
      row,
      heads,
      authorId: candidate.authorId,
      ownPending,
      abilityRefusal: candidate.abilityRefusal,
      rules: candidate.rules,
      gate: () => gate(row as Row, rules),
    })
    return { decision, row, heads }
  }
}
