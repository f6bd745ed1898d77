// What the workbench shows beside the current row: lists of a search, a family or an author, rows with the same source or the
// same words, and recent reasons.
import { familyLooksMax, wordsPutMax } from '../../domain/limits.ts'
import type { User } from '../../domain/people.ts'
import { isPendingHead } from '../../domain/proposal.ts'
import { type Head, type Heads, isStale, type Row, sourceTextOf } from '../../domain/row.ts'
import { skeletonOf } from '../../domain/text/skeleton.ts'
import { type Layer, LAYERS, type SearchField } from '../../domain/vocabulary.ts'
import { type RowSet, rowSetOf } from '../../domain/work/row-set.ts'
import { type WorkFilter, writeWorkFilter } from '../../domain/work/work-filter.ts'
import type { SearchHit } from '../../search/block.ts'
import { rowsOfSkeleton } from '../../search/like-candidates.ts'
import type { SearchQuery } from '../../search/query.ts'
import { searchRows } from '../../search/search-rows.ts'
import { proposalsByStatus } from '../../store/records.ts'
import { readHeads, readRow, readView, rowsWithSource } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { keepLatest } from '../keep-latest.ts'
import { listProposals } from '../rows/list-proposals.ts'
import { knownTo } from '../terms/known-to.ts'
import { findWorkAtHand } from '../work/find-work.ts'

// The rows of a row's family (docs/memory.md#likeness) in a list of work. A row that the search index has not read yet is in no family.

export const isOfFamily = (one: Row, other: Row): boolean =>
  skeletonOf(sourceTextOf(one)) === skeletonOf(sourceTextOf(other))

const familyShown = 12

/** The nearest row of the row's family before it in the list, and the next ones after it. Rows before `first` are not looked at. */
export async function familyAround(app: App, filter: WorkFilter, row: Row, first: number) {
  const work = await findWorkAtHand(app, filter)
  const { store, searchIndex } = app
  searchIndex.look()
  let before: Row | null = null
  const after: Row[] = []
  let looks = 0
  for (const ordinal of rowsOfSkeleton(searchIndex, skeletonOf(sourceTextOf(row)), first)) {
    if (ordinal === row.ordinal || !work.has(ordinal)) continue
    const found = readRow(store.main, store.files, ordinal)
    if (found !== null && isOfFamily(found, row)) {
      if (ordinal < row.ordinal) before = found
      else if (after.push(found) === familyShown) break
    }
    if (++looks === familyLooksMax) break
  }
  return { before, after }
}

export interface TextSearch {
  /** The search as the person typed it. */
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
    using place = app.searches.enter(personId)
    if (place === null) return null
    const ordinals: number[] = []
    const onHit = (hit: SearchHit): void => void ordinals.push(hit.ordinal)
    const where = { ...search, within, state: 'all', source: 'all', updatedSinceMs: null } as const
    const wanted = { ...where, after: 0, limit: foundTextsMax }
    const { wasCancelled } = await searchRows(app, wanted, { onHit }, place.ended)
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
      keepLatest(kept, name, { untilMs: app.clock.monotonicMs() + keptMs, rows }, searchesKept)
      return rows
    },
  }
}

export interface WordsPut {
  readonly rowId: string
  readonly source: string
  readonly layer: Layer
  readonly head: Head
}

/**
 * Earlier translations of a source's words: rows with them, manual translations first. Ends this person's earlier
 * search. Null: too many others search, or a later search ended this one.
 */
export async function readConcordance(
  app: App,
  { id }: User,
  query: SearchQuery,
  own: Row,
  left: AbortSignal,
): Promise<readonly WordsPut[] | null> {
  using place = app.searches.enter(id)
  if (place === null) return null
  const found: WordsPut[] = []
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
}

export interface SameSourceText {
  readonly text: string
  /** `proposal`: the person's own, which waits. */
  readonly layer: Layer | 'proposal'
  readonly rows: number
  readonly rowId: string
}

export interface SameSource {
  /** How many other rows have the source: exactly, or at least so many if `isMore`. */
  readonly others: number
  readonly isMore: boolean
  /** Manual texts before machine ones, then the most frequent first. Stale, rejected and invalid texts are left out. */
  readonly texts: readonly SameSourceText[]
}

const sameSourceMax = 200

/**
 * Other rows with a row's source, and their translations, the person's own proposals too. Reads 200 at most, so a very frequent
 * source costs no more.
 */
export function readSameSource(app: App, { id }: User, row: Row): SameSource {
  const { main } = app.store
  const { headsOf } = knownTo(app, id)
  const texts = new Map<string, { -readonly [Part in keyof SameSourceText]: SameSourceText[Part] }>()
  let others = 0
  let isMore = false
  // The table of sources has only eight bytes of each hash. For a display that is exact enough, so no row is read to compare the rest.
  for (const ordinal of rowsWithSource(main, row.sourceHash)) {
    if (ordinal === row.ordinal) continue
    if (others === sameSourceMax) {
      isMore = true
      break
    }
    others++
    const found = usableText(headsOf(ordinal), row)
    if (found === null) continue
    const key = `${found.layer} ${found.text}`
    const known = texts.get(key)
    if (known === undefined) texts.set(key, { ...found, rows: 1, rowId: readView(main, ordinal)?.rowId ?? '' })
    else known.rows++
  }
  const order = [...texts.values()].sort(
    (a, b) => Number(a.layer === 'machine') - Number(b.layer === 'machine') || b.rows - a.rows,
  )
  return { others, isMore, texts: order }
}

function usableText(heads: Heads, row: Row): Pick<SameSourceText, 'text' | 'layer'> | null {
  for (const layer of ['manual', 'machine'] as const) {
    const head = heads[layer]
    if (head === null || head.isInvalid || head.status === 'rejected' || isStale(head, row.sourceHash)) continue
    return { text: head.text, layer: isPendingHead(head) ? 'proposal' : layer }
  }
  return null
}

export const countOtherTexts = ({ texts }: SameSource, text: string): number =>
  texts.reduce((sum, other) => sum + (other.text === text ? 0 : other.rows), 0)

const rowsMax = 500

/**
 * The rows with a pending proposal of one person, for reviewers who go through them. At most 500 rows, those with the
 * oldest proposals.
 */
export function rowsOfAuthor(app: App, authorId: number): RowSet {
  const { items } = listProposals(app, { status: 'pending', authorId, after: null, limit: rowsMax })
  return rowSetOf(items.map(({ row }) => row.ordinal))
}

const lookedAtMax = 100
const shownMax = 5
/** The longest reason that is offered again: longer ones concern one text only. */
const lengthMax = 200

/**
 * Recent reasons for rejecting a proposal, for reviewers to choose from. At most five reasons: the reader's own first,
 * then others', each newest first.
 */
export function recentReasons(app: App, readerId: number): readonly string[] {
  const own = new Set<string>()
  const others = new Set<string>()
  let looked = 0
  for (const { reason, reviewerId } of proposalsByStatus(app.store.main, 'rejected', { beforeId: 0xffffffff })) {
    if (looked++ === lookedAtMax) break
    if (reason === null || reason.length > lengthMax) continue
    if (reviewerId === readerId) own.add(reason)
    else others.add(reason)
  }
  return [...new Set([...own, ...others])].slice(0, shownMax)
}
