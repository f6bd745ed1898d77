// Lays new reference files (Chinese texts of the same rows) over the stored ones, block by block, inside one transaction.
// References never make rows: unknown ids are counted. Those of retired rows are kept for the day they come back.
import { noCounts, type AffectedRow, type SlotCounts } from '../domain/import-report.ts'
import { ChunkWriter } from '../store/chunk-writer.ts'
import { blockOf, keyOfU32, ROWS_PER_BLOCK } from '../store/keyspace.ts'
import type { LongTxn } from '../store/long-write.ts'
import { readNextOrdinal, readRetiredId } from '../store/ordinals.ts'
import { rawRowAt } from '../store/row-block.ts'
import { encodeReferences, type RawReference, rawReferenceAt } from '../store/rows.ts'
import { mapSlot, type SlotInput, type SlotMap } from './slot-map.ts'

export interface ReferenceReport {
  readonly reference: SlotCounts
  readonly referenceDiff: SlotCounts
}

export interface ReferenceOptions {
  readonly onRow: ((row: AffectedRow) => void) | null
  readonly onProgress: (rowsDone: number, rowsTotal: number) => void
}

const blocksPerBreath = 32
const noRows = { next: () => 0 }

type Mapped = SlotMap | 'empty' | null

/** Replaces the given reference slots; a changed reference stamps its row. */
export async function mergeReferences(
  txn: LongTxn,
  reference: SlotInput,
  referenceDiff: SlotInput,
  options: ReferenceOptions,
): Promise<ReferenceReport> {
  const next = readNextOrdinal(txn.db)
  const main = await mapInput(txn, reference)
  const diff = await mapInput(txn, referenceDiff)
  const report = { reference: countsOf(main), referenceDiff: countsOf(diff) }
  const chunks = new ChunkWriter(txn.db, txn.timeMs)
  for (let block = 0; block <= blockOf(next - 1); block++) {
    mergeBlock(txn, block, main, diff, report, chunks, options)
    if (block % blocksPerBreath === 0) {
      options.onProgress(Math.min(block * ROWS_PER_BLOCK, next - 1), next - 1)
      await txn.breathe()
    }
  }
  chunks.finish()
  return report
}

const mapInput = async (txn: LongTxn, input: SlotInput): Promise<Mapped> =>
  input === null || input === 'empty' ? input : await mapSlot(txn, input, noRows, false)

const countsOf = (map: Mapped): SlotCounts =>
  map === null || map === 'empty' ? noCounts() : { ...noCounts(), total: map.count, unknown: map.unknown }

function mergeBlock(
  txn: LongTxn,
  number: number,
  main: Mapped,
  diff: Mapped,
  report: ReferenceReport,
  chunks: ChunkWriter,
  options: ReferenceOptions,
): void {
  const { db } = txn
  const key = keyOfU32('reference', number)
  const stored = db.getBinary(key)
  const old = stored === undefined ? null : Buffer.from(stored)
  const rowBytes = db.getBinary(keyOfU32('row', number))
  const rows = rowBytes === undefined ? null : Buffer.from(rowBytes)
  const after: (RawReference | null)[] = []
  for (let place = 0; place < ROWS_PER_BLOCK; place++) {
    const ordinal = number * ROWS_PER_BLOCK + place
    const before = old === null ? null : rawReferenceAt(old, place)
    const row = rows === null ? null : rawRowAt(rows, place)
    const id = row?.id ?? (before === null ? null : readRetiredId(db, ordinal))
    const reference = {
      main: slotBytes(main, ordinal, before?.main ?? null, id, report.reference),
      diff: slotBytes(diff, ordinal, before?.diff ?? null, id, report.referenceDiff),
    }
    const isNothing = reference.main === null && reference.diff === null
    after.push(isNothing ? null : reference)
    const [textBefore, textAfter] = [before?.diff ?? before?.main ?? null, reference.diff ?? reference.main]
    const isSameKind = (before?.diff ?? null) === null ? reference.diff === null : reference.diff !== null
    if (row === null || (isSameKind && isSame(textBefore, textAfter))) continue
    chunks.stamp(ordinal)
    options.onRow?.({
      rowId: Buffer.from(row.id).toString('hex'),
      ordinal,
      change: 'reference',
      before: textBefore?.toString() ?? null,
      after: textAfter?.toString() ?? null,
      hasTranslation: false,
      isCosmeticOnly: false,
      headsNowStale: 0,
      headsNowInvalid: 0,
    })
  }
  const block = encodeReferences(after)
  if (block === null) {
    if (old !== null) void db.remove(key)
  } else if (old === null || !old.equals(block)) void db.put(key, block)
}

function slotBytes(
  map: Mapped,
  ordinal: number,
  before: Buffer | null,
  id: Uint8Array | null,
  counts: SlotCounts,
): Buffer | null {
  if (map === null) return before
  const given = map === 'empty' ? null : (map.textOf(ordinal)?.bytes ?? null)
  const isSkipped =
    map !== 'empty' && given === null && id !== null && map.isSkipped?.(Buffer.from(id).toString('hex')) === true
  const after = isSkipped ? before : given === null ? null : Buffer.from(given.buffer, given.byteOffset, given.length)
  if (before === null && after === null) return null
  if (before === null) counts.added++
  else if (after === null) counts.retired++
  else counts[before.equals(after) ? 'unchanged' : 'changed']++
  return after
}

const isSame = (a: Buffer | null, b: Buffer | null): boolean => (a === null || b === null ? a === b : a.equals(b))
