// Compares new main and diff files with the stored rows and writes the changed blocks where readers do not look. Hot:
// each row of the game.
import { isSameBytes } from '../../domain/decide-source.ts'
import { noCounts, type SlotCounts } from '../../domain/import-report.ts'
import type { Aside } from '../../store/txn.ts'
import { BlockBuilder, type BlockReader, isFilled, readerOfStored, ROW_SHELF } from '../../store/change-rows.ts'
import {
  fileNumberMax,
  type RawRow,
  type RawText,
  readNextOrdinal,
  retiredOrdinals,
  ROWS_PER_BLOCK,
  rowView,
  type SlotView,
} from '../../store/rows.ts'
import { Refused } from '../refused.ts'
import { type MergedPair, type PairInput, PairMerge } from './merge-pairs.ts'
import { rawRowIn } from './raw-row.ts'
import { eachBlock, StagedBlocks } from './staged-blocks.ts'
import { countSlot, idIn, type Mapped, mapSlot, rowOfTexts, type SlotInput, slotText } from './slot-map.ts'

export interface MergedSources {
  readonly main: SlotCounts
  readonly diff: SlotCounts
  readonly pairs: readonly MergedPair[]
  readonly blocks: StagedBlocks
  readonly rowsInSameBlocks: number
  readonly next: number
  readonly fileNames: ReadonlyMap<string, number>
}

interface SourceFiles {
  readonly main: SlotInput
  readonly diff: SlotInput
  /** The further pairs that the store has or the import brings. */
  readonly pairs: readonly PairInput[]
}

/**
 * Gives each row its texts. Known rows keep their ordinals; new ones follow: first the main file's, then the diff's, then further pairs'.
 */
export async function mergeSources(
  aside: Aside,
  files: SourceFiles,
  fileNumbersOf: (names: readonly string[], added: Map<string, number>) => number[] | null,
  onProgress: (rowsDone: number, rowsTotal: number) => void,
): Promise<MergedSources> {
  const known = readNextOrdinal(aside.db)
  const fileNames = new Map<string, number>()
  const newRows = { next: known, isStoreEmpty: known === 1 }
  const map = async (input: SlotInput): Promise<Mapped> => {
    if (input === null || input === 'empty') return input
    const fileNumbers = fileNumbersOf(input.fileNames, fileNames)
    if (fileNumbers === null) throw new Refused({ code: 'too_many_files', max: fileNumberMax })
    const mapped = await mapSlot(aside, input, { fileNumbers, newRows, known, onUnknown: () => {} })
    newRows.isStoreEmpty = false
    return mapped
  }
  const main = await map(files.main)
  const diff = await map(files.diff)
  const maps: [PairInput, Mapped, Mapped][] = []
  for (const each of files.pairs) maps.push([each, await map(each.main), await map(each.diff)])
  const { next } = newRows
  const pairs = maps.map(([{ pair }, ofMain, ofDiff]) => new PairMerge(aside, pair, ofMain, ofDiff, next))
  const merge = new SourceMerge(aside, main, diff, pairs, next)
  await eachBlock(aside, next, (block) => merge.block(block), onProgress)
  return { ...merge.result(), next, fileNames }
}

interface GivenFile {
  readonly slot: 'main' | 'diff'
  readonly isIn: 'isInMain' | 'isInDiff'
  readonly map: NonNullable<Mapped>
  readonly counts: SlotCounts
}

class SourceMerge {
  readonly #aside: Aside
  readonly #main: Mapped
  readonly #diff: Mapped
  readonly #given: readonly GivenFile[]
  readonly #pairs: readonly PairMerge[]
  readonly #next: number
  readonly #builder = new BlockBuilder()
  readonly #retired: Uint8Array
  readonly #oldBlock: BlockReader
  readonly #blocks: StagedBlocks
  readonly #counts = { main: noCounts(), diff: noCounts() }
  #rowsInSameBlocks = 0

  constructor(aside: Aside, main: Mapped, diff: Mapped, pairs: readonly PairMerge[], next: number) {
    this.#aside = aside
    this.#oldBlock = readerOfStored(aside.db, ROW_SHELF)
    this.#main = main
    this.#diff = diff
    this.#given = (['main', 'diff'] as const).flatMap((slot) => {
      const map = slot === 'main' ? main : diff
      const isIn = slot === 'main' ? 'isInMain' : 'isInDiff'
      return map === null ? [] : [{ slot, isIn, map, counts: this.#counts[slot] }]
    })
    this.#pairs = pairs
    this.#next = next
    this.#blocks = new StagedBlocks(ROW_SHELF, next)
    this.#retired = new Uint8Array(next)
    for (const ordinal of retiredOrdinals(aside.db)) this.#retired[ordinal] = 1
  }

  block(number: number): void {
    const old = this.#oldBlock(number)
    for (const pair of this.#pairs) pair.begin(number)
    // Fast path: in a patch most blocks are as they were, and so are most rows of the others.
    const own = this.#pairs.every((pair) => pair.isAway) ? old : null
    let [count, isMade] = [0, false]
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const ordinal = number * ROWS_PER_BLOCK + place
      if (own !== null && this.#isSame(own, ordinal)) {
        if (isFilled(own, place)) count++
        if (isMade) this.#builder.addAsIn(own)
        continue
      }
      if (!isMade) this.#builder.begin(own, place)
      isMade = true
      if (this.#addRow(ordinal, rawRowIn(old, ordinal))) count++
    }
    for (const pair of this.#pairs) pair.end(number)
    const block = isMade ? this.#builder.finish() : old
    this.#blocks.put(this.#aside, number, old, block)
    if (!this.#blocks.isChanged(number)) this.#rowsInSameBlocks += count
  }

  /** Whether a row is as before. Compares its texts in place, so nothing is made for it; counts it if so. */
  #isSame(block: Buffer, ordinal: number): boolean {
    const row = rowView(block, ordinal)
    for (const { slot, map } of this.#given) {
      const before = row?.[slot] ?? null
      const after = map === 'empty' || ordinal >= this.#next ? null : map.textOf(ordinal)
      if (before === null && after === null) continue
      if (before === null || after === null || !isSlotOf(block, before, after)) return false
    }
    for (const { isIn, counts } of this.#given) {
      if (row?.[isIn] !== true) continue
      counts.total++
      counts.unchanged++
    }
    return true
  }

  /** Adds the row to its block. Returns whether the game has the row after the import. */
  #addRow(ordinal: number, before: RawRow | null): boolean {
    const isGiven = ordinal > 0 && ordinal < this.#next
    const wasRetired = this.#wasRetired(ordinal, before)
    const rows = this.#pairs.map((pair) => (isGiven ? pair.row(ordinal, wasRetired) : null))
    const after = isGiven ? this.#rowAfter(ordinal, before, rows) : null
    for (const [at, pair] of this.#pairs.entries()) pair.add(rows[at] ?? null, after)
    if (after === null) this.#builder.addNone()
    else this.#builder.addRow(after)
    return after !== null
  }

  #rowAfter(ordinal: number, before: RawRow | null, pairs: readonly (RawRow | null)[]): RawRow | null {
    const isOwn = before?.pair === 0
    const [mainBefore, diffBefore] = isOwn ? [before.main, before.diff] : [null, null]
    const main = slotText(this.#main, ordinal, mainBefore, before?.id ?? null)
    const diff = slotText(this.#diff, ordinal, diffBefore, before?.id ?? null)
    const wasRetired = this.#wasRetired(ordinal, before)
    countSlot(this.#counts.main, this.#main, mainBefore, main, wasRetired)
    countSlot(this.#counts.diff, this.#diff, diffBefore, diff, wasRetired)
    const own = rowOfTexts({ pair: 0, main, diff }, before, () => idIn([this.#main, this.#diff], ordinal))
    return own ?? pairs.find((row) => row !== null) ?? null
  }

  #wasRetired(ordinal: number, before: RawRow | null): boolean {
    return before === null && this.#retired[ordinal] === 1
  }

  result(): Pick<MergedSources, 'main' | 'diff' | 'pairs' | 'blocks' | 'rowsInSameBlocks'> {
    return {
      ...this.#counts,
      pairs: this.#pairs.map((pair) => pair.result()),
      blocks: this.#blocks,
      rowsInSameBlocks: this.#rowsInSameBlocks,
    }
  }
}

const isSlotOf = (block: Buffer, slot: SlotView, text: RawText): boolean =>
  slot.isDeleted === text.isDeleted &&
  slot.number === text.number &&
  slot.file === text.file &&
  isSameBytes(block.subarray(slot.start, slot.end), text.bytes)
