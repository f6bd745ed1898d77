// A row’s past: the data of its page (reference, revisions, proposals, old sources), and its revisions in pages, newest first.
import type { Remark } from '../../base/remark.ts'
import type { User } from '../../domain/people.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { type Heads, lastSeq, type Reference, type Revision, type Row, type RowWithHeads } from '../../domain/row.ts'
import { type Layer, LAYERS } from '../../domain/vocabulary.ts'
import { latestProposalsOfRow, pendingOf, readOldSource, readRemark, readRowKey } from '../../store/records.ts'
import {
  changedAt,
  type OtherSource,
  readHeads,
  readLatestRevisions,
  readOtherSources,
  readReference,
  readRevisionsBelow,
  readRowById,
} from '../../store/rows.ts'
import type { App } from '../app.ts'

// What the page of a row shows: reference, revisions, proposals and old sources.

export interface RowHistory extends RowWithHeads {
  /** The row's key in the game's file; null: this game has no keys. */
  readonly key: string | null
  /** What the game's file says beside the text. */
  readonly remark: Remark | null
  readonly reference: Reference | null
  readonly otherSources: readonly OtherSource[]
  readonly updatedAtMs: number
  /** The revisions of each layer, newest first. The first one's `seq` tells how many there are. */
  readonly revisions: Readonly<Record<Layer, readonly Revision[]>>
  readonly proposals: readonly Proposal[]
  readonly ownPending: Proposal | null
  /** For each stale translation the source that it was made for, if the import kept it. */
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
    remark: readRemark(main, row.rowId),
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

/** For each layer the number below which the page's revisions begin. */
export type HistoryPlace = Readonly<Record<Layer, number>>

export interface PlacedRevision {
  readonly layer: Layer
  readonly revision: Revision
}

interface HistoryPage {
  readonly row: Row
  readonly revisions: readonly PlacedRevision[]
  /** Null: this is the last page. */
  readonly next: HistoryPlace | null
  /** The sources that stale translations were made for, as far as imports kept them. */
  readonly oldSources: readonly { readonly hash: string; readonly text: string }[]
}

/**
 * Reads a row's history in pages: the revisions of both layers together, newest first. A page costs the same in a long
 * history. Null: the game has no such row. `below`: the `next` of the page before, or null for the first.
 */
export function readRevisionsPage(
  app: App,
  rowId: string,
  below: HistoryPlace | null,
  limit: number,
): HistoryPage | null {
  const { main, files } = app.store
  const row = readRowById(main, files, rowId.toLowerCase())
  if (row === null) return null
  const heads = readHeads(main, row.ordinal)
  const place = below ?? { manual: lastSeq(heads, 'manual') + 1, machine: lastSeq(heads, 'machine') + 1 }
  const found = LAYERS.flatMap((layer) =>
    readRevisionsBelow(main, row.ordinal, layer, place[layer], limit + 1).map((revision) => ({ layer, revision })),
  )
  // In each layer later revisions have later times and the sort is stable, so each layer stays in order.
  const sorted = found.toSorted((a, b) => b.revision.createdAtMs - a.revision.createdAtMs)
  const revisions = sorted.slice(0, limit)
  return {
    row,
    revisions,
    next: sorted.length > limit ? placeAfter(revisions, place) : null,
    oldSources: oldSourcesOf(app, row, heads),
  }
}

function placeAfter(shown: readonly PlacedRevision[], before: HistoryPlace): HistoryPlace {
  const lowest = (of: Layer): number =>
    Math.min(before[of], ...shown.filter(({ layer }) => layer === of).map(({ revision }) => revision.seq))
  return { manual: lowest('manual'), machine: lowest('machine') }
}

function oldSourcesOf({ store }: App, row: Row, heads: Heads): HistoryPage['oldSources'] {
  const hashes = new Set(LAYERS.flatMap((layer) => heads[layer]?.sourceHash ?? []))
  hashes.delete(row.sourceHash)
  return [...hashes].flatMap((hash) => {
    const text = readOldSource(store.main, hash)
    return text === undefined ? [] : [{ hash, text }]
  })
}
