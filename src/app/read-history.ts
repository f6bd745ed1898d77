// Everything about one row for its page: the row, reference, both layers' revisions, its proposals and the text it last had.
import type { Proposal } from '../domain/proposal.ts'
import type { Heads, Reference, Revision, Row } from '../domain/row.ts'
import type { Layer } from '../domain/vocabulary.ts'
import { changedAt } from '../store/changes.ts'
import { readHeads, readRevisions } from '../store/heads.ts'
import { readOldSource } from '../store/old-sources.ts'
import { proposalsOfRow } from '../store/proposals.ts'
import { readReference, readRowById } from '../store/rows.ts'
import type { App } from './app.ts'

export interface RowHistory {
  readonly row: Row
  readonly heads: Heads
  readonly reference: Reference | null
  readonly updatedAtMs: number
  /** Newest first. */
  readonly revisions: Readonly<Record<Layer, readonly Revision[]>>
  /** Newest first. */
  readonly proposals: readonly Proposal[]
  /** The source that a stale head was made against, where the import kept it, by layer. */
  readonly oldSources: Readonly<Partial<Record<Layer, string>>>
}

/** Null: no visible row has this id (16 hex characters, either case). */
export function readHistory(app: App, rowId: string): RowHistory | null {
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
    heads,
    reference: readReference(main, row.ordinal),
    updatedAtMs: changedAt(main, row.ordinal),
    revisions: {
      manual: readRevisions(main, row.ordinal, 'manual').toReversed(),
      machine: readRevisions(main, row.ordinal, 'machine').toReversed(),
    },
    proposals: proposalsOfRow(main, row.ordinal).toReversed(),
    oldSources,
  }
}
