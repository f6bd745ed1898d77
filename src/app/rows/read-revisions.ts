// Reads a row's history in pages: the revisions of both layers together, newest first. A page costs the same in a long
// history.
import { type Heads, lastSeq, type Revision, type Row } from '../../domain/row.ts'
import { type Layer, LAYERS } from '../../domain/vocabulary.ts'
import { readOldSource } from '../../store/records.ts'
import { readHeads, readRevisionsBelow, readRowById } from '../../store/rows.ts'
import type { App } from '../app.ts'

/** The page has revisions with lower numbers. */
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
  /** Old sources of stale translations, as far as imports kept them. */
  readonly oldSources: readonly { readonly hash: string; readonly text: string }[]
}

/** Null: the game has no such row. `below`: the `next` of the page before, or null for the first. */
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
  // Times rise with the numbers of a layer, and the sort is stable, so layers stay in their order.
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
