// Lays new reference files (Chinese texts of the same rows) over the stored ones, block by block: merging writes the blocks
// that differ aside, revealing makes them visible and stamps the rows whose reference is another one. References never make
// rows: unknown ids are counted. Those of retired rows are kept for the day they come back.
import { noCounts, type AffectedRow, type SlotCounts } from '../../domain/reports/import-report.ts'
import type { Aside, Switch } from '../../store/txn.ts'
import { blockAhead, putBlockAside, removeBlock, revealBlock, storedBlock } from '../../store/rows/blocks.ts'
import { blockOf, ROWS_PER_BLOCK } from '../../store/rows/grouping.ts'
import { ChunkWriter } from '../../store/rows/chunk-writer.ts'
import { readRetiredId } from '../../store/rows/ordinals.ts'
import { type RawText, rowView } from '../../store/rows/row-block.ts'
import { encodeReferences, type RawReference, rawReferenceIn } from '../../store/rows/references.ts'
import { BLOCK } from './merge-sources.ts'
import { type Mapped, mapSlot, type SlotInput } from './slots/slot-map.ts'

export interface MergedReferences {
  readonly reference: SlotCounts
  readonly referenceDiff: SlotCounts
  /** By block number, as in `BLOCK`. */
  readonly blocks: Uint8Array
}

type ReferenceSlot = 'reference' | 'reference_diff'

interface ReferenceOptions {
  /** Entries whose id no row has. */
  readonly onUnknown: (slot: ReferenceSlot, text: RawText, id: Uint8Array) => void
  readonly onProgress: (rowsDone: number, rowsTotal: number) => void
}

const blocksPerBreath = 32

/** Merges the given reference slots aside, for rows as they will be; ordinals are below `next`. */
export async function mergeReferences(
  aside: Aside,
  files: Readonly<Record<ReferenceSlot, SlotInput>>,
  next: number,
  { onUnknown, onProgress }: ReferenceOptions,
): Promise<MergedReferences> {
  const counts = { reference: noCounts(), reference_diff: noCounts() }
  const map = async (slot: ReferenceSlot): Promise<Mapped> => {
    const input = files[slot]
    if (input === null || input === 'empty') return input
    const note = (text: RawText, id: Uint8Array): void => {
      counts[slot].unknown++
      onUnknown(slot, text, id)
    }
    counts[slot].total = input.entries.count
    return await mapSlot(aside, input, { fileNumbers: [], newRows: null, known: next, onUnknown: note })
  }
  const maps = { main: await map('reference'), diff: await map('reference_diff') }
  const blocks = new Uint8Array(blockOf(next) + 1)
  for (let block = 0; block <= blockOf(next - 1); block++) {
    blocks[block] = mergeBlock(aside, block, maps, counts)
    if (aside.isFull) await aside.flush()
    if (block % blocksPerBreath !== 0) continue
    onProgress(Math.min(block * ROWS_PER_BLOCK, next - 1), next - 1)
    await aside.breathe()
  }
  await aside.flush()
  return { reference: counts.reference, referenceDiff: counts.reference_diff, blocks }
}

function mergeBlock(
  aside: Aside,
  number: number,
  { main, diff }: { readonly main: Mapped; readonly diff: Mapped },
  counts: Readonly<Record<ReferenceSlot, SlotCounts>>,
): number {
  const old = storedBlock(aside.db, 'reference', number)
  const after: (RawReference | null)[] = []
  for (let place = 0; place < ROWS_PER_BLOCK; place++) {
    const ordinal = number * ROWS_PER_BLOCK + place
    const before = rawReferenceIn(old, place)
    const reference = {
      main: slotBytes(aside, main, ordinal, before?.main ?? null, counts.reference),
      diff: slotBytes(aside, diff, ordinal, before?.diff ?? null, counts.reference_diff),
    }
    after.push(reference.main === null && reference.diff === null ? null : reference)
  }
  const block = encodeReferences(after)
  if (block === null) return old === null ? BLOCK.same : BLOCK.removed
  if (old?.equals(block) === true) return BLOCK.same
  putBlockAside(aside, 'reference', number, block)
  return BLOCK.replaced
}

function slotBytes(
  aside: Aside,
  map: Mapped,
  ordinal: number,
  before: Buffer | null,
  counts: SlotCounts,
): Buffer | null {
  if (map === null) return before
  // A copy: 64 of them are gathered.
  const given = map === 'empty' ? null : copyOf(map.textOf(ordinal))
  const isKept = given === null && before !== null && map !== 'empty' && isSkipped(aside, map, ordinal)
  const after = isKept ? before : given
  if (before === null && after === null) return null
  if (before === null) counts.added++
  else if (after === null) counts.retired++
  else counts[before.equals(after) ? 'unchanged' : 'changed']++
  return after
}

const copyOf = (text: RawText | null): Buffer | null => (text === null ? null : Buffer.from(text.bytes))

/** Whether the row's text lies in a damaged part of the file. */
function isSkipped(aside: Aside, map: Exclude<Mapped, 'empty' | null>, ordinal: number): boolean {
  if (map.isSkipped === null) return false
  const number = blockOf(ordinal)
  // A row that this import retires is in the stored block only: its id is noted when the import is revealed.
  const id =
    idIn(blockAhead(aside, 'row', number), ordinal) ??
    idIn(storedBlock(aside.db, 'row', number), ordinal) ??
    readRetiredId(aside.db, ordinal)?.toString('hex')
  return id !== undefined && map.isSkipped(id)
}

const idIn = (block: Buffer | null, ordinal: number): string | undefined =>
  block === null ? undefined : rowView(block, ordinal)?.rowId

/** Reveals the merged references; a changed one stamps its row. */
export async function revealReferences(
  txn: Switch,
  { blocks }: MergedReferences,
  onRow: ((row: AffectedRow) => void) | null,
): Promise<void> {
  const chunks = new ChunkWriter(txn.db, txn.timeMs)
  for (let block = 0; block < blocks.length; block++) {
    if (blocks[block] === BLOCK.same) continue
    revealOne(txn, block, blocks[block] === BLOCK.removed, chunks, onRow)
    if (block % blocksPerBreath === 0) await txn.breathe()
  }
  chunks.finish()
}

function revealOne(
  txn: Switch,
  number: number,
  isRemoved: boolean,
  chunks: ChunkWriter,
  onRow: ((row: AffectedRow) => void) | null,
): void {
  const old = storedBlock(txn.db, 'reference', number)
  const rows = storedBlock(txn.db, 'row', number)
  const block = isRemoved ? null : blockAhead(txn, 'reference', number)
  for (let place = 0; place < ROWS_PER_BLOCK; place++) {
    const ordinal = number * ROWS_PER_BLOCK + place
    const row = rows === null ? null : rowView(rows, ordinal)
    const before = rawReferenceIn(old, place)
    const after = rawReferenceIn(block, place)
    if (row === null || isSameReference(before, after)) continue
    chunks.stamp(ordinal)
    onRow?.(referenceChange(row.rowId, ordinal, textIn(before), textIn(after)))
  }
  if (isRemoved) removeBlock(txn, 'reference', number)
  else revealBlock(txn, 'reference', number)
}

/** What readers see of it: the diff's text before the main file's. */
const textIn = (reference: RawReference | null): Buffer | null => reference?.diff ?? reference?.main ?? null

function isSameReference(before: RawReference | null, after: RawReference | null): boolean {
  if (((before?.diff ?? null) === null) !== ((after?.diff ?? null) === null)) return false
  const [a, b] = [textIn(before), textIn(after)]
  return a === null || b === null ? a === b : a.equals(b)
}

const referenceChange = (rowId: string, ordinal: number, before: Buffer | null, after: Buffer | null): AffectedRow => ({
  rowId,
  ordinal,
  change: 'reference',
  before: before?.toString() ?? null,
  after: after?.toString() ?? null,
  hasTranslation: false,
  isCosmeticOnly: false,
  headsNowStale: 0,
  headsNowInvalid: 0,
})
