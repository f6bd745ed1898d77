// The index of the rows of each facet (a property that filters ask for, domain/work/facets.ts). Readers derive it from
// main, from the latest change back. Derived rows stay in memory until they are stored, so no answer waits for
// another's writer.
//
//   derived_state         every change up to this one is stored (`State`)
//   derived_state 1       the latest state of main that a stored stamp was derived from (`Reach`)
//   derived_stamp chunk   the version of the chunk its stored facets were derived from: u48 time and u48 number of its last write,
//                         u32 generations `unstamped` and `refiled`, added up; u32 id of the last label rule
//   work_facet value      rows of the piece (packed-rows.ts)
//
// Rows that changed since their chunk's stamp are derived again; all rows, if the generation has gone up. Each label
// rule has a facet, and never changes: rows that did not change are derived by the rules made since their chunk's
// stamp. Rows labelled by hand are read from main. Invariant: a stamp is replaced only by one that was derived over it
// (checked with the writer held). So rows and stamps agree even if several processes store at the same time, and after
// a kill at any point.
import { foldLabel, NO_LABEL } from '../../domain/labels.ts'
import { andNotPiece, andPiece, orPiece, type Piece, ROWS_PER_PIECE } from '../../domain/work/row-set.ts'
import { freshen, lastTimeGiven, writesSoFar } from '../view.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, keyOfU32, ROWS_PER_CHUNK, u8 } from '../file/keyspace.ts'
import { getRecord, keysUnder, putRecord } from '../file/record.ts'
import { labelRowsChanges, readLabelRows } from '../rows/label-rows.ts'
import type { Label } from '../records/labels.ts'
import { readGeneration } from '../records/settings.ts'
import { type ChunkVersion, isSameVersion, latestChange, latestChanges, readTimes, timeAt } from '../rows/changes.ts'
import type { Store } from '../store.ts'
import {
  eachStoredFacet,
  LabelPieces,
  PieceAhead,
  type PieceLabels,
  readStoredFacet,
  type VisitFacet,
} from './row-pieces.ts'
import { eachFacets, eachRuleFacets, facetOfRule, LabelBooks, NO_LABELS, ruleOfFacet } from './work-facets.ts'
import { storeDerived, type Storing } from './tables.ts'

interface Reach {
  readonly writes: number
  readonly lastTimeMs: number
}

interface State extends Reach {
  readonly unstamped: number
  readonly rules: number
}

const NOTHING: State = { writes: -1, lastTimeMs: 0, unstamped: -1, rules: -1 }

/** `rules`: the id of the last label rule by which the chunk's rows were derived. */
type Stamp = ChunkVersion & { readonly rules: number }

interface Derived {
  /** The stored stamp that this one was derived over. */
  readonly over: Stamp | null
  readonly from: Stamp
}

interface Ahead {
  readonly rows: PieceAhead
  readonly chunks: Map<number, Derived>
  changes: number
}

/** The chunks that a look limited to the latest changes derives: more than a batch or a person changes at once. */
const latestMax = 64
const chunksPerPiece = ROWS_PER_PIECE / ROWS_PER_CHUNK
const stateKey = keyOf('derived_state')
const reachKey = keyOf('derived_state', u8(1))
const stampBytes = 20
/** Stamps of an earlier windrow, which had no rules, end here. */
const rulesAt = 16
const labelPrefix = 'label '
/** It goes up when rows get facets of another sort: what an earlier windrow derived is then derived again. */
const facetsOfRows = 1
const perFacetsOfRows = 1 << 24

/** The generation of all rows. Chunks of an earlier one are derived again. */
const generationOfRows = (main: Database): number =>
  facetsOfRows * perFacetsOfRows + readGeneration(main, 'unstamped') + readGeneration(main, 'refiled')

export class WorkIndex {
  readonly #store: Store
  #derived: Database | null = null
  #stored: State | null = null
  /** The state of main up to which changed chunks are known. */
  #seen = NOTHING
  /** Chunks to derive, the one that changed last at the end. */
  #todo: number[] = []
  /** Chunks that wait because many changed at once, as in an import. */
  #later: number[] = []
  readonly #ahead = new Map<number, Ahead>()
  /** True when every row has been derived at least once. */
  #isWhole = false
  #version = 0
  #versionOfAll = 0
  readonly #versions = new Map<number, number>()
  readonly #books: LabelBooks
  #book = NO_LABELS
  /** The id of the latest rule by which all rows are derived. */
  #rulesDone = NOTHING.rules
  /** The generation `sources` as this process last saw it. */
  #sources = -1
  /** A version of what rules find: it goes up when rules or sources change, and when all rows have been derived by them. */
  #labelVersion = 0
  #labelVersionDone = -1
  readonly #labelPieces = new LabelPieces()
  /** How often rows of each piece got or lost a label by hand: read once a look, because it is one record for all pieces. */
  #handChanges: Readonly<Record<number, number>> = {}

  constructor(store: Store) {
    this.#store = store
    this.#books = new LabelBooks(store)
  }

  /**
   * Derives rows that changed in main, for about `patienceMs`; `latest`: of many changes at once only the last ones.
   * True: the index agrees with main as this process sees it. Throws if its environment can't be opened.
   */
  look(patienceMs: number, reach: 'latest' | 'all' = 'all'): boolean {
    this.#begin()
    this.#noteChanges()
    const next = (): number | undefined => this.#todo.pop() ?? (reach === 'all' ? this.#later.pop() : undefined)
    const endMs = performance.now() + patienceMs
    for (let chunk = next(); chunk !== undefined; chunk = next()) {
      this.#derive(chunk)
      if (performance.now() >= endMs) break
    }
    this.#isWhole ||= this.isInLine
    if (this.isInLine) {
      this.#rulesDone = this.#seen.rules
      this.#labelVersionDone = this.#labelVersion
    }
    return this.isInLine
  }

  /** False: some row was not derived by the latest label rules, so answers about labels would lack it. */
  get hasLabels(): boolean {
    return this.#isWhole && this.#rulesDone === this.#seen.rules
  }

  /** False: some row was never derived, so answers would lack it. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** True: the index has every change up to the last look. */
  get isInLine(): boolean {
    return this.#todo.length === 0 && this.#later.length === 0
  }

  get isStored(): boolean {
    return this.isInLine && this.#ahead.size === 0
  }

  get version(): number {
    return this.#version
  }

  versionOf(piece: number): number {
    return this.#versions.get(piece) ?? this.#versionOfAll
  }

  /** The rows of a piece with a facet (domain/work/facets.ts), in memory of their own; null: no row has it. */
  read(piece: number, facet: string): Piece | null {
    if (facet.startsWith(labelPrefix)) return this.#readLabel(piece, facet.slice(labelPrefix.length))
    const { derived } = this.#store
    const ahead = this.#ahead.get(piece)
    return ahead === undefined ? readStoredFacet(derived, piece, facet) : ahead.rows.read(derived, piece, facet)
  }

  eachFacet(piece: number, prefix: string, visit: VisitFacet): void {
    const { derived } = this.#store
    const ahead = this.#ahead.get(piece)
    if (ahead === undefined) eachStoredFacet(derived, piece, prefix, visit)
    else ahead.rows.each(derived, piece, prefix, visit)
  }

  /** The rows of each label in a piece. The caller must not change them. */
  labelsOf(piece: number): PieceLabels {
    return this.#labelPieces.of(piece, {
      main: this.#store.main,
      book: this.#book,
      changes: this.#handChanges[piece] ?? 0,
      version: this.#labelVersionDone === this.#labelVersion ? this.#labelVersion : null,
      work: () => this.read(piece, 'work'),
      rowsOf: (label) => this.#rowsOf(piece, label),
    })
  }

  #readLabel(piece: number, name: string): Piece | null {
    if (name === NO_LABEL)
      return this.#book.labels.reduce(
        (rows, label) => andNotPiece(rows, this.#rowsOf(piece, label)),
        this.read(piece, 'work'),
      )
    const label = this.#book.byName.get(foldLabel(name))
    return label === undefined ? null : this.#rowsOf(piece, label)
  }

  /** Rows that have the label by a rule or by hand, without those that lost it by hand. */
  #rowsOf(piece: number, { id }: Label): Piece | null {
    const { main } = this.#store
    const added = readLabelRows(main, piece, id, 'added')
    let rows = added === null ? null : andPiece(added, this.read(piece, 'work'))
    for (const rule of this.#book.rulesOf.get(id) ?? []) rows = orPiece(rows, this.read(piece, facetOfRule(rule)))
    return rows === null ? null : andNotPiece(rows, readLabelRows(main, piece, id, 'removed'))
  }

  /** Stores the derived rows, a piece in each transaction. */
  async keep(when: Storing): Promise<void> {
    const derived = this.#derived
    if (derived === null) return
    for (const [piece, ahead] of this.#ahead) {
      let stored = -1
      await storeDerived(derived, when, () => {
        if (this.#ahead.get(piece) !== ahead) return
        this.#putAhead(derived, piece, ahead)
        stored = ahead.changes
      })
      // Moves the view past the stored data.
      derived.resetReadTxn()
      if (ahead.changes === stored && this.#ahead.get(piece) === ahead) this.#ahead.delete(piece)
    }
    if (this.isStored && this.#stored?.writes !== this.#seen.writes)
      await storeDerived(derived, when, () => this.#putState(derived))
  }

  /** Moves to the newest views: first that of `derived`, whose data was in main before. */
  #begin(): void {
    const { derived } = this.#store
    derived.resetReadTxn()
    const stored = readState(derived)
    freshen(this.#store)
    const reach = getRecord<Reach>(derived, reachKey) ?? stored
    if (reach !== null && !this.#isOfMain(reach)) {
      derived.transactionSync(() => forgetAll(derived))
      this.#beginAnew(derived, null)
    } else if (derived === this.#derived) this.#stored = stored
    else this.#beginAnew(derived, stored)
  }

  /** False: the main database was replaced. */
  #isOfMain(reach: Reach): boolean {
    const [writes, lastTimeMs] = [writesSoFar(this.#store.main), lastTimeGiven(this.#store)]
    if (reach.writes === writes) return reach.lastTimeMs === lastTimeMs
    return reach.writes < writes && reach.lastTimeMs <= lastTimeMs
  }

  #beginAnew(derived: Database, stored: State | null): void {
    this.#derived = derived
    this.#stored = stored
    this.#seen = stored ?? NOTHING
    this.#todo = []
    this.#later = []
    this.#ahead.clear()
    this.#isWhole = stored !== null
    this.#rulesDone = this.#seen.rules
    // Read here: no later step reads labels while main is as it was when the state was stored.
    this.#book = this.#books.now()
    this.#handChanges = labelRowsChanges(this.#store.main)
    this.#versions.clear()
    this.#versionOfAll = ++this.#version
    this.#labelVersion++
    this.#sources = readGeneration(this.#store.main, 'sources')
  }

  #noteChanges(): void {
    const { main } = this.#store
    if (writesSoFar(main) === this.#seen.writes) return
    const unstamped = generationOfRows(main)
    this.#book = this.#books.now()
    this.#handChanges = labelRowsChanges(main)
    const rules = this.#book.lastRule
    const sources = readGeneration(main, 'sources')
    const isOfAll = unstamped !== this.#seen.unstamped || rules !== this.#seen.rules
    if (isOfAll || sources !== this.#sources) this.#labelVersion++
    this.#sources = sources
    const sinceMs = isOfAll ? 0 : this.#seen.lastTimeMs
    const changed = [...latestChanges(main, sinceMs).keys()]
    this.#todo.push(...changed.splice(-latestMax))
    this.#later.push(...changed)
    this.#seen = { writes: writesSoFar(main), lastTimeMs: lastTimeGiven(this.#store), unstamped, rules }
  }

  #derive(chunk: number): void {
    const { main, derived } = this.#store
    const piece = Math.floor(chunk / chunksPerPiece)
    const { unstamped, rules } = this.#seen
    const from = { ...latestChange(main, chunk), unstamped, rules }
    const stored = readStamp(derived, chunk)
    let ahead = this.#ahead.get(piece)
    let known = ahead?.chunks.get(chunk)
    if (known !== undefined && !isSameStamp(known.over, stored)) {
      ahead?.chunks.delete(chunk)
      ahead?.rows.forget((chunk % chunksPerPiece) * ROWS_PER_CHUNK, ROWS_PER_CHUNK)
      known = undefined
      this.#changed(piece, ahead)
    }
    const before = known?.from ?? stored
    if (isSameStamp(before, from)) return known === undefined ? this.#changed(piece, ahead) : undefined
    if (ahead === undefined) this.#ahead.set(piece, (ahead = { rows: new PieceAhead(), chunks: new Map(), changes: 0 }))
    this.#deriveRows(chunk, before, from, ahead.rows)
    ahead.chunks.set(chunk, { over: stored, from })
    this.#changed(piece, ahead)
  }

  #deriveRows(chunk: number, before: Stamp | null, from: Stamp, rows: PieceAhead): void {
    const first = (chunk % chunksPerPiece) * ROWS_PER_CHUNK
    const isOfRules = before !== null && isSameVersion(before, from)
    const places = isOfRules ? [] : placesSince(this.#store.main, chunk, this.#sinceOf(before))
    eachFacets(this.#store, this.#book, chunk, places, (place, facets) => rows.put(first + place, facets))
    const fresh = before === null ? [] : this.#book.rules.filter(({ id }) => id > before.rules)
    if (fresh.length === 0) return
    const others = places.length === 0 ? ALL_PLACES : placesWithout(places)
    eachRuleFacets(this.#store, this.#book, fresh, chunk, others, (place, facets) => rows.add(first + place, facets))
  }

  /** The time from which a chunk's changes must be derived again: earlier ones are in its stored facets. */
  #sinceOf(before: Stamp | null): number {
    if (before === null || before.unstamped !== this.#seen.unstamped) return 0
    // The stored data agrees with main at that time, and later writes have that time or a later one.
    return Math.max(before.timeMs, this.#stored?.lastTimeMs ?? 0)
  }

  #changed(piece: number, ahead: Ahead | undefined): void {
    this.#versions.set(piece, ++this.#version)
    if (ahead !== undefined) ahead.changes++
  }

  #putAhead(derived: Database, piece: number, { rows, chunks }: Ahead): void {
    const others = Array.from(chunks).filter(([chunk, { over }]) => !isSameStamp(readStamp(derived, chunk), over))
    if (others.length > 0) {
      // Another process stored these chunks, from an earlier or a later state of main.
      freshen(this.#store)
      this.#noteChanges()
    }
    for (const [chunk] of others) this.#derive(chunk)
    const live = new Set(this.#book.rules.map(({ id }) => id))
    rows.store(derived, piece, (facet) => {
      const rule = ruleOfFacet(facet)
      return rule !== null && rule <= this.#seen.rules && !live.has(rule)
    })
    for (const [chunk, { from }] of chunks) {
      putStamp(derived, chunk, from)
      chunks.set(chunk, { over: from, from })
    }
    const { writes, lastTimeMs } = this.#seen
    if ((getRecord<Reach>(derived, reachKey)?.writes ?? -1) < writes)
      putRecord(derived, reachKey, { writes, lastTimeMs })
  }

  #putState(derived: Database): void {
    const stored = readState(derived) ?? NOTHING
    if (this.isStored && stored.writes < this.#seen.writes) putRecord(derived, stateKey, this.#seen)
  }
}

const ALL_PLACES = Array.from({ length: ROWS_PER_CHUNK }, (_, place) => place)

function placesWithout(places: readonly number[]): number[] {
  const without = new Set(places)
  return ALL_PLACES.filter((place) => !without.has(place))
}

const isSameStamp = (one: Stamp | null, other: Stamp | null): boolean =>
  one === null || other === null ? one === other : one.rules === other.rules && isSameVersion(one, other)

function readState(derived: Database): State | null {
  const stored = getRecord<State>(derived, stateKey)
  if (stored === undefined || Math.floor(stored.unstamped / perFacetsOfRows) !== facetsOfRows) return null
  return stored
}

function readStamp(derived: Database, chunk: number): Stamp | null {
  const stamp = derived.getBinaryFast(keyOfU32('derived_stamp', chunk))
  if (stamp === undefined) return null
  const rules = stamp.length < stampBytes ? 0 : stamp.readUInt32LE(rulesAt)
  return { timeMs: stamp.readUIntLE(0, 6), write: stamp.readUIntLE(6, 6), unstamped: stamp.readUInt32LE(12), rules }
}

function putStamp(derived: Database, chunk: number, { timeMs, write, unstamped, rules }: Stamp): void {
  const stamp = Buffer.alloc(stampBytes)
  stamp.writeUIntLE(timeMs, 0, 6)
  stamp.writeUIntLE(write, 6, 6)
  stamp.writeUInt32LE(unstamped, 12)
  stamp.writeUInt32LE(rules, rulesAt)
  void derived.put(keyOfU32('derived_stamp', chunk), stamp)
}

/** The places of a chunk whose row changed at or after a time, and of rows that are not visible. */
function placesSince(main: Database, chunk: number, sinceMs: number): number[] {
  const times = readTimes(main, chunk)
  const places: number[] = []
  for (let place = 0; place < ROWS_PER_CHUNK; place++) {
    const timeMs = timeAt(times, place)
    if (timeMs >= sinceMs || timeMs === 0) places.push(place)
  }
  return places
}

function forgetAll(derived: Database): void {
  for (const table of ['derived_state', 'derived_stamp', 'work_facet'] as const) {
    for (const key of keysUnder(derived, { prefix: keyOf(table) })) void derived.remove(key)
  }
}
