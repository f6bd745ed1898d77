// Rows: browsing with the API's filters, and search. A page of the list costs the same at any size; a search is sent as it
// finds its hits, in slices beside everybody else's requests, and ends when the reader leaves.
import { html } from 'hono/html'
import { listRows } from '../../app/list-rows.ts'
import { readRow } from '../../app/read-row.ts'
import { SEARCH_FIELDS, type SearchField, type SearchHit, searchRows } from '../../app/search-rows.ts'
import type { Heads, Row } from '../../domain/row.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { ROW_STATES, SOURCE_FILTERS } from '../../domain/vocabulary.ts'
import { frame, type Html, page } from '../layout.ts'
import { badge, checked, headBadges, here, pager, select } from '../parts.ts'
import { goTo, oneOf, query, type Visit, wholeNumber } from '../visit.ts'
import { counted, excerpt, number } from '../words.ts'

const perPage = 50
const hitsPerPage = 50
const searchLengthMax = 200

const STATE_CHOICES = {
  all: 'all',
  none: 'untranslated',
  machine: 'machine only',
  manual: 'manual',
  stale: 'stale',
} as const satisfies Record<(typeof ROW_STATES)[number], string>
const SOURCE_CHOICES = {
  all: 'all',
  main: 'main file',
  diff: 'diff file',
  diff_only: 'only in the diff',
} as const satisfies Record<(typeof SOURCE_FILTERS)[number], string>
const FIELD_WORDS: Readonly<Record<SearchField, string>> = {
  source: 'source',
  reference: 'reference',
  translation: 'translations',
  id: 'ids',
}

const chosenFields = (visit: Visit): ReadonlySet<SearchField> => {
  const asked = visit.url.searchParams.getAll('in')
  const fields = SEARCH_FIELDS.filter((each) => asked.includes(each))
  return new Set(fields.length === 0 ? SEARCH_FIELDS : fields)
}

/** Midnight UTC of a date such as 2026-11-20, or null. */
function sinceMs(visit: Visit): number | null {
  const text = query(visit, 'since')
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(ms) || ms < 0 ? null : ms
}

function filters(visit: Visit): Html {
  const fields = chosenFields(visit)
  const since = sinceMs(visit)
  return html`<form method="get" class="filters" role="search">
<label class="grow">Search <input type="search" name="q" value="${query(visit, 'q')}" maxlength="${searchLengthMax}" data-key="/"></label>
<fieldset><legend>in</legend>${SEARCH_FIELDS.map(
    (each) =>
      html`<label class="check"><input type="checkbox" name="in" value="${each}"${checked(fields.has(each))}> ${FIELD_WORDS[each]}</label>`,
  )}</fieldset>
${select('state', 'State', Object.entries(STATE_CHOICES), oneOf(query(visit, 'state'), ROW_STATES))}
${select('source', 'Source', Object.entries(SOURCE_CHOICES), oneOf(query(visit, 'source'), SOURCE_FILTERS))}
<label>Changed since <input type="date" name="since" value="${since === null ? '' : query(visit, 'since')}"></label>
<button>Show</button></form>`
}

const tableTop = html`<div class="scroll" tabindex="0"><table class="list rows" data-list><thead><tr><th scope="col">Row</th><th scope="col">Source</th><th scope="col">Translation</th><th scope="col">State</th></tr></thead><tbody>`
const tableBottom = html`</tbody></table></div>`
const keys = html`<aside class="keys" aria-label="Keys"><kbd>j</kbd> next <kbd>k</kbd> previous <kbd>Enter</kbd> open <kbd>/</kbd> search</aside>`

function tableRow(row: Row, heads: Heads): Html {
  const head = heads.manual ?? heads.machine
  const kind = heads.manual === null ? 'machine' : 'manual'
  const source = sourceTextOf(row)
  return html`<tr><th scope="row"><a href="/admin/rows/${row.rowId}"><code>${row.rowId}</code></a> <span class="hint">${row.ordinal}</span></th>
<td dir="auto">${source === '' ? html`<span class="hint">empty</span>` : excerpt(source)}</td>
<td dir="auto">${head === null ? '' : excerpt(head.text)}</td>
<td>${head === null ? (row.isServiceRow ? badge('service', 'service row') : badge('none', 'none')) : html`${kind} ${headBadges(head, row)}`}</td></tr>\n`
}

export function rowsPage(visit: Visit): Response | Promise<Response> {
  const text = query(visit, 'q').trim().slice(0, searchLengthMax).toWellFormed()
  return text === '' ? browse(visit) : search(visit, text)
}

function browse(visit: Visit): Promise<Response> {
  const { rows, next, totalMatching } = listRows(visit.app, {
    state: oneOf(query(visit, 'state'), ROW_STATES),
    source: oneOf(query(visit, 'source'), SOURCE_FILTERS),
    updatedSinceMs: sinceMs(visit),
    after: wholeNumber(query(visit, 'after')) ?? 0,
    limit: perPage,
    withTotal: true,
  })
  const body = html`<h1>Rows</h1>${filters(visit)}
<p class="hint">${counted(totalMatching ?? 0, 'row')}</p>
${
  rows.length === 0
    ? html`<p class="empty">No rows here.</p>`
    : html`${tableTop}${rows.map(({ row, heads }) => tableRow(row, heads))}${tableBottom}`
}
${pager(query(visit, 'after') === '' ? null : here(visit, { after: null }), next === null ? null : here(visit, { after: next }))}
${keys}`
  return page(visit, { title: 'Rows', body, wide: true })
}

function search(visit: Visit, text: string): Response {
  if (/^[0-9a-f]{16}$/i.test(text) && readRow(visit.app, text.toLowerCase()) !== null) {
    return goTo(visit, `/admin/rows/${text.toLowerCase()}`)
  }
  const leaving = new AbortController()
  visit.c.req.raw.signal.addEventListener('abort', () => leaving.abort(), { once: true })
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (piece: unknown): void => {
        if (!leaving.signal.aborted) controller.enqueue(encoder.encode(String(piece)))
      }
      await sendSearch(visit, text, send, leaving.signal)
      if (!leaving.signal.aborted) controller.close()
    },
    cancel: () => leaving.abort(),
  })
  return visit.c.body(stream, 200, { 'Content-Type': 'text/html; charset=utf-8' })
}

async function sendSearch(
  visit: Visit,
  text: string,
  send: (piece: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const { top, bottom } = frame(visit, { title: `Search: ${text}`, wide: true })
  const after = wholeNumber(query(visit, 'after')) ?? 0
  send(await html`${top}<h1>Rows</h1>${filters(visit)}<h2>Rows with “${text}”</h2>${tableTop}`)
  let hits = 0
  const onHit = ({ row, heads }: SearchHit): void => {
    hits++
    send(tableRow(row, heads))
  }
  try {
    const { next, wasCancelled } = await searchRows(
      visit.app,
      {
        text,
        fields: chosenFields(visit),
        state: oneOf(query(visit, 'state'), ROW_STATES),
        source: oneOf(query(visit, 'source'), SOURCE_FILTERS),
        after,
        limit: hitsPerPage,
      },
      onHit,
      signal,
    )
    if (wasCancelled) return
    const whole =
      next === null
        ? html`<p class="hint" role="status">${hits === 0 ? 'Nothing found' : `${number(hits)} found`}; every row ${after > 0 ? 'from here on ' : ''}was looked at.</p>`
        : html`<p class="hint" role="status">${number(hits)} found so far; the next page goes on from here.</p>`
    send(
      await html`${tableBottom}${whole}${pager(after === 0 ? null : here(visit, { after: null }), next === null ? null : here(visit, { after: next }))}${keys}`,
    )
  } catch (error) {
    visit.app.log.error('a search failed', { err: error })
    send(await html`${tableBottom}<div class="alert" role="alert">The search broke off; try again.</div>`)
  }
  send(await bottom)
}
