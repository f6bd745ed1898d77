// Makes merged main and diff files visible (merge-sources.ts), in the one transaction that everybody sees: decides for each
// row what it is now (added, changed, retired, back), keeps cells, counts and times, and brings the heads' derived flag in
// line; revisions are not touched. Costs what changes: blocks that stay as they are are not looked at.
import { cellOf } from '../../domain/cell.ts'
import {
  decideSource,
  effectiveSource,
  isSameBytes,
  isSameText,
  type SourceChange,
} from '../../domain/import/decide-source.ts'
import type { AffectedRow, HeadCounts, RowChange, SlotCounts } from '../../domain/reports/import-report.ts'
import { noCounts } from '../../domain/reports/import-report.ts'
import { gameTextOf, type Head, type Heads, isStale, NO_HEADS } from '../../domain/row.ts'
import { breaksMarkup, differsOnlyCosmetically } from '../../domain/text/compare.ts'
import type { CaptionPolicy } from '../../domain/text/tokens.ts'
import type { Touch } from '../../domain/work/patch.ts'
import { addTo, newPiece, type Piece, ROWS_PER_PIECE } from '../../domain/work/row-set.ts'
import type { Switch } from '../../store/txn.ts'
import type { Database } from '../../store/file/environment.ts'
import { type BlockReader, readerAhead, readerOfStored, removeBlock, revealBlock } from '../../store/rows/blocks.ts'
import { ROWS_PER_BLOCK } from '../../store/rows/grouping.ts'
import { putOldSource } from '../../store/records/game/old-sources.ts'
import { rowsOfProposals } from '../../store/records/proposals.ts'
import { ChunkWriter } from '../../store/rows/chunk-writer.ts'
import { ordinalsWithHeads, putHeads, readHeads } from '../../store/rows/heads.ts'
import {
  putNextOrdinal,
  putRetired,
  readNextOrdinal,
  removeRetired,
  retiredOrdinals,
} from '../../store/rows/ordinals.ts'
import type { RawRow, RawText } from '../../store/rows/row-block.ts'
import { SameSourceWriter } from '../../store/rows/same-source.ts'
import { createReferenceReader } from '../../store/rows/references.ts'
import { BLOCK, type MergedSources } from './merge-sources.ts'
import { cellRow, domainRow, hexOf, rawRowIn, textOf } from './raw-row.ts'

export interface MergeReport {
  readonly rows: SlotCounts
  readonly main: SlotCounts
  readonly diff: SlotCounts
  readonly heads: HeadCounts
  /** Visible rows before. */
  readonly visibleBefore: number
  /** For each file: texts it changed, and how many of those are what this store would export, or the row's reference. */
  readonly carried: Readonly<Record<'main' | 'diff', { changed: number; carried: number; reference: number }>>
  /** The rows it brought and those it changed. */
  readonly touched: Readonly<Record<Touch, Map<number, Piece>>>
}

interface MergeOptions {
  readonly captionPolicy: CaptionPolicy
  readonly onRow: ((row: AffectedRow) => void) | null
  readonly onProgress: (rowsDone: number, rowsTotal: number) => void
}

const blocksPerBreath = 32
const emptyHash = Buffer.alloc(32)

type MutableReport = { -readonly [K in keyof MergeReport]: MergeReport[K] }

/** Reveals the merged rows, and says what that changed. */
export async function revealSources(txn: Switch, merged: MergedSources, options: MergeOptions): Promise<MergeReport> {
  const { blocks, next } = merged
  if (next !== readNextOrdinal(txn.db)) putNextOrdinal(txn.db, next)
  txn.store.files.addNames(merged.fileNames)
  const reveal = new SourceReveal(txn, merged, options)
  for (let block = 0; block < blocks.length; block++) {
    if (blocks[block] === BLOCK.same) continue
    reveal.block(block, blocks[block] === BLOCK.removed)
    if (block % blocksPerBreath !== 0) continue
    options.onProgress(Math.min(block * ROWS_PER_BLOCK, next - 1), next - 1)
    await txn.breathe()
  }
  return reveal.finish()
}

const RETIRED = 1
const HAS_HEADS = 2
const HAS_PROPOSALS = 4

/** One byte an ordinal: most rows have nothing that would have to be looked up. */
function knownOf(db: Database, next: number): Uint8Array {
  const known = new Uint8Array(next)
  const mark = (ordinal: number, flag: number): void => {
    known[ordinal] = (known[ordinal] as number) | flag
  }
  for (const ordinal of retiredOrdinals(db)) mark(ordinal, RETIRED)
  for (const ordinal of ordinalsWithHeads(db)) mark(ordinal, HAS_HEADS)
  for (const { ordinal } of rowsOfProposals(db)) mark(ordinal, HAS_PROPOSALS)
  return known
}

class SourceReveal {
  readonly #txn: Switch
  readonly #options: MergeOptions
  readonly #chunks: ChunkWriter
  readonly #sameSource: SameSourceWriter
  /** What is known of each ordinal, as flags. */
  readonly #known: Uint8Array
  readonly #report: MutableReport
  readonly #oldBlock: BlockReader
  readonly #newBlock: BlockReader
  readonly #referenceOf: ReturnType<typeof createReferenceReader>

  constructor(txn: Switch, { main, diff, next, rowsInSameBlocks }: MergedSources, options: MergeOptions) {
    this.#txn = txn
    this.#options = options
    this.#chunks = new ChunkWriter(txn.db, txn.timeMs)
    this.#sameSource = new SameSourceWriter(txn.db)
    this.#known = knownOf(txn.db, next)
    this.#oldBlock = readerOfStored(txn.db, 'row')
    this.#newBlock = readerAhead(txn, 'row')
    this.#referenceOf = createReferenceReader(txn.db)
    this.#report = {
      rows: { ...noCounts(), total: rowsInSameBlocks, unchanged: rowsInSameBlocks },
      main,
      diff,
      heads: { changedWithTranslation: 0, changedCosmeticOnly: 0, headsNowStale: 0, headsNowInvalid: 0 },
      visibleBefore: rowsInSameBlocks,
      carried: {
        main: { changed: 0, carried: 0, reference: 0 },
        diff: { changed: 0, carried: 0, reference: 0 },
      },
      touched: { added: new Map(), changed: new Map() },
    }
  }

  /** One block that changes. */
  block(number: number, isRemoved: boolean): void {
    const old = this.#oldBlock(number)
    const fresh = isRemoved ? null : this.#newBlock(number)
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const ordinal = number * ROWS_PER_BLOCK + place
      this.#row(ordinal, rawRowIn(old, ordinal), rawRowIn(fresh, ordinal))
    }
    if (isRemoved) removeBlock(this.#txn, 'row', number)
    else revealBlock(this.#txn, 'row', number)
  }

  #row(ordinal: number, before: RawRow | null, after: RawRow | null): void {
    if (before !== null) this.#report.visibleBefore++
    if (after !== null) this.#report.rows.total++
    const change = decideSource(before, after, before === null && this.#is(ordinal, RETIRED))
    if (change === null) return
    if (change === 'same' || change === 'moved') this.#report.rows.unchanged++
    else this.#report.rows[change]++
    if (change === 'same') return
    const heads = this.#headsOf(ordinal)
    if (change !== 'retired' && after !== null) this.#place(ordinal, before, after, heads, change)
    else if (before !== null) this.#retire(ordinal, before, heads)
  }

  #retire(ordinal: number, before: RawRow, heads: Heads): void {
    this.#chunks.move(ordinal, cellOf(cellRow(before, heads), heads), null)
    this.#chunks.unstamp(ordinal)
    putRetired(this.#txn.db, ordinal, before.id)
    this.#sameSource.move(ordinal, before, null)
    this.#keepOldSource(ordinal, before)
    this.#tell(ordinal, 'retired', before, null, heads, false, noNewFaults)
  }

  #place(
    ordinal: number,
    before: RawRow | null,
    after: RawRow,
    heads: Heads,
    change: Exclude<SourceChange, 'same' | 'retired'>,
  ): void {
    const faults = change === 'moved' ? noNewFaults : this.#refreshHeads(ordinal, before, after, heads)
    const headsAfter = faults.heads ?? heads
    const cellBefore = before === null ? null : cellOf(cellRow(before, heads), heads)
    this.#chunks.move(ordinal, cellBefore, cellOf(cellRow(after, headsAfter), headsAfter))
    this.#chunks.stamp(ordinal)
    if (change === 'back') removeRetired(this.#txn.db, ordinal)
    if (before !== null) this.#countCarried(ordinal, before, after, heads)
    if (change === 'moved') return
    this.#touch(ordinal, change === 'changed' ? 'changed' : 'added')
    this.#sameSource.move(ordinal, before, after)
    if (before !== null) this.#keepOldSource(ordinal, before)
    const isCosmetic = before !== null && this.#countTranslated(before, after, heads)
    this.#tell(ordinal, change, before, after, heads, isCosmetic, faults)
  }

  #touch(ordinal: number, touch: Touch): void {
    const pieces = this.#report.touched[touch]
    const number = Math.floor(ordinal / ROWS_PER_PIECE)
    const piece = pieces.get(number) ?? newPiece()
    pieces.set(number, piece)
    addTo(piece, ordinal % ROWS_PER_PIECE)
  }

  #is(ordinal: number, flags: number): boolean {
    return ((this.#known[ordinal] as number) & flags) !== 0
  }

  #headsOf(ordinal: number): Heads {
    return this.#is(ordinal, HAS_HEADS) ? readHeads(this.#txn.db, ordinal) : NO_HEADS
  }

  /** Recomputes the derived flag against the new source; what got worse is counted. A row that is back shows anew. */
  #refreshHeads(ordinal: number, before: RawRow | null, after: RawRow, heads: Heads): HeadFaults {
    if (heads === NO_HEADS) return noNewFaults
    const source = textOf(effectiveSource(after))
    const [hashBefore, hashAfter] = [before === null ? null : hexOf(before.hash), hexOf(after.hash)]
    const wasStale = (head: Head): boolean => hashBefore !== null && isStale(head, hashBefore)
    const wasInvalid = (head: Head): boolean => hashBefore !== null && head.isInvalid
    let headsNowStale = 0
    let headsNowInvalid = 0
    const refreshed = (head: Head | null): Head | null => {
      if (head === null) return null
      const isInvalid = breaksMarkup(source, head.text, this.#options.captionPolicy)
      if (isStale(head, hashAfter) && !wasStale(head)) headsNowStale++
      if (isInvalid && !wasInvalid(head)) headsNowInvalid++
      return isInvalid === head.isInvalid ? head : { ...head, isInvalid }
    }
    const fresh: Heads = { ...heads, manual: refreshed(heads.manual), machine: refreshed(heads.machine) }
    if (fresh.manual !== heads.manual || fresh.machine !== heads.machine) putHeads(this.#txn.db, ordinal, fresh)
    this.#report.heads.headsNowStale += headsNowStale
    this.#report.heads.headsNowInvalid += headsNowInvalid
    return { heads: fresh, headsNowStale, headsNowInvalid }
  }

  /** Of a row whose effective source changed: does it have a translation, and is the change only cosmetic? */
  #countTranslated(before: RawRow, after: RawRow, heads: Heads): boolean {
    const hasTranslation = heads.manual !== null || heads.machine !== null
    if (!hasTranslation && this.#options.onRow === null) return false
    const isCosmetic = differsOnlyCosmetically(textOf(effectiveSource(before)), textOf(effectiveSource(after)))
    if (hasTranslation) {
      this.#report.heads.changedWithTranslation++
      if (isCosmetic) this.#report.heads.changedCosmeticOnly++
    }
    return isCosmetic
  }

  /**
   * A file whose changed texts are what this store would export is a translated file, not the game's own. Where the slot
   * had no text, the one in force counts.
   */
  #countCarried(ordinal: number, before: RawRow, after: RawRow, heads: Heads): void {
    for (const slot of ['main', 'diff'] as const) {
      const [from, to] = [before[slot] ?? before.diff ?? before.main, after[slot]]
      if (from === null || to === null || isSameText(from, to)) continue
      const counts = this.#report.carried[slot]
      counts.changed++
      if (this.#isReference(ordinal, to)) counts.reference++
      if (heads === NO_HEADS) continue
      const game = gameTextOf(domainRow(ordinal, before), heads)
      if (game.layer !== null && Buffer.from(game.text).equals(to.bytes)) counts.carried++
    }
  }

  #isReference(ordinal: number, { bytes }: RawText): boolean {
    const reference = this.#referenceOf(ordinal)
    if (reference === null) return false
    const { start, end } = reference.text
    return isSameBytes(reference.bytes.subarray(start, end), bytes)
  }

  /** Reviewers of stale texts want to see what the source was. */
  #keepOldSource(ordinal: number, before: RawRow): void {
    if (!this.#is(ordinal, HAS_HEADS | HAS_PROPOSALS)) return
    putOldSource(this.#txn, hexOf(before.hash), textOf(effectiveSource(before)))
  }

  #tell(
    ordinal: number,
    change: RowChange,
    before: RawRow | null,
    after: RawRow | null,
    heads: Heads,
    isCosmeticOnly: boolean,
    { headsNowStale, headsNowInvalid }: HeadFaults,
  ): void {
    this.#options.onRow?.({
      rowId: hexOf((before ?? after)?.id ?? emptyHash),
      ordinal,
      change,
      before: before === null ? null : textOf(effectiveSource(before)),
      after: after === null ? null : textOf(effectiveSource(after)),
      hasTranslation: heads.manual !== null || heads.machine !== null,
      isCosmeticOnly,
      headsNowStale,
      headsNowInvalid,
    })
  }

  finish(): MergeReport {
    this.#chunks.finish()
    this.#sameSource.finish()
    return this.#report
  }
}

interface HeadFaults {
  readonly heads: Heads | null
  readonly headsNowStale: number
  readonly headsNowInvalid: number
}
const noNewFaults: HeadFaults = { heads: null, headsNowStale: 0, headsNowInvalid: 0 }
