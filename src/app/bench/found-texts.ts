// The rows that a search finds, as a list of the workbench. They are kept for a while, so that a step through them takes no search.
import type { SearchField } from '../../domain/vocabulary.ts'
import { type RowSet, rowSetOf } from '../../domain/work/row-set.ts'
import { writeWorkFilter } from '../../domain/work/work-address.ts'
import type { WorkFilter } from '../../domain/work/work-filter.ts'
import type { SearchHit } from '../../search/block.ts'
import type { SearchQuery } from '../../search/query.ts'
import { searchRows } from '../../search/search-rows.ts'
import type { App } from '../app.ts'
import { findWorkAtHand } from '../work/find-work.ts'

export interface TextSearch {
  /** As typed. */
  readonly text: string
  readonly query: SearchQuery
  readonly fields: ReadonlySet<SearchField>
}

export interface FoundTexts {
  /** The rows of the filter with the text, at most `foundTextsMax`. Null: too many others search. */
  rowsOf(personId: number, search: TextSearch, filter: WorkFilter): Promise<RowSet | null>
}

export const foundTextsMax = 5_000
const searchesKept = 32
const keptMs = 10 * 60_000

const nameOf = ({ text, query, fields }: TextSearch, filter: WorkFilter): string =>
  JSON.stringify([text, query.wholeWords, [...fields], writeWorkFilter(filter).toString()])

export function createFoundTexts(app: App): FoundTexts {
  const kept = new Map<string, { readonly untilMs: number; readonly rows: RowSet }>()

  async function find(personId: number, search: TextSearch, within: RowSet): Promise<RowSet | null> {
    const place = app.searches.enter(personId)
    if (place === null) return null
    const ordinals: number[] = []
    const onHit = (hit: SearchHit): void => void ordinals.push(hit.ordinal)
    const where = { ...search, within, state: 'all', source: 'all', updatedSinceMs: null } as const
    const { wasCancelled } = await searchRows(
      app,
      { ...where, after: 0, limit: foundTextsMax },
      { onHit },
      place.ended,
    ).finally(() => place.leave())
    return wasCancelled ? null : rowSetOf(ordinals)
  }

  return {
    async rowsOf(personId, search, filter) {
      const name = nameOf(search, filter)
      const now = await findWorkAtHand(app, filter)
      const known = kept.get(name)
      if (known !== undefined && known.untilMs > app.clock.monotonicMs()) return known.rows.and(now)
      const rows = await find(personId, search, now)
      if (rows === null) return null
      kept.delete(name)
      for (const oldest of kept.keys()) {
        if (kept.size < searchesKept) break
        kept.delete(oldest)
      }
      kept.set(name, { untilMs: app.clock.monotonicMs() + keptMs, rows })
      return rows
    },
  }
}
