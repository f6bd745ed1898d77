// Gathers what the store knows about one item and lets the domain decide. Used outside a transaction to answer validate
// and to run the gate early, and again inside it, where heads and proposals are read anew; the gate's answer is kept for
// as long as the source and the rules are the same, so it runs once.
import type { AbilityRefusal } from '../../domain/access.ts'
import { alignedLengthMax } from '../../domain/checks/batch/alignment.ts'
import { TextPair, type Waivers } from '../../domain/checks/check.ts'
import { judgePair } from '../../domain/checks/gate.ts'
import {
  decideWrite,
  type GateResult,
  type WriteDecision,
  type WriteIntent,
  type WriteRules,
} from '../../domain/decide-write.ts'
import type { Heads, Row } from '../../domain/row.ts'
import { NO_HEADS, sourceTextOf } from '../../domain/row.ts'
import { readHeads } from '../../store/rows/heads.ts'
import { pendingOf } from '../../store/records/proposals.ts'
import type { Database } from '../../store/file/environment.ts'
import { RowFinder } from '../../store/rows/row-finder.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'
import type { Rules } from '../rules.ts'

interface Candidate {
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
  /** What the gate looked at, for the look at the whole batch; null when it did not run, or the text stands aside there. */
  readonly pair: TextPair | null
}

/** What the items of a batch share while nothing is written in between: one view of the rows, and the rules in force. */
interface Moment {
  readonly db: Database
  readonly rows: RowFinder
  readonly rules: Rules
}

const momentAt = (app: App, db: Database): Moment => ({
  db,
  rows: new RowFinder(db, app.store.files),
  rules: app.rules.now(),
})

/** The store as it is now, outside of a change. */
export const momentOf = (app: App): Moment => momentAt(app, app.store.main)
/** The same inside a change. */
export const momentIn = (app: App, { db }: Txn): Moment => momentAt(app, db)

export interface Judge {
  (moment: Moment): Judgement
  /** Runs the gate now, whether today's decision asks for it or not: it will be there when a later one does. */
  runGate(moment: Moment): void
}

/** Makes a judge of one candidate that remembers the gate's answer between calls. Hot: a batch calls fifty, twice each. */
export function createJudge(candidate: Candidate): Judge {
  let known: {
    readonly source: string
    readonly rules: Rules
    readonly pair: TextPair | null
    readonly result: GateResult
  } | null = null
  const gate = (row: Row, rules: Rules): GateResult => {
    if (known?.source === row.sourceHash && known.rules === rules) return known.result
    const pair = new TextPair({
      source: sourceTextOf(row),
      isServiceRow: row.isServiceRow,
      text: candidate.intent.text,
      layer: candidate.intent.layer,
      rules: rules.gate,
      glossary: rules.glossary,
      waivers: candidate.waivers,
    })
    const isCompared = candidate.intent.text.length <= alignedLengthMax
    known = { source: row.sourceHash, rules, pair: isCompared ? pair : null, result: judgePair(pair) }
    return known.result
  }
  const judge = ({ db, rows, rules }: Moment): Judgement => {
    const found = rows.find(candidate.rowId)
    const row = found === null ? null : rows.rowOf(found)
    const heads = row === null ? NO_HEADS : readHeads(db, row.ordinal)
    const ownPending =
      row === null || candidate.intent.layer === 'machine' ? null : pendingOf(db, candidate.authorId, row.ordinal)
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
    return { decision, row, heads, pair: known?.pair ?? null }
  }
  return Object.assign(judge, {
    runGate({ rows, rules }: Moment): void {
      const found = rows.find(candidate.rowId)
      if (found !== null) gate(rows.rowOf(found), rules)
    },
  })
}
