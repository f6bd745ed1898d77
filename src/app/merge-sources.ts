// Lays new main and diff files over the stored rows, block by block in the order of their ordinals, inside one
// transaction. Decides for each row what it is now (added, changed, retired, back), keeps cells, counts and times, and
// brings the heads' derived flag in line; revisions are not touched. Hot: once for each row of the game.
import { cellOf } from '../domain/cell.ts'
import type { AffectedRow, HeadCounts, RowChange, SlotCounts } from '../domain/import-report.ts'
import { noCounts } from '../domain/import-report.ts'
import { gameTextOf, type Head, type Heads, isStale, NO_HEADS } from '../domain/row.ts'
import { breaksMarkup, differsOnlyCosmetically } from '../domain/text/compare.ts'
import type { CaptionPolicy } from '../domain/text/tokens.ts'
import { ChunkWriter } from '../store/chunk-writer.ts'
import type { Database } from '../store/environment.ts'
import { ordinalsWithHeads, putHeads, readHeads } from '../store/heads.ts'
import { blockOf, keyOfU32, ROWS_PER_BLOCK } from '../store/keyspace.ts'
import type { LongTxn } from '../store/long-write.ts'
import { putOldSource } from '../store/old-sources.ts'
import { putNextOrdinal, putRetired, readNextOrdinal, removeRetired, retiredOrdinals } from '../store/ordinals.ts'
import { ordinalsWithProposals } from '../store/proposals.ts'
import { BlockBuilder, type RawRow, type RawText, rawRowAt } from '../store/row-block.ts'
import {
  cellRow,
  domainRow,
  hashOfText,
  hexOf,
  isSameBytes,
  isSameSlot,
  isSameText,
  isServiceBytes,
  textOf,
} from './raw-row.ts'
import { mapSlot, type SlotInput, type SlotMap } from './slot-map.ts'

export interface MergeReport {
  readonly rows: SlotCounts
  readonly main: SlotCounts
  readonly diff: SlotCounts
  readonly heads: HeadCounts
  /** Visible rows before. */
  readonly visibleBefore: number
  /** For each file: texts it changed, and how many of those are the text this store would export for their row. */
  readonly carried: Readonly<Record<'main' | 'diff', { changed: number; carried: number }>>
}

export interface MergeOptions {
  readonly captionPolicy: CaptionPolicy
  readonly onRow: ((row: AffectedRow) => void) | null
  readonly onProgress: (rowsDone: number, rowsTotal: number) => void
}

const blocksPerBreath = 32
const emptyHash = Buffer.alloc(32)

type MutableReport = { -readonly [K in keyof MergeReport]: MergeReport[K] }

/** Merges both slots into the rows. Ordinals of known rows stay; new main rows come first, then rows only in the diff. */
export async function mergeSources(
  txn: LongTxn,
  main: SlotInput,
  diff: SlotInput,
  options: MergeOptions,
): Promise<MergeReport> {
  const known = readNextOrdinal(txn.db)
  let next = known
  const ordinals = { next: () => next++ }
  const isEmpty = known === 1
  const mainMap = await mapInput(txn, main, ordinals, isEmpty)
  const diffMap = await mapInput(txn, diff, ordinals, isEmpty && mainMap === null)
  if (next !== known) putNextOrdinal(txn.db, next)
  const merge = new SourceMerge(txn, mainMap, diffMap, next, options)
  for (let block = 0; block <= blockOf(next - 1); block++) {
    merge.block(block, next)
    if (block % blocksPerBreath === 0) {
      options.onProgress(Math.min(block * ROWS_PER_BLOCK, next - 1), next - 1)
      await txn.breathe()
    }
  }
  return merge.finish()
}

async function mapInput(
  txn: LongTxn,
  input: SlotInput,
  ordinals: { next(): number },
  isEmpty: boolean,
): Promise<SlotMap | null | 'empty'> {
  return input === null || input === 'empty' ? input : await mapSlot(txn, input, ordinals, isEmpty)
}

type Mapped = SlotMap | 'empty' | null

const RETIRED = 1
const HAS_HEADS = 2
const HAS_PROPOSALS = 4

/** One byte an ordinal: most rows have nothing that would have to be looked up. */
function knownOf(db: Database, next: number): Uint8Array {
  const known = new Uint8Array(next)
  const mark = (ordinals: Iterable<number>, flag: number): void => {
    for (const ordinal of ordinals) known[ordinal] = (known[ordinal] as number) | flag
  }
  mark(retiredOrdinals(db), RETIRED)
  mark(ordinalsWithHeads(db), HAS_HEADS)
  mark(ordinalsWithProposals(db), HAS_PROPOSALS)
  return known
}

class SourceMerge {
  readonly #txn: LongTxn
  readonly #main: Mapped
  readonly #diff: Mapped
  readonly #options: MergeOptions
  readonly #chunks: ChunkWriter
  readonly #builder = new BlockBuilder()
  /** What is known of each ordinal, as flags. */
  readonly #known: Uint8Array
  readonly #report: MutableReport

  constructor(txn: LongTxn, main: Mapped, diff: Mapped, next: number, options: MergeOptions) {
    this.#txn = txn
    this.#main = main
    this.#diff = diff
    this.#options = options
    this.#chunks = new ChunkWriter(txn.db, txn.timeMs)
    this.#known = knownOf(txn.db, next)
    this.#report = {
      rows: noCounts(),
      main: noCounts(),
      diff: noCounts(),
      heads: { changedWithTranslation: 0, changedCosmeticOnly: 0, headsNowStale: 0, headsNowInvalid: 0 },
      visibleBefore: 0,
      carried: { main: { changed: 0, carried: 0 }, diff: { changed: 0, carried: 0 } },
    }
  }

  /** One block: reads the old one, decides every row, and stores the new one if its bytes differ. */
  block(number: number, next: number): void {
    const { db } = this.#txn
    const key = keyOfU32('row', number)
    const stored = db.getBinary(key)
    const old = stored === undefined ? null : Buffer.from(stored)
    this.#builder.begin()
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const ordinal = number * ROWS_PER_BLOCK + place
      const before = old === null ? null : rawRowAt(old, place)
      const after = ordinal === 0 || ordinal >= next ? null : this.#rowAfter(ordinal, before)
      if (after === null) this.#builder.addNone()
      else this.#builder.addRow(after)
    }
    const block = this.#builder.finish()
    if (block === null) {
      if (old !== null) void db.remove(key)
    } else if (old === null || !old.equals(block)) {
      void db.put(key, block)
    }
  }

  #slotText(map: Mapped, ordinal: number, before: RawText | null, id: Uint8Array | null): RawText | null {
    if (map === null) return before
    if (map === 'empty') return null
    const text = map.textOf(ordinal)
    if (text !== null || before === null || id === null || map.isSkipped === null) return text
    return map.isSkipped(Buffer.from(id).toString('hex')) ? before : null
  }

  #rowAfter(ordinal: number, before: RawRow | null): RawRow | null {
    const main = this.#slotText(this.#main, ordinal, before?.main ?? null, before?.id ?? null)
    const diff = this.#slotText(this.#diff, ordinal, before?.diff ?? null, before?.id ?? null)
    const wasRetired = before === null && this.#is(ordinal, RETIRED)
    this.#countSlot(this.#report.main, this.#main, before?.main ?? null, main, wasRetired)
    this.#countSlot(this.#report.diff, this.#diff, before?.diff ?? null, diff, wasRetired)
    if (before !== null) this.#report.visibleBefore++
    const source = diff ?? main
    if (source === null) {
      if (before !== null) this.#retire(ordinal, before)
      return null
    }
    const sourceBefore = before?.diff ?? before?.main ?? null
    const isSameSource = before !== null && sourceBefore !== null && isSameBytes(sourceBefore.bytes, source.bytes)
    const after: RawRow = {
      id: before?.id ?? this.#idOf(ordinal),
      hash: isSameSource ? before.hash : hashOfText(source.bytes),
      isServiceRow: isSameSource ? before.isServiceRow : isServiceBytes(source.bytes),
      main,
      diff,
    }
    this.#note(ordinal, before, after, isSameSource, wasRetired)
    return after
  }

  #idOf(ordinal: number): Uint8Array {
    for (const map of [this.#main, this.#diff]) {
      const id = map === null || map === 'empty' ? null : map.idOf(ordinal)
      if (id !== null) return id
    }
    throw new Error(`no id for ordinal ${ordinal}`)
  }

  #countSlot(
    counts: SlotCounts,
    map: Mapped,
    before: RawText | null,
    after: RawText | null,
    wasRetired: boolean,
  ): void {
    if (map === null) return
    if (after !== null) counts.total++
    if (before === null && after === null) return
    if (before === null) counts[wasRetired ? 'back' : 'added']++
    else if (after === null) counts.retired++
    else counts[isSameText(before, after) ? 'unchanged' : 'changed']++
  }

  #retire(ordinal: number, before: RawRow): void {
    const heads = this.#headsOf(ordinal)
    this.#report.rows.retired++
    this.#chunks.move(ordinal, cellOf(cellRow(before, heads), heads), null)
    this.#chunks.unstamp(ordinal)
    putRetired(this.#txn.db, ordinal, before.id)
    this.#keepOldSource(ordinal, before)
    this.#tell(ordinal, 'retired', before, null, heads, false, noNewFaults)
  }

  #note(ordinal: number, before: RawRow | null, after: RawRow, isSameSource: boolean, wasRetired: boolean): void {
    const { rows } = this.#report
    rows.total++
    const isSame = isSameSource && isSameSlot(before?.main, after.main) && isSameSlot(before?.diff, after.diff)
    if (before !== null && isSame) {
      rows.unchanged++
      return
    }
    const heads = this.#headsOf(ordinal)
    const change: RowChange = before !== null ? 'changed' : wasRetired ? 'back' : 'added'
    const faults = isSameSource ? noNewFaults : this.#refreshHeads(ordinal, before, after, heads)
    const headsAfter = faults.heads ?? heads
    const cellBefore = before === null ? null : cellOf(cellRow(before, heads), heads)
    this.#chunks.move(ordinal, cellBefore, cellOf(cellRow(after, headsAfter), headsAfter))
    this.#chunks.stamp(ordinal)
    if (wasRetired) removeRetired(this.#txn.db, ordinal)
    if (before !== null) this.#countCarried(ordinal, before, after, heads)
    if (before !== null && isSameSource) {
      rows.unchanged++
      return
    }
    rows[change]++
    if (before !== null) this.#keepOldSource(ordinal, before)
    const isCosmetic = before !== null && this.#countTranslated(before, after, heads)
    this.#tell(ordinal, change, before, after, heads, isCosmetic, faults)
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
    const source = textOf(after.diff ?? after.main)
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
    const fresh: Heads = { manual: refreshed(heads.manual), machine: refreshed(heads.machine) }
    if (fresh.manual !== heads.manual || fresh.machine !== heads.machine) putHeads(this.#txn.db, ordinal, fresh)
    this.#report.heads.headsNowStale += headsNowStale
    this.#report.heads.headsNowInvalid += headsNowInvalid
    return { heads: fresh, headsNowStale, headsNowInvalid }
  }

  /** Of a row whose effective source changed: does it have a translation, and is the change only cosmetic? */
  #countTranslated(before: RawRow, after: RawRow, heads: Heads): boolean {
    const hasTranslation = heads.manual !== null || heads.machine !== null
    if (!hasTranslation && this.#options.onRow === null) return false
    const isCosmetic = differsOnlyCosmetically(textOf(before.diff ?? before.main), textOf(after.diff ?? after.main))
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
      if (heads === NO_HEADS) continue
      const game = gameTextOf(domainRow(ordinal, before), heads)
      if (game.layer !== null && Buffer.from(game.text).equals(to.bytes)) counts.carried++
    }
  }

  /** Reviewers of stale texts want to see what the source was. */
  #keepOldSource(ordinal: number, before: RawRow): void {
    if (!this.#is(ordinal, HAS_HEADS | HAS_PROPOSALS)) return
    putOldSource(this.#txn, hexOf(before.hash), textOf(before.diff ?? before.main))
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
      before: before === null ? null : textOf(before.diff ?? before.main),
      after: after === null ? null : textOf(after.diff ?? after.main),
      hasTranslation: heads.manual !== null || heads.machine !== null,
      isCosmeticOnly,
      headsNowStale,
      headsNowInvalid,
    })
  }

  finish(): MergeReport {
    this.#chunks.finish()
    return this.#report
  }
}

interface HeadFaults {
  readonly heads: Heads | null
  readonly headsNowStale: number
  readonly headsNowInvalid: number
}
const noNewFaults: HeadFaults = { heads: null, headsNowStale: 0, headsNowInvalid: 0 }
