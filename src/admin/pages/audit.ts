// Who changed what: people, keys, settings, glossary, imports. What happened to texts is in the history of each row.
import { html } from 'hono/html'
import { createNames, listPeople } from '../../app/read-people.ts'
import { type AuditEntry, readAudit } from '../../app/read-records.ts'
import { type Html, page } from '../layout.ts'
import { here, pager, select } from '../parts.ts'
import { query, type Visit, wholeNumber } from '../visit.ts'
import { time } from '../words.ts'

const perPage = 100

export function auditPage(visit: Visit): Promise<Response> {
  const { app } = visit
  const person = wholeNumber(query(visit, 'person'))
  const { items, next } = readAudit(app, {
    beforeId: wholeNumber(query(visit, 'before')),
    userId: person,
    limit: perPage,
  })
  const nameOf = createNames(app)
  const people = listPeople(app).map(({ id, name }) => [String(id), name] as const)
  const body = html`<h1>Audit</h1>
<form method="get" class="filters">${select('person', 'Who', [['', 'everybody'], ...people], person === null ? '' : String(person))}<button>Filter</button></form>
${
  items.length === 0
    ? html`<p class="empty">Nothing here.</p>`
    : html`<div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">When (UTC)</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">Of what</th><th scope="col">Details</th></tr></thead>
<tbody>${items.map((entry) => row(entry, nameOf))}</tbody></table></div>`
}
${pager(query(visit, 'before') === '' ? null : here(visit, { before: null }), next === null ? null : here(visit, { before: next }))}`
  return page(visit, { title: 'Audit', body, wide: true })
}

const row = (entry: AuditEntry, nameOf: (id: number | null) => string | null): Html =>
  html`<tr><td>${time(entry.atMs)}</td><td>${nameOf(entry.userId) ?? 'the command line'}</td><td><code>${entry.action}</code></td><td>${entry.subject}</td>
<td>${Object.entries(entry.details).map(([name, value]) => html`<span class="pair">${name} <strong>${value === null ? 'none' : String(value)}</strong></span> `)}</td></tr>`
