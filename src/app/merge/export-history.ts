// Writes labels and the history of every row for another store to merge (docs/merging.md). Reads one snapshot, each table once.
import type { ByteSink } from '../../base/bytes.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { type RowHistory, traceRow } from '../../domain/merge.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Revision } from '../../domain/row.ts'
import { writeHistory } from '../../../packages/formats/src/history-lines.ts'
import { allLabels, readProposal, rowsOfProposals } from '../../store/records.ts'
import { allRevisions, readRetiredId } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import { openSnapshot, type Snapshot } from '../../store/view.ts'
import type { App } from '../app.ts'
import { gameFileRefusal } from '../export/export-targets.ts'
import { createRawRows, hexOf } from '../import/raw-row.ts'
import { namesOfPeople } from '../people/read-people.ts'
import type { AnyRefusal } from '../refused.ts'
import { labelLines } from './label-lines.ts'

interface RowWithWork {
  readonly ordinal: number
  /** The revisions of the manual layer, oldest first. */
  readonly manual: readonly Revision[]
  readonly machine: readonly Revision[]
  /** The row's proposals, ascending by id. */
  readonly proposals: readonly Proposal[]
}

/**
 * Every row that people or models worked on, with all its revisions and proposals, ascending by ordinal; also rows that are no longer in
 * the game. Both tables are read side by side, each once.
 */
export function* rowsWithWork(db: Database): Generator<RowWithWork> {
  const revisions = allRevisions(db)
  const proposals = rowsOfProposals(db)
  let revision = revisions.next()
  let proposal = proposals.next()
  while (revision.done !== true || proposal.done !== true) {
    const ordinal = Math.min(
      revision.done === true ? Infinity : revision.value.ordinal,
      proposal.done === true ? Infinity : proposal.value.ordinal,
    )
    const row = { ordinal, manual: [] as Revision[], machine: [] as Revision[], proposals: [] as Proposal[] }
    if (revision.done !== true && revision.value.ordinal === ordinal) {
      row.manual.push(...revision.value.manual)
      row.machine.push(...revision.value.machine)
      revision = revisions.next()
    }
    while (proposal.done !== true && proposal.value.ordinal === ordinal) {
      const stored = readProposal(db, proposal.value.id)
      if (stored !== undefined) row.proposals.push(stored)
      proposal = proposals.next()
    }
    yield row
  }
}

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

/** Writes the history of all rows, including those that are no longer in the game. */
export async function exportHistory(app: App, request: ExportHistory): Promise<Result<HistoryExported, AnyRefusal>> {
  const refusal = await gameFileRefusal(app, request.to)
  if (refusal !== null) return refuse(refusal)
  using snapshot = openSnapshot(app.store)
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
  const rows = await writeHistory(request.to, {
    exportedAtMs: app.clock.nowMs(),
    labels: labelLines(snapshot.db),
    batches: batches(),
    signal: request.signal,
  })
  return ok({ rows, ...counts })
}

function* historiesOf({ db }: Snapshot): Generator<RowHistory> {
  const nameOf = namesOfPeople(db)
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
