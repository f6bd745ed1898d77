// What an agent looks up while working: other rows (by id, around a row, page by page, by text), the remaining work, and how many
// rows may be written today.
import { ok, refuse, type Result } from '../../base/result.ts'
import { cellsOf, cellsOfWork } from '../../domain/cell.ts'
import { claimantOf } from '../../domain/claim.ts'
import type { User } from '../../domain/people.ts'
import type { Layer, RowState, SourceFilter } from '../../domain/vocabulary.ts'
import { filterOfState, type WorkFilter } from '../../domain/work/work-filter.ts'
import type { SearchHit } from '../../search/block.ts'
import { type SearchRows, searchRows } from '../../search/search-rows.ts'
import { countMatching, ordinalOf, visibleOrdinals } from '../../store/rows.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { ceilingOf } from '../people/admit-request.ts'
import { type PersonView, readPerson } from '../people/read-people.ts'
import { listRows } from '../rows/list-rows.ts'
import { findWork, findWorkAtHand } from '../work/find-work.ts'
import { type ClaimedRow, readClaimedRows } from './read-claimed-rows.ts'

export interface PageOfWork {
  readonly rows: readonly ClaimedRow[]
  /** The ordinal after which the next page begins; null: no rows are left. */
  readonly next: number | null
  /** How many rows match in all; null: they were not counted. */
  readonly total: number | null
  /** False: rows that changed a moment ago may be listed and counted as before. */
  readonly isSettled: boolean
}

/** The rows with these ids that are in the game, in the order of the ids. `layer`: see `readClaimedRows`. */
export function findByIds(app: App, rowIds: readonly string[], layer: Layer): readonly ClaimedRow[] {
  const ordinals = rowIds.flatMap((rowId) => ordinalOf(app.store.main, rowId.toLowerCase()) ?? [])
  return readClaimedRows(app, ordinals, layer)
}

/** How many numbers back earlier rows are looked for: rows that left the game leave gaps. */
const lookBack = 512

/** Up to `eachSide` rows of the game before and after this row, in file order. */
export function findAround(app: App, rowId: string, eachSide: number, layer: Layer): readonly ClaimedRow[] {
  const { main } = app.store
  const ordinal = ordinalOf(main, rowId.toLowerCase())
  if (ordinal === undefined) return []
  const from = Math.max(0, ordinal - 1 - lookBack)
  const before = visibleOrdinals(main, from, lookBack).filter((each) => each < ordinal)
  const onwards = visibleOrdinals(main, ordinal - 1, eachSide + 1)
  if (onwards[0] !== ordinal) return []
  return readClaimedRows(app, [...before.slice(before.length - Math.min(eachSide, before.length)), ...onwards], layer)
}

interface PageFilter {
  readonly state: RowState
  readonly source: SourceFilter
  readonly after: number
  readonly limit: number
}

export function findPage(app: App, filter: PageFilter, layer: Layer): PageOfWork {
  const { rows, next, totalMatching } = listRows(app, { ...filter, updatedSinceMs: null, withTotal: true })
  const ordinals = rows.map(({ row }) => row.ordinal)
  return { rows: readClaimedRows(app, ordinals, layer), next, total: totalMatching, isSettled: true }
}

export async function findPageOfWork(
  app: App,
  filter: WorkFilter,
  { state, after, limit }: Omit<PageFilter, 'source'>,
  layer: Layer,
): Promise<PageOfWork> {
  const inFilter = await findWorkAtHand(app, filter)
  const rows = state === 'all' ? inFilter : inFilter.and(await findWorkAtHand(app, filterOfState(state), 0))
  const ordinals = rows.after(after, limit + 1)
  const shown = ordinals.slice(0, limit)
  return {
    rows: readClaimedRows(app, shown, layer),
    next: ordinals.length > limit ? (shown.at(-1) ?? null) : null,
    total: rows.size,
    isSettled: app.work.index.isInLine,
  }
}

export interface TextsOfWork extends Omit<SearchRows, 'within'> {
  readonly filter: WorkFilter | null
}

/**
 * Rows that contain a text (`searchRows`). Refused while this person or too many others search, and when the person began a later search on
 * the site.
 */
export async function findByText(
  app: App,
  { id }: User,
  { filter, ...asked }: TextsOfWork,
  layer: Layer,
  left: AbortSignal,
): Promise<Result<PageOfWork, 'searches_busy'>> {
  using place = app.searches.enterIfIdle(id)
  if (place === null) return refuse('searches_busy')
  const query = { ...asked, ...(filter !== null && { within: await findWork(app, filter) }) }
  const ordinals: number[] = []
  const onHit = ({ ordinal }: SearchHit): void => void ordinals.push(ordinal)
  const { next } = await searchRows(app, query, { onHit }, AbortSignal.any([left, place.ended]))
  if (place.ended.aborted) return refuse('searches_busy')
  return ok({ rows: readClaimedRows(app, ordinals, layer), next, total: null, isSettled: true })
}

interface WorkStatus extends Pick<PersonView, 'quotaLimit' | 'quotaUsed' | 'resetsAtMs'> {
  readonly name: string
  readonly role: string
  /** In which form the person's texts are written; null if the person may write none. */
  readonly writes: 'machine' | 'proposals' | null
  readonly rows: number
  /** Rows without a translation, but for service rows, which have nothing to translate. */
  readonly untranslated: number
  readonly stale: number
  /** Null for a person without a key: only requests of keys are counted. */
  readonly requestsPerMinute: number | null
  readonly targetLanguage: string
}

/** How much work is left, and how many rows a person may write today. Costs the same for any size of game. */
export function readWorkStatus(app: App, { user, key }: Actor): WorkStatus {
  const { main } = app.store
  const claimant = claimantOf(user, key)
  const { quotaLimit, quotaUsed, resetsAtMs } = readPerson(app, user)
  const { settings } = app.rules.now()
  return {
    name: user.name,
    role: user.role,
    writes: claimant === null ? null : claimant.layer === 'machine' ? 'machine' : 'proposals',
    rows: countMatching(main, cellsOf('all', 'all'), null),
    untranslated: countMatching(main, cellsOfWork('none', 'all'), null),
    stale: countMatching(main, cellsOfWork('stale', 'all'), null),
    quotaLimit,
    quotaUsed,
    resetsAtMs,
    requestsPerMinute: key === null ? null : ceilingOf({ user, key }),
    targetLanguage: settings.target_language,
  }
}
