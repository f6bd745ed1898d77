// Decides what new main and diff files (merge-sources.ts) do to each row: added, changed, retired, back or moved; its
// cell, the flags of its heads, and its lines in the report. Reads only changed blocks.
import { cellOf } from '../../domain/cell.ts'
import { decideSource, effectiveSource, isSameBytes, isSameText } from '../../domain/decide-source.ts'
import type { SlotCounts } from '../../domain/reports/import-report.ts'
import { noCounts } from '../../domain/reports/import-report.ts'
import { gameTextOf, type Head, type Heads, isStale, NO_HEADS } from '../../domain/row.ts'
import { breaksMarkup, differsOnlyCosmetically } from '../../domain/text/compare.ts'
import type { Markup } from '../../domain/profile.ts'
import type { Touch } from '../../domain/work/patch.ts'
import { addTo, newPiece, type Piece, ROWS_PER_PIECE } from '../../domain/work/row-set.ts'
import type { Database } from '../../store/store.ts'
import { rowsOfProposals } from '../../store/records.ts'
import {
  type BlockReader,
  isFilled,
  isSameRecord,
  putHeadsAside,
  readerAhead,
  readerOfStored,
  SameSourceWriter,
  waitWithHeads,
} from '../../store/change-rows.ts'
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
import type { Aside } from '../../store/txn.ts'
import { type ChangedRow, ChangedRows } from './keyed/changed-rows.ts'
import { BLOCK } from './merge-pairs.ts'
import type { MergedSources } from './merge-sources.ts'
import { OldSources } from './old-sources.ts'
import { cellRow, domainRow, hexOf, rawRowIn, textOf } from './raw-row.ts'
import { FACTS, factsOfCounts, type PlannedChange, type PlannedRow, RowPlan } from './row-plan.ts'
import { type Moment, momentOf } from './written-since.ts'

export interface SourcePlan extends MergedSources {
  readonly plan: RowPlan
  readonly rows: SlotCounts
  readonly visibleBefore: number
  readonly touched: Readonly<Record<Touch, Map<number, Piece>>>
  readonly sameSource: SameSourceWriter
  readonly judge: RowJudge
  /** Rows with the same texts come from a file of another name. */
  readonly isRefiled: boolean
  /** Of a game with keys, once it has rows. */
  readonly changed: ReadonlyMap<number, ChangedRow> | null
  /** The state of the store that the plan is for. */
  readonly madeAt: Moment
}

interface PlanOptions {
  readonly markup: Markup
  readonly isKeyed: boolean
  readonly isDryRun: boolean
  readonly onProgress: (rowsDone: number, rowsTotal: number) => void
}

const blocksPerBreath = 32

/** Writes heads and old sources where readers do not look, which shortens the last transaction. */
export async function planSources(aside: Aside, merged: MergedSources, options: PlanOptions): Promise<SourcePlan> {
  const { blocks, next } = merged
  const madeAt = momentOf(aside.db)
  const planning = new Planning(aside, merged, await knownOf(aside, next), options)
  for (let block = 0; block < blocks.length; block++) {
    if (blocks[block] === BLOCK.same) continue
    planning.block(block, blocks[block] === BLOCK.removed)
    if (aside.isFull) await aside.flush()
    if (block % blocksPerBreath !== 0) continue
    options.onProgress(Math.min(block * ROWS_PER_BLOCK, next - 1), next - 1)
    await aside.breathe()
  }
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

/** Which rows exist, in one byte an ordinal: most rows need no lookup. */
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

  readonly #changed: ChangedRows | null
  #isRefiled = false

  constructor(aside: Aside, { rowsInSameBlocks }: MergedSources, known: Uint8Array, options: PlanOptions) {
    const { markup, isDryRun } = options
    this.#aside = aside
    this.#isDryRun = isDryRun
    this.#known = known
    this.#oldBlock = readerOfStored(aside.db, 'row')
    this.#newBlock = readerAhead(aside, 'row')
    this.#rows = { ...noCounts(), total: rowsInSameBlocks, unchanged: rowsInSameBlocks }
    this.#visibleBefore = rowsInSameBlocks
    this.#judge = new RowJudge(aside.db, markup)
    this.#changed = options.isKeyed && readNextOrdinal(aside.db) > 1 ? new ChangedRows() : null
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

  /** Most rows of a changed block. */
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
    this.#changed?.note(ordinal, before, after, planned.facts)
    this.sameSource.move(ordinal, before, after)
    if (change !== 'retired') this.#touch(ordinal, change === 'changed' ? 'changed' : 'added')
    if (before !== null && this.#is(ordinal, HAS_HEADS | HAS_PROPOSALS)) this.oldSources.note(ordinal, before)
  }

  #touch(ordinal: number, touch: Touch): void {
    const pieces = this.#touched[touch]
    const number = Math.floor(ordinal / ROWS_PER_PIECE)
    const piece = pieces.get(number) ?? newPiece()
    pieces.set(number, piece)
    addTo(piece, ordinal % ROWS_PER_PIECE)
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
      changed: this.#changed?.rows() ?? null,
    }
  }
}

interface JudgedRow {
  readonly planned: PlannedRow
  /** The heads with flags for the new source; null: unchanged. */
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

  /** Derives the flags for the new source, and what got worse. For a row that is back, everything counts as new. */
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

  /** Whether a changed text is what this store would export: then the file is a translated one, not the game's. */
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
