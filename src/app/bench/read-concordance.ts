// Earlier translations of a source's words: rows with them, manual translations first.
import { wordsPutMax } from '../../domain/limits.ts'
import type { User } from '../../domain/people.ts'
import { type Head, type Row, sourceTextOf } from '../../domain/row.ts'
import { type Layer, LAYERS } from '../../domain/vocabulary.ts'
import type { SearchQuery } from '../../search/query.ts'
import { searchRows } from '../../search/search-rows.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import type { App } from '../app.ts'

export interface WordsPut {
  readonly rowId: string
  readonly source: string
  readonly layer: Layer
  readonly head: Head
}

/** Ends this person's earlier search. Null: too many others search, or a later search ended this one. */
export async function readConcordance(
  app: App,
  { id }: User,
  query: SearchQuery,
  own: Row,
  left: AbortSignal,
): Promise<readonly WordsPut[] | null> {
  const place = app.searches.enter(id)
  if (place === null) return null
  const found: WordsPut[] = []
  try {
    for (const layer of LAYERS) {
      const where = { fields: new Set(['source'] as const), state: layer, source: 'all', updatedSinceMs: null } as const
      const page = { query, ...where, after: 0, limit: wordsPutMax + 1 - found.length }
      const ordinals: number[] = []
      const onHit = ({ ordinal }: { readonly ordinal: number }): void => void ordinals.push(ordinal)
      await searchRows(app, page, { onHit }, AbortSignal.any([left, place.ended]))
      for (const ordinal of ordinals) {
        const row = ordinal === own.ordinal ? null : readRow(app.store.main, app.store.files, ordinal)
        const head = readHeads(app.store.main, ordinal)[layer]
        if (row !== null && head !== null) found.push({ rowId: row.rowId, source: sourceTextOf(row), layer, head })
      }
      if (found.length >= wordsPutMax) break
    }
    return place.ended.aborted ? null : found.slice(0, wordsPutMax)
  } finally {
    place.leave()
  }
}
