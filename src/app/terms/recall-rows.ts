// Finds the text of memory for rows (docs/memory.md#memory): from the rows with the same source, if the best passes
// the gate. A source is decided once for all its rows; a row costs some microseconds.
import { memoryRowsMax } from '../../domain/limits.ts'
import { runGate } from '../../domain/checks/gate.ts'
import { MEMORY } from '../../domain/donor.ts'
import {
  type BroughtIn,
  hasParts,
  isOpenToMemory,
  NOTHING,
  type Recall,
  type Remembered,
  type Witness,
  Witnesses,
} from '../../domain/memory/recall.ts'
import { type Heads, lastSeq, type Row, sourceTextOf } from '../../domain/row.ts'
import { isRevert } from '../../domain/revert.ts'
import { proposalsOfRow } from '../../store/records.ts'
import { countWithSource, readHeads, readRevision, readRow, readView, rowsWithSource } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { App } from '../app.ts'
import { gateInputOf } from '../rows/gate-reference.ts'
import type { Rules } from '../rules.ts'
import { type KnownTo, knownTo } from './known-to.ts'

/** Why memory fills nothing into an open row although texts for its source exist. */
export const LEFT_BY_MEMORY = ['divided', 'refused', 'taken_back'] as const
export type LeftByMemory = (typeof LEFT_BY_MEMORY)[number]

export type Recalled =
  | { readonly kind: 'fill'; readonly row: Row; readonly remembered: Remembered | BroughtIn; readonly rules: Rules }
  | { readonly kind: 'left'; readonly row: Row; readonly why: LeftByMemory }
  /** Memory has no text of the same source; that of a twin may do (recall-twins.ts). */
  | { readonly kind: 'alone'; readonly row: Row }

type OfSource = Recall | { readonly kind: 'refused' }

/**
 * Decisions by the hash of their source. The least recently asked for go first, in two halves, because a Map takes long to find its oldest
 * entry behind many that were removed.
 */
export class DecidedSources<Decision> {
  readonly #most: number
  #recent = new Map<string, Decision>()
  #older = new Map<string, Decision>()

  constructor(most = 200_000) {
    this.#most = most
  }

  get(sourceHash: string): Decision | undefined {
    const recent = this.#recent.get(sourceHash)
    if (recent !== undefined) return recent
    const older = this.#older.get(sourceHash)
    if (older !== undefined) this.set(sourceHash, older)
    return older
  }

  set(sourceHash: string, decision: Decision): void {
    if (this.#recent.size >= this.#most / 2) [this.#older, this.#recent] = [this.#recent, new Map()]
    this.#recent.set(sourceHash, decision)
  }
}

/** Finds texts of memory, and remembers its decisions for one run. Writers test again whether the donor row is as it was. */
export class Recaller {
  readonly #app: App
  readonly own: KnownTo
  #decided = new DecidedSources<OfSource>()
  #rules: Rules

  constructor(app: App, own = knownTo(app, null)) {
    this.#app = app
    this.own = own
    this.#rules = app.rules.now()
  }

  /** What memory has for a row; null: the row is not open to memory, or memory has nothing. It yields where a pause is good. */
  *of(ordinal: number): Generator<undefined, Recalled | null> {
    const { main, files } = this.#app.store
    const row = readRow(main, files, ordinal)
    return row === null ? null : yield* this.ofRead(row, this.own.headsOf(ordinal))
  }

  /** Like `of`, for a row that was just read. */
  *ofRead(row: Row, heads: Heads): Generator<undefined, Recalled | null> {
    const { main } = this.#app.store
    if (!isOpenToMemory(row, heads)) return null
    const found = yield* this.#ofSource(row)
    if (found.kind === 'nothing') return hasParts(sourceTextOf(row)) ? { kind: 'alone', row } : null
    if (found.kind !== 'text') return { kind: 'left', row, why: found.kind }
    const { remembered } = found
    if (wasTakenBack(main, row, heads, remembered.text)) return { kind: 'left', row, why: 'taken_back' }
    return { kind: 'fill', row, remembered, rules: this.#rules }
  }

  *#ofSource(row: Row): Generator<undefined, OfSource> {
    const rules = this.#app.rules.now()
    if (rules !== this.#rules) this.#decided = new DecidedSources()
    this.#rules = rules
    const known = this.#decided.get(row.sourceHash)
    if (known !== undefined) return known
    const rows = rowsWithSource(this.#app.store.main, row.sourceHash)
    if (rows.length < 2) return NOTHING
    const witnesses = new Witnesses({ text: sourceTextOf(row), hash: row.sourceHash })
    for (const witness of witnessesOf(this.#app.store.main, this.own, row.sourceHash, rows)) {
      if (witness === null) yield undefined
      else witnesses.add(witness)
    }
    const found = recallWithGate(rules, row, witnesses)
    this.#decided.set(row.sourceHash, found)
    return found
  }
}

/** True: people approved different texts for the source, so memory fills nothing. False, too, for a source of very many rows. */
export function isDivided(app: App, row: Row): boolean {
  if (app.rules.now().settings.memory === 'off' || countWithSource(app.store.main, row.sourceHash) > memoryRowsMax)
    return false
  const looking = new Recaller(app).of(row.ordinal)
  for (;;) {
    const { done, value } = looking.next()
    if (done === true) return value?.kind === 'left' && value.why === 'divided'
  }
}

const readsPerPause = 64

/** The rows of a source with their texts; null where a pause is good. */
export function* witnessesOf(
  main: Database,
  own: KnownTo,
  sourceHash: string,
  rows = rowsWithSource(main, sourceHash),
): Generator<Witness | null> {
  let reads = 0
  for (const ordinal of rows) {
    if (++reads % readsPerPause === 0) yield null
    const witness = witnessAt(main, ordinal, sourceHash, own.headsOf(ordinal))
    if (witness !== null) yield witness
  }
}

/** The row with its texts; null: its source is another one, because the table of sources has only a part of each hash. */
export function witnessAt(
  main: Database,
  ordinal: number,
  sourceHash: string,
  heads = readHeads(main, ordinal),
): Witness | null {
  if (heads.manual === null && heads.machine === null) return null
  const view = readView(main, ordinal)
  return view?.sourceHash === sourceHash ? { rowId: view.rowId, heads } : null
}

export function recallWithGate(rules: Rules, row: Row, witnesses: Witnesses): OfSource {
  const found = witnesses.decide()
  return found.kind === 'text' && !passesGate(rules, row, found.remembered.text) ? { kind: 'refused' } : found
}

export const passesGate = (rules: Rules, row: Row, text: string): boolean =>
  runGate({ ...gateInputOf(rules, row, text), layer: 'machine' }).errors.length === 0

/** True: a person took this very text, filled by memory, back from the row, or rejected it there as a proposal. */
export const wasTakenBack = (main: Database, row: Row, heads: Heads, text: string): boolean =>
  wasReverted(main, row, heads, text) || wasDecided(main, row, text)

function wasReverted(main: Database, { ordinal }: Row, heads: Heads, text: string): boolean {
  const seq = lastSeq(heads, 'machine')
  if (seq < 2 || (heads.machine !== null && !isRevert(heads.machine))) return false
  const before = readRevision(main, ordinal, 'machine', seq - 1)
  return before !== undefined && before.text === text && before.client?.name === MEMORY.model
}

/** An approved proposal counts too: the row is open again, so its text was taken back. */
const wasDecided = (main: Database, { ordinal, sourceHash: hash }: Row, text: string): boolean =>
  proposalsOfRow(main, ordinal).some((p) => p.status !== 'pending' && p.sourceHash === hash && p.text === text)
