// Compares new main and diff files with the stored rows and writes the changed blocks where readers do not look. Hot:
// each row of the game.
import { decideSlot, effectiveSource, isSameBytes, isSameSource } from '../../domain/decide-source.ts'
import type { SlotCounts } from '../../domain/reports/import-report.ts'
import { noCounts } from '../../domain/reports/import-report.ts'
import type { Aside } from '../../store/txn.ts'
import { BlockBuilder, type BlockReader, putBlockAside, readerOfStored } from '../../store/change-rows.ts'
import {
  blockOf,
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
import { hashOfText, isServiceBytes, rawRowIn } from './raw-row.ts'
import { type Mapped, mapSlot, type NewRows, type SlotInput } from './slots/slot-map.ts'

export const BLOCK = { same: 0, replaced: 1, removed: 2 } as const

export interface MergedSources {
  readonly main: SlotCounts
  readonly diff: SlotCounts
  /** Numbers of changed blocks, as in `BLOCK`. */
  readonly blocks: Uint8Array
  readonly rowsInSameBlocks: number
  readonly next: number
  readonly fileNames: ReadonlyMap<string, number>
}

interface SourceFiles {
  readonly main: SlotInput
  readonly diff: SlotInput
}

const blocksPerBreath = 32

/** Known rows keep their ordinals; new main rows come first, then rows only in the diff. */
export async function mergeSources(
  aside: Aside,
  files: SourceFiles,
  fileNumbersOf: (names: readonly string[], added: Map<string, number>) => number[] | null,
  onProgress: (rowsDone: number, rowsTotal: number) => void,
): Promise<MergedSources> {
  const known = readNextOrdinal(aside.db)
  const fileNames = new Map<string, number>()
  const newRows = { next: known, isStoreEmpty: known === 1 }
  const map = async (input: SlotInput, rows: NewRows): Promise<Mapped> => {
    if (input === null || input === 'empty') return input
    const fileNumbers = fileNumbersOf(input.fileNames, fileNames)
    if (fileNumbers === null) throw new Refused({ code: 'too_many_files', max: fileNumberMax })
    const mapped = await mapSlot(aside, input, { fileNumbers, newRows: rows, known, onUnknown: () => {} })
    newRows.next = rows.next
    return mapped
  }
  const main = await map(files.main, newRows)
  const diff = await map(files.diff, { next: newRows.next, isStoreEmpty: newRows.isStoreEmpty && main === null })
  const { next } = newRows
  const merge = new SourceMerge(aside, main, diff, next)
  for (let block = 0; block <= blockOf(next - 1); block++) {
    merge.block(block)
    if (aside.isFull) await aside.flush()
    if (block % blocksPerBreath !== 0) continue
    onProgress(Math.min(block * ROWS_PER_BLOCK, next - 1), next - 1)
    await aside.breathe()
  }
  await aside.flush()
  return { ...merge.result(), next, fileNames }
}

class SourceMerge {
  readonly #aside: Aside
  readonly #main: Mapped
  readonly #diff: Mapped
  readonly #given: readonly { readonly slot: 'main' | 'diff'; readonly map: NonNullable<Mapped> }[]
  readonly #next: number
  readonly #builder = new BlockBuilder()
  readonly #retired: Uint8Array
  readonly #oldBlock: BlockReader
  readonly #blocks: Uint8Array
  readonly #counts = { main: noCounts(), diff: noCounts() }
  #rowsInSameBlocks = 0

  constructor(aside: Aside, main: Mapped, diff: Mapped, next: number) {
    this.#aside = aside
    this.#oldBlock = readerOfStored(aside.db, 'row')
    this.#main = main
    this.#diff = diff
    this.#given = (['main', 'diff'] as const).flatMap((slot) => {
      const map = slot === 'main' ? main : diff
      return map === null ? [] : [{ slot, map }]
    })
    this.#next = next
    this.#blocks = new Uint8Array(blockOf(next) + 1)
    this.#retired = new Uint8Array(next)
    for (const ordinal of retiredOrdinals(aside.db)) this.#retired[ordinal] = 1
  }

  block(number: number): void {
    const old = this.#oldBlock(number)
    if (old !== null && this.#isSame(number, old)) return
    let rows = 0
    this.#builder.begin()
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const ordinal = number * ROWS_PER_BLOCK + place
      const before = rawRowIn(old, ordinal)
      const after = ordinal === 0 || ordinal >= this.#next ? null : this.#rowAfter(ordinal, before)
      if (after === null) this.#builder.addNone()
      else {
        this.#builder.addRow(after)
        rows++
      }
    }
    const block = this.#builder.finish()
    if (block === null) {
      if (old !== null) this.#blocks[number] = BLOCK.removed
    } else if (old === null || !old.equals(block)) {
      this.#blocks[number] = BLOCK.replaced
      putBlockAside(this.#aside, 'row', number, block)
    } else this.#rowsInSameBlocks += rows
  }

  /** Counts a block in which nothing changed, as most blocks of a patch: compares its texts in place, and makes nothing. */
  #isSame(number: number, old: Buffer): boolean {
    let rows = 0
    const unchanged = { main: 0, diff: 0 }
    for (let place = 0; place < ROWS_PER_BLOCK; place++) {
      const ordinal = number * ROWS_PER_BLOCK + place
      const row = rowView(old, ordinal)
      if (row !== null) rows++
      for (const { slot, map } of this.#given) {
        const before = row?.[slot] ?? null
        const after = map === 'empty' || ordinal >= this.#next ? null : map.textOf(ordinal)
        if (before === null && after === null) continue
        if (before === null || after === null || !isSlotOf(old, before, after)) return false
        unchanged[slot]++
      }
    }
    this.#rowsInSameBlocks += rows
    for (const { slot } of this.#given) {
      this.#counts[slot].total += unchanged[slot]
      this.#counts[slot].unchanged += unchanged[slot]
    }
    return true
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
    const wasRetired = before === null && this.#retired[ordinal] === 1
    countSlot(this.#counts.main, this.#main, before?.main ?? null, main, wasRetired)
    countSlot(this.#counts.diff, this.#diff, before?.diff ?? null, diff, wasRetired)
    const source = effectiveSource({ main, diff })
    if (source === null) return null
    const slots = { id: before?.id ?? this.#idOf(ordinal), main, diff }
    return before !== null && isSameSource(before, slots)
      ? { ...slots, hash: before.hash, isServiceRow: before.isServiceRow }
      : { ...slots, hash: hashOfText(source.bytes), isServiceRow: isServiceBytes(source.bytes) }
  }

  #idOf(ordinal: number): Uint8Array {
    for (const map of [this.#main, this.#diff]) {
      const id = map === null || map === 'empty' ? null : map.idOf(ordinal)
      if (id !== null) return id
    }
    throw new Error(`no id for ordinal ${ordinal}`)
  }

  result(): Pick<MergedSources, 'main' | 'diff' | 'blocks' | 'rowsInSameBlocks'> {
    return { ...this.#counts, blocks: this.#blocks, rowsInSameBlocks: this.#rowsInSameBlocks }
  }
}

const isSlotOf = (block: Buffer, slot: SlotView, text: RawText): boolean =>
  slot.isDeleted === text.isDeleted &&
  slot.number === text.number &&
  slot.file === text.file &&
  isSameBytes(block.subarray(slot.start, slot.end), text.bytes)

function countSlot(
  counts: SlotCounts,
  map: Mapped,
  before: RawText | null,
  after: RawText | null,
  wasRetired: boolean,
): void {
  if (map === null) return
  if (after !== null) counts.total++
  const change = decideSlot(before, after, wasRetired)
  if (change !== null) counts[change]++
}
