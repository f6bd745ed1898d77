// The routes by which agents look things up, in one request where v1 needs one for every row.
import {
  findAround,
  findByIds,
  findByText,
  findPage,
  findPageOfWork,
  type PageOfWork,
  readWorkStatus,
} from '../app/claims/find-rows.ts'
import { officialOfRows } from '../app/rows/official-of-rows.ts'
import { createNames } from '../app/people/read-people.ts'
import { currentBrief } from '../app/upkeep/brief.ts'
import { listTerms } from '../app/upkeep/read-glossary.ts'
import { type Answer, failure, retryAfter, success } from '../api-v1/answer.ts'
import type { Call, Route } from '../api-v1/visit.ts'
import { isoTime } from '../base/time.ts'
import { Turn } from '../base/turn.ts'
import { claimantOf } from '../domain/claim.ts'
import { searchRetryAfterSeconds } from '../domain/limits.ts'
import { FIELD_GROUPS, type FieldGroup, type Layer } from '../domain/vocabulary.ts'
import { asked, askedOfFilter } from './asked.ts'
import { cardJson, officialJson, termJson } from './cards.ts'
import { SEARCHES_BUSY } from './errors.ts'
import { parseNoQuery, parseRowsQuery, parseSearchQuery } from './lookup-queries.ts'

const layerOf = ({ actor }: Call): Layer => claimantOf(actor.user, actor.key)?.layer ?? 'manual'

/** Rows that are looked up one by one, on one page. */
const onePage = (rows: PageOfWork['rows']): PageOfWork => ({ rows, next: null, total: null, isSettled: true })

/** Absent once the index of work has the latest changes. */
export const unsettled = (isSettled: boolean): { is_settled?: false } => (isSettled ? {} : { is_settled: false })

interface Wanted {
  readonly groups: ReadonlySet<FieldGroup>
  readonly official: readonly string[] | null
}

function rowsAnswer(call: Call, page: PageOfWork, { groups, official }: Wanted): Answer | Promise<Answer> {
  const { app, actor } = call
  if (official === null) return cardsAnswer(call, page, groups, () => ({}))
  const ordinals = page.rows.map(({ row }) => row.ordinal)
  return officialOfRows(app, ordinals, official, new Turn(actor.user.id)).then((texts) =>
    cardsAnswer(call, page, groups, (at) => ({ official: officialJson(texts[at] ?? []) })),
  )
}

function cardsAnswer(
  { app }: Call,
  { rows: found, next, total, isSettled }: PageOfWork,
  groups: ReadonlySet<FieldGroup>,
  more: (at: number) => object,
): Answer {
  const policy = app.rules.now().gate.markup
  return success(
    { rows: found.map((row, at) => ({ ...cardJson(row, groups, policy), ...more(at) })) },
    {
      count: found.length,
      next,
      ...(total !== null && { total }),
      ...unsettled(isSettled),
      fields: FIELD_GROUPS.filter((group) => groups.has(group)),
    },
  )
}

/** GET /rows. */
const rows = (call: Call): Answer | Promise<Answer> =>
  askedOfFilter(call, parseRowsQuery, ({ ids, around, eachSide, groups, official, filter, ...page }) => {
    const { app } = call
    const layer = layerOf(call)
    const wanted = { groups, official }
    if (ids !== null) return rowsAnswer(call, onePage(findByIds(app, ids, layer)), wanted)
    if (around !== null) return rowsAnswer(call, onePage(findAround(app, around, eachSide, layer)), wanted)
    if (filter === null) return rowsAnswer(call, findPage(app, page, layer), wanted)
    return findPageOfWork(app, filter, page, layer).then((found) => rowsAnswer(call, found, wanted))
  })

/** GET /search. */
const search = (call: Call): Answer | Promise<Answer> =>
  askedOfFilter(call, parseSearchQuery, async ({ groups, official, ...query }) => {
    const found = await findByText(call.app, call.actor.user, query, layerOf(call), clientLeft(call))
    return found.ok ? await rowsAnswer(call, found.value, { groups, official }) : searchesBusy()
  })

export function clientLeft({ env }: Call): AbortSignal {
  const left = new AbortController()
  env?.outgoing?.once('close', () => left.abort())
  return env?.inside?.signal === undefined ? left.signal : AbortSignal.any([left.signal, env.inside.signal])
}

export const searchesBusy = (): Answer =>
  failure('limiter_unavailable', { message: SEARCHES_BUSY, headers: retryAfter(searchRetryAfterSeconds) })

/** GET /glossary. */
const glossary = (call: Call): Answer | Promise<Answer> =>
  asked(call, parseNoQuery, () => {
    const terms = listTerms(call.app).map(termJson)
    const { settings, gate } = call.app.rules.now()
    const { caption_policy } = settings
    return success({ terms }, { count: terms.length, caption_policy, markup: gate.markup })
  })

/** GET /status. */
const status = (call: Call): Answer | Promise<Answer> =>
  asked(call, parseNoQuery, () => {
    const { app, actor } = call
    const { quotaLimit: limit, quotaUsed: used, resetsAtMs, ...work } = readWorkStatus(app, actor)
    return success({
      name: work.name,
      role: work.role,
      writes: work.writes,
      rows: work.rows,
      untranslated: work.untranslated,
      stale: work.stale,
      quota: { limit, used, remaining: Math.max(0, limit - used), resets_at: isoTime(resetsAtMs) },
      requests_per_minute: work.requestsPerMinute,
      target_language: work.targetLanguage,
    })
  })

/** GET /brief. */
const brief = (call: Call): Answer | Promise<Answer> =>
  asked(call, parseNoQuery, () => {
    const now = currentBrief(call.app)
    if (now === null) return success({ version: 0, text: '', changed_at: null, changed_by: null }, {})
    const { id, text, atMs, userId } = now
    return success({ version: id, text, changed_at: isoTime(atMs), changed_by: createNames(call.app)(userId) }, {})
  })

/** Routes that an agent needs to read: commands load no others of API v2 for that. */
export const LOOKUPS = {
  rows: { name: 'rowsV2', method: 'GET', path: '/rows', needs: 'rows:read', answer: rows },
  search: { name: 'search', method: 'GET', path: '/search', needs: 'rows:read', answer: search },
  brief: { name: 'brief', method: 'GET', path: '/brief', needs: 'rows:read', answer: brief },
  glossary: { name: 'glossary', method: 'GET', path: '/glossary', needs: 'rows:read', answer: glossary },
  status: { name: 'status', method: 'GET', path: '/status', needs: 'rows:read', answer: status },
} as const satisfies Readonly<Record<string, Route>>
