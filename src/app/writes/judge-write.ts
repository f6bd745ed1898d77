// Gathers what the store knows about one item and lets the domain decide. Used outside a transaction to answer validate
// and to run the gate early, and again inside it, where heads and proposals are read anew; the gate's answer is kept for
// as long as the source and the rules are the same, so it runs once.
import type { GateResult } from '../../domain/finding.ts'
import type { AbilityRefusal } from '../../domain/access.ts'
import { alignedLengthMax } from '../../domain/checks/batch/alignment.ts'
import { TextPair, type Waivers } from '../../domain/checks/check.ts'
import { judgePair } from '../../domain/checks/gate.ts'
import { decideWrite, type WriteDecision, type WriteIntent, type WriteRules } from '../../domain/decide-write.ts'
import type { Heads, Row } from '../../domain/row.ts'
import { NO_HEADS, sourceTextOf } from '../../domain/row.ts'
import { HeadReader, readHeads } from '../../store/rows/heads.ts'
import { pendingOf } from '../../store/records/proposals.ts'
import { writesInView } from '../../store/door/times.ts'
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
}

/** What the items of a batch share while nothing is written in between: one view of the rows, and the rules in force. */
interface Moment {
  readonly db: Database
  readonly rows: RowFinder
  readonly headsOf: (ordinal: number) => Heads
  readonly rules: Rules
}

const momentAt = (app: App, db: Database, headsOf: Moment['headsOf']): Moment => ({
  db,
  rows: new RowFinder(db, app.store.files),
  headsOf,
  rules: app.rules.now(),
})

/** The store as it is now, outside of a change. */
export function momentOf(app: App): Moment {
  // So the rules are known to be those of the last time without a look at each of them.
  writesInView(app.store)
  const heads = new HeadReader(app.store.main)
  return momentAt(app, app.store.main, (ordinal) => heads.read(ordinal))
}
/** The same inside a change, whose own writes it sees. */
export const momentIn = (app: App, { db }: Txn): Moment => momentAt(app, db, (ordinal) => readHeads(db, ordinal))

/**
 * Judges one candidate, and remembers the gate's answer between calls. Hot: a batch has fifty, asked twice each. (A class:
 * closures for each of them leave more to the garbage collector.)
 */
export class Judge {
  readonly #candidate: Candidate
  #known: {
    readonly source: string
    readonly rules: Rules
    readonly result: GateResult
  } | null = null
  #pair: TextPair | null = null

  constructor(candidate: Candidate) {
    this.#candidate = candidate
  }

  /** What becomes of it at a moment. */
  at({ db, rows, headsOf, rules }: Moment): Judgement {
    const { rowId, intent, authorId, abilityRefusal, rules: writeRules } = this.#candidate
    const found = rows.find(rowId)
    const row = found === null ? null : rows.rowOf(found)
    const heads = row === null ? NO_HEADS : headsOf(row.ordinal)
    const ownPending = row === null || intent.layer === 'machine' ? null : pendingOf(db, authorId, row.ordinal)
    const gate = (): GateResult => this.#gate(row as Row, rules)
    const decision = decideWrite({ intent, row, heads, authorId, ownPending, abilityRefusal, rules: writeRules, gate })
    return { decision, row, heads }
  }

  /** Runs the gate now, whether today's decision asks for it or not: it will be there when a later one does. */
  runGate({ rows, rules }: Moment): void {
    const found = rows.find(this.#candidate.rowId)
    if (found !== null) this.#gate(rows.rowOf(found), rules)
  }

  /** The judge of the same text for another row. The gate does not run again where the source is the same. */
  forRow(rowId: string): Judge {
    const judge = new Judge({ ...this.#candidate, rowId })
    judge.#known = this.#known
    return judge
  }

  /**
   * What the gate looked at, for the look at the whole batch; null when it did not run, or the text stands aside there. Let go of
   * here: a batch that waits for the writer is copied by each collection, and needs it no more.
   */
  takePair(): TextPair | null {
    const pair = this.#pair
    this.#pair = null
    return pair
  }

  #gate(row: Row, rules: Rules): GateResult {
    const known = this.#known
    if (known?.source === row.sourceHash && known.rules === rules) return known.result
    const { intent, waivers } = this.#candidate
    const { text, layer } = intent
    const { gate, glossary } = rules
    const { isServiceRow } = row
    const pair = new TextPair({ source: sourceTextOf(row), isServiceRow, text, layer, rules: gate, glossary, waivers })
    const result = judgePair(pair)
    this.#known = { source: row.sourceHash, rules, result }
    this.#pair = text.length <= alignedLengthMax ? pair : null
    return result
  }
}
