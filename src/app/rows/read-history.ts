// The data of a row's page: its reference, revisions, proposals and old sources.
import type { User } from '../../domain/people.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Heads, Reference, Revision, Row } from '../../domain/row.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import {
  changedAt,
  readHeads,
  readLatestRevisions,
  type OtherSource,
  readOtherSources,
  readReference,
  readRowById,
} from '../../store/rows.ts'
import { latestProposalsOfRow, pendingOf, readOldSource, readRowKey } from '../../store/records.ts'
import type { App } from '../app.ts'

export interface RowHistory {
  readonly row: Row
  /** What the game's file calls the row; null: this game has no keys. */
  readonly key: string | null
  readonly heads: Heads
  readonly reference: Reference | null
  readonly otherSources: readonly OtherSource[]
  readonly updatedAtMs: number
  /** Newest first; the first `seq` is the number of the layer's revisions. */
  readonly revisions: Readonly<Record<Layer, readonly Revision[]>>
  readonly proposals: readonly Proposal[]
  readonly ownPending: Proposal | null
  /** The old source of each stale translation, where the import kept it. */
  readonly oldSources: Readonly<Partial<Record<Layer, string>>>
}

/**
 * Null: the game has no row with this id (16 hex characters, either case). Reads at most `latest` revisions of a layer, and
 * proposals, so that a row with a thousand writes costs no more.
 */
export function readHistory(app: App, rowId: string, reader: User, latest: number): RowHistory | null {
  const { main, files } = app.store
  const row = readRowById(main, files, rowId.toLowerCase())
  if (row === null) return null
  const heads = readHeads(main, row.ordinal)
  const oldSources: Partial<Record<Layer, string>> = {}
  for (const layer of ['manual', 'machine'] as const) {
    const head = heads[layer]
    if (head === null || head.sourceHash === row.sourceHash) continue
    const old = readOldSource(main, head.sourceHash)
    if (old !== undefined) oldSources[layer] = old
  }
  return {
    row,
    key: readRowKey(main, row.rowId) ?? null,
    heads,
    reference: readReference(main, row.ordinal),
    otherSources: readOtherSources(main, row),
    updatedAtMs: changedAt(main, row.ordinal),
    revisions: {
      manual: readLatestRevisions(main, row.ordinal, 'manual', latest),
      machine: readLatestRevisions(main, row.ordinal, 'machine', latest),
    },
    proposals: latestProposalsOfRow(main, row.ordinal, latest),
    ownPending: pendingOf(main, reader.id, row.ordinal),
    oldSources,
  }
}
