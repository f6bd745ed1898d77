// Makes translations that lie aside visible, all in one transaction: marks for revisions and heads, cells, counts and times.
// Rows that somebody wrote to since they were decided are decided once more.
import { cellOf } from '../../domain/cell.ts'
import { decideLocalized } from '../../domain/import/decide-localized.ts'
import { type Head, type Heads, lastSeq, sourceTextOf } from '../../domain/row.ts'
import type { Switch } from '../../store/txn.ts'
import { type StagedRow, stagedRows } from '../../store/rows/bulk-heads.ts'
import { ChunkWriter } from '../../store/rows/chunk-writer.ts'
import { putLatest, readHeads } from '../../store/rows/heads.ts'
import { readRow } from '../../store/rows/rows.ts'
import { type Pass, noteWritten } from './judge-localized.ts'
import { createRawRows, hexOf, textOf } from './raw-row.ts'

/** The import was overtaken; the message says what to do. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** Reveals every staged row. */
export async function revealTexts(pass: Pass, txn: Switch): Promise<void> {
  if (pass.app.rules.now().gate.captionPolicy !== pass.policy) {
    throw new Overtaken('caption_policy was changed during the import; nothing was changed, run it again')
  }
  const chunks = new ChunkWriter(txn.db, txn.timeMs)
  const rawRowOf = createRawRows(txn.db)
  for (const rows of stagedRows(txn)) {
    for (const staged of rows) {
      const heads = readHeads(txn.db, staged.ordinal)
      if (staged.follows(heads)) revealRow(staged, heads)
      else decideAgain(pass, txn, chunks, staged)
    }
    await txn.breathe()
  }
  chunks.finish()

  function revealRow(staged: StagedRow, heads: Heads): void {
    const { ordinal, planned } = staged
    const raw = rawRowOf(ordinal)
    if (raw === null) throw new Error(`row ${ordinal} is gone`)
    staged.reveal(txn)
    chunks.move(ordinal, cellOf(raw.cellRow, heads), cellOf(raw.cellRow, planned))
    chunks.stamp(ordinal)
    let before = heads.machine?.text ?? null
    const row = { rowId: hexOf(raw.row.id), ordinal, source: () => textOf(raw.row.diff ?? raw.row.main) }
    for (const { text, seq } of staged.behind(heads, 'machine')) {
      const isInvalid = planned.machine?.seq === seq ? planned.machine.isInvalid : pass.isInvalid(row.source(), text)
      noteWritten(pass, row, before, { text, isInvalid })
      before = text
    }
  }
}

/** A row that changed hands meanwhile: the last text is decided by the heads of now and, where it still may, written here. */
function decideAgain(pass: Pass, txn: Switch, chunks: ChunkWriter, staged: StagedRow): void {
  const { ordinal, planned } = staged
  staged.drop(txn)
  const row = readRow(txn.db, txn.store.files, ordinal)
  const last = planned.machine
  if (row === null || last === null) return
  const heads = readHeads(txn.db, ordinal)
  const { text } = last
  // What the file itself says was settled before; only the heads may have changed.
  const said = { text, isTooLong: false, isOfMainFile: false, isOriginal: false, hasForeignCharacters: false }
  const decision = decideLocalized(row, heads.machine, said, pass.request)
  if (decision === 'same_text' || decision === 'already_filled') pass.counts.unchanged[decision]++
  if (decision !== 'write') return
  const isInvalid = pass.isInvalid(sourceTextOf(row), text)
  const latest: Head = { ...last, seq: lastSeq(heads, 'machine') + 1, createdAtMs: txn.timeMs, isInvalid }
  const after = putLatest(txn.db, ordinal, heads, 'machine', latest)
  chunks.move(ordinal, cellOf(row, heads), cellOf(row, after))
  chunks.stamp(ordinal)
  const named = { rowId: row.rowId, ordinal, source: () => sourceTextOf(row) }
  noteWritten(pass, named, heads.machine?.text ?? null, { text, isInvalid })
}
