// Writes labels and the history of every row for another store to merge (docs/merging.md). Reads one snapshot, each table once.
import type { ByteSink } from '../../base/bytes.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { type RowHistory } from '../../domain/merge/history.ts'
import { traceRow } from '../../domain/merge/trace.ts'
import { writeHistory } from '../../formats/history-lines.ts'
import { allLabels } from '../../store/records.ts'
import { openSnapshot, type Snapshot } from '../../store/view.ts'
import { readRetiredId } from '../../store/rows.ts'
import { rowsWithWork } from './rows-with-work.ts'
import type { App } from '../app.ts'
import type { AnyRefusal } from '../refused.ts'
import { gameFileRefusal } from '../export/export-targets.ts'
import { createRawRows, hexOf } from '../import/raw-row.ts'
import { labelLines } from './label-lines.ts'
import { createNames } from './names.ts'

interface ExportHistory {
  readonly to: string | ByteSink
  readonly signal?: AbortSignal
  readonly onProgress?: (rowsSeen: number) => void
}

interface HistoryExported {
  readonly rows: number
  readonly revisions: number
  readonly proposals: number
  readonly labels: number
}

const rowsAtOnce = 256

/** Includes rows that are no longer in the game. */
export async function exportHistory(app: App, request: ExportHistory): Promise<Result<HistoryExported, AnyRefusal>> {
  const refusal = await gameFileRefusal(request.to)
  if (refusal !== null) return refuse(refusal)
  const snapshot = openSnapshot(app.store)
  const counts = { revisions: 0, proposals: 0, labels: allLabels(snapshot.db).length }
  const batches = function* (): Generator<readonly RowHistory[]> {
    let batch: RowHistory[] = []
    let seen = 0
    for (const row of historiesOf(snapshot)) {
      counts.revisions += row.manual.length + row.machine.length
      counts.proposals += row.proposals.length
      batch.push(row)
      if (++seen % rowsAtOnce > 0) continue
      yield batch
      request.onProgress?.(seen)
      batch = []
    }
    yield batch
  }
  try {
    const rows = await writeHistory(request.to, {
      exportedAtMs: app.clock.nowMs(),
      labels: labelLines(snapshot.db),
      batches: batches(),
      signal: request.signal,
    })
    return ok({ rows, ...counts })
  } finally {
    snapshot.close()
  }
}

function* historiesOf({ db }: Snapshot): Generator<RowHistory> {
  const nameOf = createNames(db)
  const rawRowOf = createRawRows(db)
  for (const { ordinal, ...stored } of rowsWithWork(db)) {
    const raw = rawRowOf(ordinal)
    const id = raw?.row.id ?? readRetiredId(db, ordinal)
    if (id === null) continue
    const { manual, machine, proposals } = traceRow(stored, nameOf)
    yield {
      rowId: hexOf(id),
      sourceHash: raw === null ? null : hexOf(raw.row.hash),
      manual: manual.revisions,
      machine: machine.revisions,
      proposals,
    }
  }
}
