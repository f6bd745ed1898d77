// All rows, lists by a filter, and search. A search streams its hits, works in slices between other requests, and ends
// when the reader leaves.
import type { App } from '../../../app/app.ts'
import { listRows } from '../../../app/rows/list-rows.ts'
import { readRow, readWhole } from '../../../app/rows/read-row.ts'
import type { SearchHit } from '../../../search/block.ts'
import { type SearchRows, searchRows } from '../../../search/search-rows.ts'
import { findWorkAtHand } from '../../../app/work/find-work.ts'
import { listWork } from '../../../app/work/list-work.ts'
import { pendingByRow } from '../../../app/work/pending.ts'
import { glossaryTermsIn } from '../../../domain/checks/glossary/glossary.ts'
import { createMatcher } from '../../../search/match.ts'
import { parseSearch, type SearchQuery } from '../../../search/query.ts'
import { SEARCH_FIELDS, type SearchField } from '../../../domain/vocabulary.ts'
import { parseWorkFilter } from '../../../domain/work/work-address.ts'
import { ALL_WORK, isSameFilter } from '../../../domain/work/work-filter.ts'
import { frame, page } from '../../layout.ts'
import { say, words } from '../../language/say.ts'
import { type Html, html } from '../../html.ts'
import { checked, here, pager } from '../../parts/fields.ts'
import { waitPage } from '../../parts/refusals.ts'
import { LABEL_MANY, labelMany } from '../../parts/labels/label-many.ts'
import { orderNote, rowTable, type ShownRow } from '../../parts/row-table.ts'
import { savedFilters } from '../../parts/work/saved-filters.ts'
import { type AskedWork, faultNotes, jobLinks, workFields } from '../../parts/work/work-filter-form.ts'
import { inTarget } from '../../parts/texts.ts'
import { goTo, may, query, type Visit, wholeNumber } from '../../visit.ts'
import { counted, number } from '../../words.ts'

const perPage = 50
const hitsPerPage = 50
const searchLengthMax = 200
const searchWaitMs = 5_000
const progressEveryMs = 400

const FIELD_WORDS: Readonly<Record<SearchField, string>> = words({
  source: 'source',
  reference: 'reference',
  translation: 'translations',
  id: 'ids',
})

const chosenFields = (visit: Visit): ReadonlySet<SearchField> => {
  const asked = visit.url.searchParams.getAll('in')
  const fields = SEARCH_FIELDS.filter((each) => asked.includes(each))
  return new Set(fields.length === 0 ? SEARCH_FIELDS : fields)
}

function filters(visit: Visit, { filter, faults }: AskedWork): Html {
  const fields = chosenFields(visit)
  return html`<form method="get" class="filters" role="search">
<label class="grow">Search <input type="search" name="q" value="${query(visit, 'q')}" maxlength="${searchLengthMax}" data-key="/" placeholder="words in any order, &quot;a phrase&quot;, the beginning of an id"></label>
<label class="check"><input type="checkbox" name="whole" value="1"${checked(query(visit, 'whole') === '1')}> whole words</label>
<fieldset><legend>in</legend>${SEARCH_FIELDS.map(
    (each) =>
      html`<label class="check"><input type="checkbox" name="in" value="${each}"${checked(fields.has(each))}> ${FIELD_WORDS[each]}</label>`,
  )}</fieldset>
${workFields(visit, filter)}
<button>Show</button></form>${jobLinks('/admin/rows', filter)}${savedFilters(visit, 'rows', filter)}${faultNotes(faults)}`
}

const keys = (): Html =>
  html`<aside class="keys" aria-label="Keys"><kbd>j</kbd> next <kbd>k</kbd> previous <kbd>Enter</kbd> open <kbd>/</kbd> search</aside>`

export function rowsPage(visit: Visit): Response | Promise<Response> {
  const text = query(visit, 'q').trim().slice(0, searchLengthMax).toWellFormed()
  const asked = parseSearch(text, query(visit, 'whole') === '1')
  const work = parseWorkFilter(visit.url.searchParams)
  return asked === null ? browse(visit, work) : search(visit, { text, query: asked, work })
}

/** No condition; `layer=any` asks for all work. */
const asksNothing = (visit: Visit, { filter }: AskedWork): boolean =>
  isSameFilter(filter, ALL_WORK) && query(visit, 'layer') === ''

interface ShownPage {
  readonly rows: readonly ShownRow[]
  readonly next: number | null
  readonly total: number
}

/** Also rows without work. */
function everyRow(app: App, after: number): ShownPage {
  const all = { state: 'all', source: 'all', updatedSinceMs: null, after, limit: perPage, withTotal: true } as const
  const { rows, next, totalMatching } = listRows(app, all)
  const pending = pendingByRow(app)
  const shown = rows.map((each) => ({ ...each, pendingProposals: pending.get(each.row.ordinal)?.count ?? 0 }))
  return { rows: shown, next, total: totalMatching ?? 0 }
}

/** Shows the writer under filters by writer, as in links of the feed: their texts may have been replaced. */
const saysWhoWrote = ({ filter: { authorId, ...made } }: AskedWork): boolean =>
  authorId !== null ||
  [made.provider, made.model, made.client, made.clientVersion, made.prompt, made.brief].some(isAsked)
const isAsked = (name: string | null): boolean => name !== null

async function browse(visit: Visit, work: AskedWork): Promise<Response> {
  const after = wholeNumber(query(visit, 'after')) ?? 0
  const { rows, next, total } = asksNothing(visit, work)
    ? everyRow(visit.app, after)
    : await listWork(visit.app, work.filter, { after, limit: perPage })
  const canLabel = may(visit, 'manage_settings')
  const table = rowTable(null, inTarget(visit.app.rules.now()), canLabel ? LABEL_MANY : null)
  const body = html`<h1>Rows</h1>${filters(visit, work)}
<p class="hint">${counted(total, 'row')}</p>
${
  rows.length === 0
    ? html`<p class="empty">No rows here. <a href="/admin/rows">Show all rows</a></p>${saysWhoWrote(work) ? html`<p class="hint">What was replaced or taken back since is not found here; the page of its row shows all that stood there.</p>` : ''}`
    : html`${orderNote()}${table.top}${rows.map((each) => table.rowOf(each))}${table.bottom}${canLabel ? labelMany(visit, work.filter, asksNothing(visit, work) ? null : total) : ''}`
}
${pager(query(visit, 'after') === '' ? null : here(visit, { after: null }), next === null ? null : here(visit, { after: next }))}
${keys()}`
  return await page(visit, { title: say`Rows`, body, wide: true })
}

interface AskedSearch {
  readonly text: string
  readonly query: SearchQuery
  readonly work: AskedWork
}

function search(visit: Visit, asked: AskedSearch): Response | Promise<Response> {
  const { text } = asked
  if (/^[0-9a-f]{16}$/i.test(text) && readRow(visit.app, text.toLowerCase()) !== null) {
    return goTo(visit, `/admin/rows/${text.toLowerCase()}`)
  }
  const place = visit.app.searches.enter(visit.user.id)
  if (place === null) return waitPage(visit, 'as many people are searching as one server carries', searchWaitMs, 503)
  const leaving = new AbortController()
  visit.c.req.raw.signal.addEventListener('abort', () => leaving.abort(), { once: true })
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (piece: unknown): void => {
        if (!leaving.signal.aborted) controller.enqueue(encoder.encode(String(piece)))
      }
      const ends = { left: leaving.signal, replaced: place.ended }
      await sendSearch(visit, asked, send, ends).finally(() => place.leave())
      if (!leaving.signal.aborted) controller.close()
    },
    cancel: () => leaving.abort(),
  })
  return visit.c.body(stream, 200, { 'Content-Type': 'text/html; charset=utf-8' })
}

/** Counts as the glossary does: words inside a longer term belong to that one. */
function usesTerm({ app }: Visit, term: string): (hit: SearchHit) => boolean {
  const { glossary, gate } = app.rules.now()
  return ({ source }) =>
    term === '' || glossaryTermsIn(source, glossary, gate.captionPolicy).some(({ entry }) => entry.source === term)
}

async function sendSearch(
  visit: Visit,
  { text, query: searched, work }: AskedSearch,
  send: (piece: unknown) => void,
  { left, replaced }: { readonly left: AbortSignal; readonly replaced: AbortSignal },
): Promise<void> {
  const { top, bottom } = frame(visit, { title: `Search: ${text}`, wide: true })
  const after = wholeNumber(query(visit, 'after')) ?? 0
  const fields = chosenFields(visit)
  const canLabel = may(visit, 'manage_settings')
  const table = rowTable(
    { ...createMatcher(searched), fields },
    inTarget(visit.app.rules.now()),
    canLabel ? LABEL_MANY : null,
  )
  const { clock } = visit.app
  send(await html`${top}<h1>Rows</h1>${filters(visit, work)}<h2>Rows with “${text}”</h2>${table.top}`)
  const pending = pendingByRow(visit.app)
  const isMeant = usesTerm(visit, query(visit, 'term'))
  let hits = 0
  let toldAtMs = clock.monotonicMs()
  let isTold = false
  const watching = {
    onHit: (hit: SearchHit): void => {
      const whole = isMeant(hit) ? readWhole(visit.app, hit.ordinal) : null
      if (whole === null) return
      hits++
      send(table.rowOf({ ...whole, pendingProposals: pending.get(hit.ordinal)?.count ?? 0 }))
    },
    onLookedAt: (lookedAt: number, total: number): void => {
      if (clock.monotonicMs() - toldAtMs < progressEveryMs) return
      toldAtMs = clock.monotonicMs()
      isTold = true
      send(table.progress(lookedAt, total))
    },
  }
  try {
    const wanted: SearchRows = {
      query: searched,
      fields,
      state: 'all',
      source: 'all',
      updatedSinceMs: null,
      ...(!asksNothing(visit, work) && { within: await findWorkAtHand(visit.app, work.filter) }),
      after,
      limit: hitsPerPage,
    }
    const { next, wasCancelled } = await searchRows(visit.app, wanted, watching, AbortSignal.any([left, replaced]))
    if (left.aborted) return
    send(await html`${isTold ? table.progressEnd : ''}${table.bottom}`)
    if (wasCancelled) {
      send(await html`<div class="note" role="status">You began another search, so this one ended.</div>`)
      return send(await bottom)
    }
    const whole =
      next === null
        ? html`<p class="hint" role="status">${hits === 0 ? say`Nothing found` : say`${number(hits)} found`}; every row ${after > 0 ? say`from here on` : ''}${after > 0 ? ' ' : ''}was looked at.</p>`
        : html`<p class="hint" role="status">${number(hits)} found so far; the next page goes on from here.</p>`
    send(
      await html`${whole}${canLabel && hits > 0 ? labelMany(visit, work.filter, null) : ''}${pager(after === 0 ? null : here(visit, { after: null }), next === null ? null : here(visit, { after: next }))}${keys()}`,
    )
  } catch (error) {
    visit.app.log.error('a search failed', { err: error })
    send(await html`${table.bottom}<div class="alert" role="alert">The search broke off; try again.</div>`)
  }
  send(await bottom)
}
