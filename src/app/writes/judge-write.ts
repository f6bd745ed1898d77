// Collects the store's facts about one text for the domain's decision: outside a transaction, to validate or to check
// early, and again inside it with fresh heads and proposals. The checks run once while source and rules are the same.
import type { GateResult } from '../../domain/finding.ts'
import type { AbilityRefusal } from '../../domain/access.ts'
import { alignedLengthMax } from '../../domain/checks/alignment.ts'
import { TextPair, type Waivers } from '../../domain/checks/check.ts'
import { judgePair } from '../../domain/checks/gate.ts'
import { decideWrite, type WriteDecision, type WriteIntent, type WriteRules } from '../../domain/decide-write.ts'
import type { Heads, Row } from '../../domain/row.ts'
import { NO_HEADS, sourceTextOf } from '../../domain/row.ts'
import { HeadReader, readHeads, RowFinder } from '../../store/rows.ts'
import { pendingOf } from '../../store/records.ts'
import { writesInView } from '../../store/view.ts'
import type { Database } from '../../store/store.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'
import { besideRow } from '../rows/gate-reference.ts'
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
  readonly row: Row | null
  readonly heads: Heads
}

/** What is read once for all items of a batch, until something is written. */
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

/** The store and rules as they are now. Call it outside a change. */
export function momentOf(app: App): Moment {
  // Brings the view up to date here, once, and not for each item.
  writesInView(app.store)
  const heads = new HeadReader(app.store.main)
  return momentAt(app, app.store.main, (ordinal) => heads.read(ordinal))
}
export const momentIn = (app: App, { db }: Txn): Moment => momentAt(app, db, (ordinal) => readHeads(db, ordinal))

/** Judges one text. It is a class, because closures leave more garbage, and a batch has fifty texts, each judged twice. */
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

  at({ db, rows, headsOf, rules }: Moment): Judgement {
    const { rowId, intent, authorId, abilityRefusal, rules: writeRules } = this.#candidate
    const found = rows.find(rowId)
    const row = found === null ? null : rows.rowOf(found)
    const heads = row === null ? NO_HEADS : headsOf(row.ordinal)
    const ownPending = row === null || intent.layer === 'machine' ? null : pendingOf(db, authorId, row.ordinal)
    const gate = (): GateResult => this.#gate(db, row as Row, rules)
    const decision = decideWrite({ intent, row, heads, authorId, ownPending, abilityRefusal, rules: writeRules, gate })
    return { decision, row, heads }
  }

  /** Runs the checks although the present decision does not need them: a later one may. */
  runGate({ db, rows, rules }: Moment): void {
    const found = rows.find(this.#candidate.rowId)
    if (found !== null) this.#gate(db, rows.rowOf(found), rules)
  }

  /**
   * The texts that the checks compared, for a look at the whole batch; null: the checks did not run, or the text is too long. They are let
   * go, because the garbage collector copies a batch that waits for the writer.
   */
  takePair(): TextPair | null {
    const pair = this.#pair
    this.#pair = null
    return pair
  }

  #gate(db: Database, row: Row, rules: Rules): GateResult {
    const known = this.#known
    if (known?.source === row.sourceHash && known.rules === rules) return known.result
    const { intent, waivers } = this.#candidate
    const { text, layer } = intent
    const { gate, glossary } = rules
    const { isServiceRow } = row
    const input = { source: sourceTextOf(row), isServiceRow, text, layer, rules: gate, glossary, waivers }
    const pair = new TextPair({ ...input, ...besideRow(db, row) })
    const result = judgePair(pair)
    this.#known = { source: row.sourceHash, rules, result }
    this.#pair = text.length <= alignedLengthMax ? pair : null
    return result
  }
}
