// Compares new files of a further pair (docs/rows.md#further-pairs) with the stored ones and writes the changed blocks where readers
// do not look. merge-sources.ts asks for the rows of each block in ascending order, because a row may belong to the pair.
import { isSameSource } from '../../domain/decide-source.ts'
import { noCounts, type SlotCounts } from '../../domain/import-report.ts'
import { BlockBuilder, type BlockReader, pairShelf, readerOfStored } from '../../store/change-rows.ts'
import type { RawRow, SourcePair } from '../../store/rows.ts'
import type { Aside } from '../../store/txn.ts'
import { rawRowIn } from './raw-row.ts'
import { StagedBlocks } from './staged-blocks.ts'
import { countSlot, idIn, type Mapped, rowOfTexts, slotText, type SourceInputs } from './slot-map.ts'

export interface PairInput extends SourceInputs {
  readonly pair: SourcePair
}

export interface MergedPair {
  readonly pair: SourcePair
  readonly main: SlotCounts
  readonly diff: SlotCounts
  readonly blocks: StagedBlocks
  /** Keys that an earlier pair has too: with the same text, and with another one. */
  readonly shared: number
  readonly others: number
}

export class PairMerge {
  readonly #aside: Aside
  readonly #pair: SourcePair
  readonly #main: Mapped
  readonly #diff: Mapped
  readonly #builder = new BlockBuilder()
  readonly #oldBlock: BlockReader
  readonly #blocks: StagedBlocks
  readonly #counts = { main: noCounts(), diff: noCounts() }
  #old: Buffer | null = null
  #shared = 0
  #others = 0

  constructor(aside: Aside, pair: SourcePair, main: Mapped, diff: Mapped, next: number) {
    this.#aside = aside
    this.#pair = pair
    this.#main = main
    this.#diff = diff
    const shelf = pairShelf(pair.number)
    this.#oldBlock = readerOfStored(aside.db, shelf)
    this.#blocks = new StagedBlocks(shelf, next)
  }

  begin(block: number): void {
    this.#old = this.#oldBlock(block)
    this.#builder.begin()
  }

  /** Whether the pair has no text in this block, now and after the import. */
  get isAway(): boolean {
    return this.#old === null && this.#main === null && this.#diff === null
  }

  /** The pair's texts for a row as they will be; null: it has none. */
  row(ordinal: number, wasRetired: boolean): RawRow | null {
    const before = rawRowIn(this.#old, ordinal)
    const id = before?.id ?? null
    const main = slotText(this.#main, ordinal, before?.main ?? null, id)
    const diff = slotText(this.#diff, ordinal, before?.diff ?? null, id)
    countSlot(this.#counts.main, this.#main, before?.main ?? null, main, wasRetired)
    countSlot(this.#counts.diff, this.#diff, before?.diff ?? null, diff, wasRetired)
    return rowOfTexts({ pair: this.#pair.number, main, diff }, before, () => idIn([this.#main, this.#diff], ordinal))
  }

  /** Adds a row to the new block. `row`: what `row` returned for it; `of`: the game's row as it will be. */
  add(row: RawRow | null, of: RawRow | null): void {
    if (row === null) return this.#builder.addNone()
    this.#builder.addRow(row)
    if (of === null || of.pair === row.pair) return
    if (isSameSource(row, of)) this.#shared++
    else this.#others++
  }

  end(number: number): void {
    this.#blocks.put(this.#aside, number, this.#old, this.#builder.finish())
  }

  result(): MergedPair {
    return {
      pair: this.#pair,
      ...this.#counts,
      blocks: this.#blocks,
      shared: this.#shared,
      others: this.#others,
    }
  }
}
