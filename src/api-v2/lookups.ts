// The addresses by which agents look things up, in one request where v1 needs one for every row.
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
import type { Call } from '../api-v1/visit.ts'
import { isoTime } from '../base/time.ts'
import { Turn } from '../base/turn.ts'
import { claimantOf } from '../domain/claim.ts'
import { searchRetryAfterSeconds } from '../domain/limits.ts'
import { FIELD_GROUPS, type FieldGroup, type Layer } from '../domain/vocabulary.ts'
import { cardJson, officialJson, termJson } from './cards.ts'
import { asking } from './declared.ts'
import { ROWS, SEARCH } from './lookup-queries.ts'

const layerOf = ({ actor }: Call): Layer => claimantOf(actor.user, actor.key)?.layer ?? 'manual'

/** Rows that were looked up one by one, as a page that is the only one. */
const onePage = (rows: PageOfWork['rows']): PageOfWork => ({ rows, next: null, total: null, isSettled: true })

/** The member `is_settled: false`, sent until the index of work has the latest changes. */
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

export function clientLeft({ env }: Call): AbortSignal {
  const left = new AbortController()
  env?.outgoing?.once('close', () => left.abort())
  return env?.inside?.signal === undefined ? left.signal : AbortSignal.any([left.signal, env.inside.signal])
}

export const searchesBusy = (): Answer =>
  failure('limiter_unavailable', {
    message: 'Another search of yours is running, or the server is busy with those of others.',
    headers: retryAfter(searchRetryAfterSeconds),
  })

/** The routes that a reading agent needs. They are apart, so that a command that only reads loads nothing else of API v2. */
export const LOOKUPS = {
  rows: asking({
    name: 'rowsV2',
    path: '/rows',
    summary: 'Rows by ids, around one, or of a filter, page by page',
    description:
      'Parameters of a filter narrow together; all conditions on a text apply to one text. ' +
      'With any of them but source, rows that need no work are left out.',
    query: ROWS,
    run: (call, { ids, around, eachSide, groups, official, filter, ...page }) => {
      const { app } = call
      const layer = layerOf(call)
      const wanted = { groups, official }
      if (ids !== null) return rowsAnswer(call, onePage(findByIds(app, ids, layer)), wanted)
      if (around !== null) return rowsAnswer(call, onePage(findAround(app, around, eachSide, layer)), wanted)
      if (filter === null) return rowsAnswer(call, findPage(app, page, layer), wanted)
      return findPageOfWork(app, filter, page, layer).then((found) => rowsAnswer(call, found, wanted))
    },
  }),
  search: asking({
    name: 'search',
    path: '/search',
    summary: 'Rows by a text: how others translated it',
    query: SEARCH,
    run: async (call, { groups, official, ...query }) => {
      const found = await findByText(call.app, call.actor.user, query, layerOf(call), clientLeft(call))
      return found.ok ? await rowsAnswer(call, found.value, { groups, official }) : searchesBusy()
    },
  }),
  brief: asking({
    name: 'brief',
    path: '/brief',
    summary: "The team's brief; version 0: none",
    run: ({ app }) => {
      const now = currentBrief(app)
      if (now === null) return success({ version: 0, text: '', changed_at: null, changed_by: null }, {})
      const { id, text, atMs, userId } = now
      return success({ version: id, text, changed_at: isoTime(atMs), changed_by: createNames(app)(userId) }, {})
    },
  }),
  glossary: asking({
    name: 'glossary',
    path: '/glossary',
    summary: 'All terms',
    run: ({ app }) => {
      const terms = listTerms(app).map(termJson)
      const { settings, gate } = app.rules.now()
      const { caption_policy } = settings
      return success({ terms }, { count: terms.length, caption_policy, markup: gate.markup })
    },
  }),
  status: asking({
    name: 'status',
    path: '/status',
    summary: 'What is left to do, today’s quota',
    run: ({ app, actor }) => {
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
    },
  }),
} as const
