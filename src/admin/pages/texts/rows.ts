// All rows, lists by a filter, and search. A search streams its hits, works in slices between other requests, and ends
// when the reader leaves.
import type { App } from '../../../app/app.ts'
import type { TextSearch } from '../../../app/bench/bench-rows.ts'
import { listRows } from '../../../app/rows/list-rows.ts'
import { readWhole, rowNamed } from '../../../app/rows/read-row.ts'
import type { SearchHit } from '../../../search/block.ts'
import { type SearchRows, searchRows } from '../../../search/search-rows.ts'
import { findWorkAtHand } from '../../../app/work/find-work.ts'
import { listWork } from '../../../app/work/list-work.ts'
import { createMatcher } from '../../../search/match.ts'
import { ALL_WORK, isSameFilter, parseWorkFilter } from '../../../domain/work/work-filter.ts'
import { frame, titledPage } from '../../layout.ts'
import { say } from '../../language/say.ts'
import { type Html, html } from '../../html.ts'
import { lookAgain, pager } from '../../parts/fields.ts'
import { waitPage } from '../../parts/refusals.ts'
import { LABEL_MANY, labelMany } from '../../parts/label-forms.ts'
import { orderNote, rowTable } from '../../parts/row-table.ts'
import { benchOfRow, listOf, readTextSearch } from '../../parts/work/bench-links.ts'
import { noGame } from '../../parts/work/no-game.ts'
import { type AskedWork, chosenLine, faultNotes, filterForm } from '../../parts/work/work-filter-form.ts'
import { goTo, may, query, type Visit, wholeNumber } from '../../visit.ts'
import { counted, number } from '../../words.ts'

const perPage = 50
const hitsPerPage = 50
const searchWaitMs = 5_000
const progressEveryMs = 400

async function filters(visit: Visit, { filter, faults }: AskedWork): Promise<Html> {
  const asked = { path: '/admin/rows', filter, parameters: visit.url.searchParams }
  return html`${await filterForm(visit, asked)}${await chosenLine(visit, asked)}${faultNotes(faults)}`
}

export function rowsPage(visit: Visit): Response | Promise<Response> {
  const asked = readTextSearch(visit.url.searchParams)
  const work = parseWorkFilter(visit.url.searchParams)
  return asked === null ? browse(visit, work) : search(visit, { ...asked, work })
}

/** True: the address has no condition. `layer=any` is one, because it asks for all work. */
const asksNothing = (visit: Visit, { filter }: AskedWork): boolean =>
  isSameFilter(filter, ALL_WORK) && query(visit, 'layer') === ''

/** Lists all rows, also those without work. */
function everyRow(app: App, after: number) {
  const all = { state: 'all', source: 'all', updatedSinceMs: null, after, limit: perPage, withTotal: true } as const
  const { rows, next, totalMatching } = listRows(app, all)
  const pending = app.work.pending.ids(app.store)
  const shown = rows.map((each) => ({ ...each, pendingProposals: pending.get(each.row.ordinal)?.length ?? 0 }))
  return { rows: shown, next, total: totalMatching ?? 0 }
}

/** Shows the writer under filters by writer, as in links of the feed: their texts may have been replaced. */
const saysWhoWrote = ({ filter: { authorId, ...made } }: AskedWork): boolean =>
  [authorId, made.provider, made.model, made.client, made.clientVersion, made.prompt, made.brief].some(
    (asked) => asked !== null,
  )

async function browse(visit: Visit, work: AskedWork): Promise<Response> {
  const after = wholeNumber(query(visit, 'after')) ?? 0
  const { rows, next, total } = asksNothing(visit, work)
    ? everyRow(visit.app, after)
    : await listWork(visit.app, work.filter, { after, limit: perPage })
  const canLabel = may(visit, 'manage_settings')
  const list = listOf(work.filter)
  const table = rowTable({ list, rules: visit.app.rules.now(), ticksOf: canLabel ? LABEL_MANY : null })
  const size = html`<span class="hint">${counted(total, 'row')}</span>`
  const body = html`${filters(visit, work)}
${
  rows.length === 0
    ? (noGame(visit) ??
      html`<p>${size}</p><p class="empty">No rows here. <a href="/admin/rows">Show all rows</a></p>
${lookAgain(visit)}${
  saysWhoWrote(work) &&
  html`<p class="hint">Texts replaced or taken back since are not listed here; the row's own page shows every earlier text.</p>`
}`)
    : html`${workThrough(list, size)}${orderNote(visit.app)}${table.top}${rows.map((each) => table.rowOf(each))}${table.bottom}${
        canLabel ? labelMany(visit, work.filter, asksNothing(visit, work) ? null : total) : ''
      }`
}
${pager(visit, 'after', next)}`
  return await titledPage(visit, { title: say`Rows`, body, wide: true })
}

const workThrough = (list: URLSearchParams, size = html``): Html =>
  html`<p><a class="button" href="/admin/bench?${list.toString()}">Work through this list</a> ${size}</p>`

interface AskedSearch extends TextSearch {
  readonly work: AskedWork
}

function search(visit: Visit, asked: AskedSearch): Response | Promise<Response> {
  const { text } = asked
  const named = rowNamed(visit.app, text)
  if (named !== null) return goTo(visit, benchOfRow(named.rowId))
  const place = visit.app.searches.enter(visit.user.id)
  if (place === null) return waitPage(visit, 'too many people are searching right now', searchWaitMs, 503)
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

async function sendSearch(
  visit: Visit,
  { work, ...searched }: AskedSearch,
  send: (piece: unknown) => void,
  { left, replaced }: { readonly left: AbortSignal; readonly replaced: AbortSignal },
): Promise<void> {
  const { text, fields } = searched
  const { top, bottom } = frame(visit, { title: say`Search: ${text}`, wide: true })
  const after = wholeNumber(query(visit, 'after')) ?? 0
  const canLabel = may(visit, 'manage_settings')
  const list = listOf(work.filter, searched)
  const table = rowTable({
    list,
    marks: { ...createMatcher(searched.query), fields },
    rules: visit.app.rules.now(),
    ticksOf: canLabel ? LABEL_MANY : null,
  })
  const { clock } = visit.app
  send(
    await html`${top}<h1>Rows</h1>${filters(visit, work)}<h2>Rows with “${text}”</h2>${workThrough(list)}${table.top}`,
  )
  const pending = visit.app.work.pending.ids(visit.app.store)
  let hits = 0
  let toldAtMs = clock.monotonicMs()
  let isTold = false
  const watching = {
    onHit: (hit: SearchHit): void => {
      const whole = readWhole(visit.app, hit.ordinal)
      if (whole === null) return
      hits++
      send(table.rowOf({ ...whole, pendingProposals: pending.get(hit.ordinal)?.length ?? 0 }))
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
      query: searched.query,
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
      send(await html`<div class="note" role="status">You started another search, so this one was stopped.</div>`)
      return send(await bottom)
    }
    const whole =
      next === null
        ? html`<p class="hint" role="status">${hits === 0 ? say`Nothing found` : say`${number(hits)} found`};
every row ${after > 0 ? say`from here on` : ''}${after > 0 ? ' ' : ''}was looked at.</p>`
        : html`<p class="hint" role="status">${number(hits)} found so far; the next page continues from here.</p>`
    send(
      await html`${whole}${canLabel && hits > 0 ? labelMany(visit, work.filter, null) : ''}
${pager(visit, 'after', next)}`,
    )
  } catch (error) {
    visit.app.log.error('a search failed', { err: error })
    send(await html`${table.bottom}<div class="alert" role="alert">The search was interrupted; try again.</div>`)
  }
  send(await bottom)
}
