// Decides what new main and diff files (merge-sources.ts) do to each row: added, changed, retired, back or moved; its
// cell, the flags of its heads, and its lines in the report. Reads only changed blocks.
import { present } from '../../base/assert.ts'
import { cellOf } from '../../domain/cell.ts'
import {
  decideSource,
  effectiveSource,
  isSameBytes,
  isSameText,
  type SourceChange,
} from '../../domain/decide-source.ts'
import { type HeadCounts, noCounts, type SlotCounts } from '../../domain/import-report.ts'
import type { Markup } from '../../domain/profile.ts'
import { gameTextOf, type Head, type Heads, isStale, NO_HEADS } from '../../domain/row.ts'
import { breaksMarkup, differsOnlyCosmetically } from '../../domain/text/compare.ts'
import { markRow, type Piece } from '../../domain/work/row-set.ts'
import type { Touch } from '../../domain/work/work-filter.ts'
import {
  type BlockReader,
  isFilled,
  isSameRecord,
  putHeadsAside,
  readerAhead,
  readerOfStored,
  ROW_SHELF,
  SameSourceWriter,
  waitWithHeads,
} from '../../store/change-rows.ts'
import { putOldSource, rowsOfProposals } from '../../store/records.ts'
import {
  createReferenceReader,
  ordinalsWithHeads,
  type RawRow,
  type RawText,
  readHeads,
  readNextOrdinal,
  retiredOrdinals,
  ROWS_PER_BLOCK,
} from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { Aside, Txn } from '../../store/txn.ts'
import type { MergedSources } from './merge-sources.ts'
import { cellRow, createRawRows, domainRow, hexOf, rawRowIn, textOf } from './raw-row.ts'
import { eachBlock } from './staged-blocks.ts'
import { type Moment, momentOf } from './written-since.ts'

type PlannedChange = Exclude<SourceChange, 'same'>

interface PlannedRow {
  readonly change: PlannedChange
  /** The row's state (cell) before the import and after it; null: it is not in the game. */
  readonly from: number | null
  readonly to: number | null
  /** Bits of `FACTS`, and above them the numbers that `countsIn` reads. */
  readonly facts: number
}

export const FACTS = {
  hasTranslation: 1,
  isCosmetic: 2,
  mainChanged: 4,
  mainCarried: 8,
  mainReference: 16,
  diffChanged: 32,
  diffCarried: 64,
  diffReference: 128,
} as const
const [staleShift, invalidShift, changeShift] = [8, 10, 12]
/** How many heads of the row became stale, and how many invalid: at most two each. */
export const countsIn = (facts: number): { stale: number; invalid: number } => ({
  stale: (facts >> staleShift) & 3,
  invalid: (facts >> invalidShift) & 3,
})
const factsOfCounts = (stale: number, invalid: number): number => (stale << staleShift) | (invalid << invalidShift)

const CHANGES = ['moved', 'changed', 'added', 'back', 'retired'] as const satisfies readonly PlannedChange[]
const noCell = 0xff
const rowsPerPiece = 1 << 15

interface PlanPiece {
  readonly ordinals: Uint32Array
  readonly cells: Uint16Array
  readonly facts: Uint16Array
}

const cellOr = (cell: number): number | null => (cell === noCell ? null : cell)

/** What an import will do to each changed row, by ascending ordinal. Takes eight bytes a row, so that a whole game fits into memory. */
class RowPlan {
  count = 0
  readonly #pieces: PlanPiece[] = []
  readonly #heads = { changedWithTranslation: 0, changedCosmeticOnly: 0, headsNowStale: 0, headsNowInvalid: 0 }
  readonly #carried = {
    main: { changed: 0, carried: 0, reference: 0 },
    diff: { changed: 0, carried: 0, reference: 0 },
  }

  add(ordinal: number, row: PlannedRow): void {
    const index = this.count++
    if (index % rowsPerPiece === 0) {
      this.#pieces.push({
        ordinals: new Uint32Array(rowsPerPiece),
        cells: new Uint16Array(rowsPerPiece),
        facts: new Uint16Array(rowsPerPiece),
      })
    }
    const { ordinals } = this.#pieceOf(index)
    ordinals[index % rowsPerPiece] = ordinal
    this.#put(index, row)
  }

  set(index: number, row: PlannedRow): void {
    this.#tally(this.at(index), -1)
    this.#put(index, row)
  }

  #put(index: number, row: PlannedRow): void {
    const { change, from, to, facts } = row
    const piece = this.#pieceOf(index)
    piece.cells[index % rowsPerPiece] = ((from ?? noCell) << 8) | (to ?? noCell)
    piece.facts[index % rowsPerPiece] = facts | (CHANGES.indexOf(change) << changeShift)
    this.#tally(row, 1)
  }

  ordinalAt(index: number): number {
    return this.#pieceOf(index).ordinals[index % rowsPerPiece] as number
  }

  at(index: number): PlannedRow {
    const { cells, facts } = this.#pieceOf(index)
    const [both, all] = [cells[index % rowsPerPiece] as number, facts[index % rowsPerPiece] as number]
    const change = CHANGES[all >> changeShift] as PlannedChange
    return { change, from: cellOr(both >> 8), to: cellOr(both & 0xff), facts: all & ((1 << changeShift) - 1) }
  }

  #pieceOf(index: number): PlanPiece {
    return this.#pieces[Math.floor(index / rowsPerPiece)] as PlanPiece
  }

  #tally({ change, facts }: PlannedRow, by: 1 | -1): void {
    // There is nothing to note, as for each row of a first import.
    if (facts === 0) return
    const heads = this.#heads
    const one = (bit: number): number => ((facts & bit) === 0 ? 0 : by)
    if (change === 'changed') {
      heads.changedWithTranslation += one(FACTS.hasTranslation)
      heads.changedCosmeticOnly += one(FACTS.isCosmetic)
    }
    const { stale, invalid } = countsIn(facts)
    heads.headsNowStale += by * stale
    heads.headsNowInvalid += by * invalid
    for (const slot of ['main', 'diff'] as const) {
      const counts = this.#carried[slot]
      counts.changed += one(FACTS[`${slot}Changed`])
      counts.carried += one(FACTS[`${slot}Carried`])
      counts.reference += one(FACTS[`${slot}Reference`])
    }
  }

  /** The sums for the report. They are counted while rows are planned, because the last transaction asks for them. */
  sum(): { readonly heads: HeadCounts; readonly carried: Carried } {
    return { heads: this.#heads, carried: this.#carried }
  }
}

/** For each file: how many texts changed, and how many of these equal this store's export or the row's reference. */
export type Carried = Readonly<Record<'main' | 'diff', { changed: number; carried: number; reference: number }>>

export interface ChangedRow {
  readonly rowId: string
  /** The number of the file with the row. In a game of several files, a list is always in one file. */
  readonly file: number
  /** The source before and after the import; null: the row did not exist then. */
  readonly before: string | null
  readonly after: string | null
  /** How many texts of the row become stale, or invalid, by the change. */
  readonly stale: number
  readonly invalid: number
}

function changedRow(before: RawRow | null, after: RawRow | null, facts: number): ChangedRow {
  const row = present(after ?? before, 'a row before or after')
  const hashes = { before: before && hexOf(before.hash), after: after && hexOf(after.hash) }
  return { rowId: hexOf(row.id), file: fileOf(row), ...hashes, ...countsIn(facts) }
}

export const fileOf = ({ main, diff }: RawRow): number => (diff ?? main)?.file ?? 0

/** How many rows have as source what was another row's source before. */
export function movedIn(changed: ReadonlyMap<number, ChangedRow> | null): number {
  const rows = [...(changed?.values() ?? [])]
  const before = new Set(rows.map((row) => row.before))
  return rows.filter((row) => row.before !== null && row.after !== null && before.has(row.after)).length
}

const storedAtOnce = 2_000

export const keepOldSource = (txn: Pick<Txn, 'db'>, before: RawRow): void =>
  putOldSource(txn, hexOf(before.hash), textOf(effectiveSource(before)))

/**
 * Keeps source texts that an import replaces under existing work, so that reviewers of stale texts see them. Nobody reads them before the
 * import is revealed, so they are stored earlier, sorted by hash, which writes each page once. Takes eight bytes a row: the beginning of
 * the hash, and the ordinal.
 */
class OldSources {
  readonly #pieces: BigUint64Array[] = []
  #count = 0

  note(ordinal: number, { hash }: RawRow): void {
    const place = this.#count++ % rowsPerPiece
    if (place === 0) this.#pieces.push(new BigUint64Array(rowsPerPiece))
    const start = Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).readUInt32BE(0)
    ;(this.#pieces.at(-1) as BigUint64Array)[place] = (BigInt(start) << 32n) | BigInt(ordinal)
  }

  async store(aside: Aside): Promise<void> {
    const all = new BigUint64Array(this.#count)
    this.#pieces.forEach((piece, i) => all.set(piece.subarray(0, this.#count - i * rowsPerPiece), i * rowsPerPiece))
    this.#pieces.length = 0
    all.sort()
    const rowOf = createRawRows(aside.db)
    for (let from = 0; from < all.length; from += storedAtOnce) {
      await aside.commit(() => {
        for (const each of all.subarray(from, from + storedAtOnce)) {
          const found = rowOf(Number(each & 0xffff_ffffn))
          if (found !== null) keepOldSource(aside, found.row)
        }
      })
    }
  }
}

export interface SourcePlan extends MergedSources {
  readonly plan: RowPlan
  readonly rows: SlotCounts
  readonly visibleBefore: number
  readonly touched: Readonly<Record<Touch, Map<number, Piece>>>
  readonly sameSource: SameSourceWriter
  readonly judge: RowJudge
  /** True: some rows with unchanged texts now come from a file of another name. */
  readonly isRefiled: boolean
  /** The changed rows of a game with keys; null for any other game, and while the store has no rows. */
  readonly changed: ReadonlyMap<number, ChangedRow> | null
  /** When the plan was made: rows written to since are judged again. */
  readonly madeAt: Moment
}

interface PlanOptions {
  readonly markup: Markup
  readonly isKeyed: boolean
  readonly isDryRun: boolean
  readonly onProgress: (rowsDone: number, rowsTotal: number) => void
}

/** Makes the plan, and writes heads and old sources where readers do not look, so that the last transaction is short. */
export async function planSources(aside: Aside, merged: MergedSources, options: PlanOptions): Promise<SourcePlan> {
  const { blocks, next } = merged
  const madeAt = momentOf(aside.db)
  const planning = new Planning(aside, merged, await knownOf(aside, next), options)
  const plan = (block: number): void => {
    if (blocks.isChanged(block)) planning.block(block, blocks.isRemoved(block))
  }
  await eachBlock(aside, next, plan, options.onProgress)
  await planning.sameSource.putAside(aside)
  if (!options.isDryRun) {
    await planning.oldSources.store(aside)
    await waitWithHeads(aside)
  }
  return { ...merged, ...planning.result(), madeAt }
}

const RETIRED = 1
const HAS_HEADS = 2
const HAS_PROPOSALS = 4

/** A byte for each ordinal tells whether the row exists, because most rows then need no lookup. */
async function knownOf(aside: Aside, next: number): Promise<Uint8Array> {
  const { db } = aside
  const known = new Uint8Array(next)
  const setFlag = async (ordinals: Iterable<number>, flag: number): Promise<void> => {
    let count = 0
    for (const ordinal of ordinals) {
      known[ordinal] = (known[ordinal] as number) | flag
      if (++count % rowsPerBreath === 0) await aside.breathe()
    }
  }
  await setFlag(retiredOrdinals(db), RETIRED)
  await setFlag(ordinalsWithHeads(db), HAS_HEADS)
  await setFlag(ordinalsOfProposals(db), HAS_PROPOSALS)
  return known
}
const rowsPerBreath = 100_000

function* ordinalsOfProposals(db: Database): Generator<number> {
  for (const { ordinal } of rowsOfProposals(db)) yield ordinal
}

class Planning {
  readonly oldSources = new OldSources()
  readonly sameSource = new SameSourceWriter()
  readonly #aside: Aside
  readonly #isDryRun: boolean
  readonly #known: Uint8Array
  readonly #oldBlock: BlockReader
  readonly #newBlock: BlockReader
  readonly #plan = new RowPlan()
  readonly #rows: SlotCounts
  #visibleBefore: number
  readonly #touched: Record<Touch, Map<number, Piece>> = { added: new Map(), changed: new Map() }
  readonly #judge: RowJudge

  /** The rows of a game with keys whose source changes, for keyed-texts.ts. */
  readonly #changed: Map<number, ChangedRow> | null
  #isRefiled = false

  constructor(aside: Aside, { rowsInSameBlocks }: MergedSources, known: Uint8Array, options: PlanOptions) {
    const { markup, isDryRun } = options
    this.#aside = aside
    this.#isDryRun = isDryRun
    this.#known = known
    this.#oldBlock = readerOfStored(aside.db, ROW_SHELF)
    this.#newBlock = readerAhead(aside, ROW_SHELF)
    this.#rows = { ...noCounts(), total: rowsInSameBlocks, unchanged: rowsInSameBlocks }
    this.#visibleBefore = rowsInSameBlocks
    this.#judge = new RowJudge(aside.db, markup)
    this.#changed = options.isKeyed && readNextOrdinal(aside.db) > 1 ? new Map() : null
  }

  block(number: number, isRemoved: boolean): void {
    const old = this.#oldBlock(number)
    const fresh = isRemoved ? null : this.#newBlock(number)
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const ordinal = number * ROWS_PER_BLOCK + place
      if (old !== null && fresh !== null && isSameRecord(old, fresh, place)) this.#sameRow(isFilled(old, place))
      else this.#row(ordinal, rawRowIn(old, ordinal), rawRowIn(fresh, ordinal))
    }
  }

  /** Counts a row in which nothing changed: that is most rows, also of a changed block. */
  #sameRow(isThere: boolean): void {
    if (!isThere) return
    this.#visibleBefore++
    this.#rows.total++
    this.#rows.unchanged++
  }

  #row(ordinal: number, before: RawRow | null, after: RawRow | null): void {
    if (before !== null) this.#visibleBefore++
    if (after !== null) this.#rows.total++
    const change = decideSource(before, after, before === null && this.#is(ordinal, RETIRED))
    if (change === null) return
    if (change === 'same' || change === 'moved') this.#rows.unchanged++
    else this.#rows[change]++
    if (change === 'same') {
      this.#isRefiled ||= before?.main?.file !== after?.main?.file || before?.diff?.file !== after?.diff?.file
      return
    }
    const heads = this.#is(ordinal, HAS_HEADS) ? readHeads(this.#aside.db, ordinal) : NO_HEADS
    const { planned, fresh } = this.#judge.of(ordinal, before, after, heads, change)
    this.#plan.add(ordinal, planned)
    if (fresh !== null && !this.#isDryRun) putHeadsAside(this.#aside, ordinal, fresh)
    if (change === 'moved') return
    this.#changed?.set(ordinal, changedRow(before, after, planned.facts))
    this.sameSource.move(ordinal, before, after)
    if (change !== 'retired') markRow(this.#touched[change === 'changed' ? 'changed' : 'added'], ordinal)
    if (before !== null && this.#is(ordinal, HAS_HEADS | HAS_PROPOSALS)) this.oldSources.note(ordinal, before)
  }

  #is(ordinal: number, flags: number): boolean {
    return ((this.#known[ordinal] as number) & flags) !== 0
  }

  result(): Omit<SourcePlan, keyof MergedSources | 'madeAt'> {
    return {
      plan: this.#plan,
      rows: this.#rows,
      visibleBefore: this.#visibleBefore,
      touched: this.#touched,
      sameSource: this.sameSource,
      judge: this.#judge,
      isRefiled: this.#isRefiled,
      changed: this.#changed,
    }
  }
}

interface JudgedRow {
  readonly planned: PlannedRow
  /** The heads with flags for the new source; null: the flags stay. */
  readonly fresh: Heads | null
}

class RowJudge {
  readonly #markup: Markup
  readonly #referenceOf: ReturnType<typeof createReferenceReader>

  constructor(db: Database, markup: Markup) {
    this.#markup = markup
    this.#referenceOf = createReferenceReader(db)
  }

  of(ordinal: number, before: RawRow | null, after: RawRow | null, heads: Heads, change: PlannedChange): JudgedRow {
    const from = before === null ? null : cellOf(cellRow(before, heads), heads)
    const hasTranslation = heads.manual !== null || heads.machine !== null
    let facts = hasTranslation ? FACTS.hasTranslation : 0
    if (change === 'retired' || after === null) return { planned: { change, from, to: null, facts }, fresh: null }
    if (before !== null) facts |= this.#carriedFacts(ordinal, before, after, heads)
    const refreshed = change === 'moved' ? asTheyAre : this.#refreshed(before, after, heads)
    facts |= factsOfCounts(refreshed.stale, refreshed.invalid)
    if (change === 'changed' && hasTranslation && before !== null && isCosmeticChange(before, after))
      facts |= FACTS.isCosmetic
    const headsAfter = refreshed.fresh ?? heads
    return {
      planned: { change, from, to: cellOf(cellRow(after, headsAfter), headsAfter), facts },
      fresh: refreshed.fresh,
    }
  }

  /** Finds the flags for the new source, and which got worse. If the row is back in the game, all of them count as new. */
  #refreshed(before: RawRow | null, after: RawRow, heads: Heads): Refreshed {
    if (heads === NO_HEADS) return asTheyAre
    const source = textOf(effectiveSource(after))
    const [hashBefore, hashAfter] = [before === null ? null : hexOf(before.hash), hexOf(after.hash)]
    let [stale, invalid] = [0, 0]
    const refreshed = (head: Head | null): Head | null => {
      if (head === null) return null
      const isInvalid = breaksMarkup(source, head.text, this.#markup)
      if (isStale(head, hashAfter) && (hashBefore === null || !isStale(head, hashBefore))) stale++
      if (isInvalid && (hashBefore === null || !head.isInvalid)) invalid++
      return isInvalid === head.isInvalid ? head : { ...head, isInvalid }
    }
    const fresh: Heads = { ...heads, manual: refreshed(heads.manual), machine: refreshed(heads.machine) }
    const isSame = fresh.manual === heads.manual && fresh.machine === heads.machine
    return { fresh: isSame ? null : fresh, stale, invalid }
  }

  /** Whether a changed text is one that this store would export: then the file is a translated one, and not the game's own. */
  #carriedFacts(ordinal: number, before: RawRow, after: RawRow, heads: Heads): number {
    let facts = 0
    for (const slot of ['main', 'diff'] as const) {
      const [from, to] = [before[slot] ?? before.diff ?? before.main, after[slot]]
      if (from === null || to === null || isSameText(from, to)) continue
      facts |= FACTS[`${slot}Changed`]
      if (this.#isReference(ordinal, to)) facts |= FACTS[`${slot}Reference`]
      if (heads === NO_HEADS) continue
      const game = gameTextOf(domainRow(ordinal, before), heads)
      if (game.layer !== null && Buffer.from(game.text).equals(to.bytes)) facts |= FACTS[`${slot}Carried`]
    }
    return facts
  }

  #isReference(ordinal: number, { bytes }: RawText): boolean {
    const reference = this.#referenceOf(ordinal)
    if (reference === null) return false
    const { start, end } = reference.text
    return isSameBytes(reference.bytes.subarray(start, end), bytes)
  }
}

interface Refreshed {
  readonly fresh: Heads | null
  readonly stale: number
  readonly invalid: number
}
const asTheyAre: Refreshed = { fresh: null, stale: 0, invalid: 0 }

export const isCosmeticChange = (before: RawRow, after: RawRow): boolean =>
  differsOnlyCosmetically(textOf(effectiveSource(before)), textOf(effectiveSource(after)))
