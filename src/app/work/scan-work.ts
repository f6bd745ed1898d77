// Finds a filter's rows by reading all rows, in slices: when the indexes can't be written, and to test their answers.
import type { Heads, Row } from '../../domain/row.ts'
import { fitsWork } from '../../domain/work/fits-work.ts'
import { addTo, newPiece, type Piece, ROWS_PER_PIECE, RowSet } from '../../domain/work/row-set.ts'
import { wordTestOf } from '../../domain/checks/glossary/word-test.ts'
import type { WorkFilter } from '../../domain/work/work-filter.ts'
import { readWaivedRows } from '../../store/records.ts'
import { changedAt, readBlock, readHeads } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { runInSlices } from '../../base/slices.ts'
import { misfitRows } from './misfit-rows.ts'
import { rowsOfPatch } from './patch-rows.ts'
import { labelsOfRow } from './row-labels.ts'

/** Tests single rows. The rows of a patch and pending proposals are those of this moment. */
export async function fitsNow(app: App, filter: WorkFilter): Promise<(row: Row, heads: Heads) => boolean> {
  const patch = filter.patch === null ? null : await rowsOfPatch(app, filter.patch)
  const pending = app.work.pending.ids(app.store)
  const waived = filter.proposals === 'waived' ? readWaivedRows(app.store.main) : null
  const misfits = filter.fits === 'any' ? null : misfitRows(app)
  const words = wordTestOf(filter, app.rules.now())
  return (row, heads) => {
    const { ordinal } = row
    return fitsWork(filter, {
      row,
      heads,
      changedAtMs: filter.changedSinceMs === null ? 0 : changedAt(app.store.main, ordinal),
      pendingProposals: pending.get(ordinal)?.length ?? 0,
      hasWaivedProposal: waived?.has(ordinal) ?? false,
      isMisfit: misfits?.has(ordinal) ?? false,
      words,
      isInPatch: patch?.has(ordinal) ?? false,
      labels: filter.label === null ? [] : labelsOfRow(app, ordinal).map(({ name }) => name),
    })
  }
}

export async function scanWork(app: App, filter: WorkFilter): Promise<RowSet> {
  const fits = await fitsNow(app, filter)
  const { main, files } = app.store
  const pieces = new Map<number, Piece>()
  let block = 0
  await runInSlices(() => {
    const read = readBlock(main, files, block)
    if (read === null) return false
    block = read.block + 1
    for (const row of read.rows) if (fits(row, readHeads(main, row.ordinal))) addOrdinal(pieces, row.ordinal)
    return true
  })
  return new RowSet(pieces)
}

function addOrdinal(pieces: Map<number, Piece>, ordinal: number): void {
  const number = Math.floor(ordinal / ROWS_PER_PIECE)
  const piece = pieces.get(number) ?? newPiece()
  pieces.set(number, piece)
  addTo(piece, ordinal % ROWS_PER_PIECE)
}
