// The overview: how far the translation is, and what waits for the person who looks.
import { html } from 'hono/html'
import { listProposals } from '../../app/list-proposals.ts'
import { rowTotals } from '../../app/statistics.ts'
import { progressBar } from '../charts.ts'
import { page } from '../layout.ts'
import { may, type Visit } from '../visit.ts'
import { counted, excerpt, number, share } from '../words.ts'

const shownMax = 10

export async function home(visit: Visit): Promise<Response> {
  const { app, user } = visit
  const { cells, rows } = rowTotals(app)
  const translated = cells.filter(({ cellClass }) => cellClass.startsWith('man') || cellClass.startsWith('mach'))
  const done = translated.reduce((sum, cell) => sum + cell.rows, 0)
  const translatable = rows - (cells.find(({ cellClass }) => cellClass === 'service')?.rows ?? 0)
  const waiting = may(visit, 'review_translation')
    ? listProposals(app, {
        status: 'pending',
        authorId: null,
        stale: null,
        olderThanMs: null,
        after: null,
        limit: shownMax,
      })
    : may(visit, 'propose_translation')
      ? listProposals(app, {
          status: 'pending',
          authorId: user.id,
          stale: null,
          olderThanMs: null,
          after: null,
          limit: shownMax,
        })
      : null
  const body = html`<h1>Overview</h1>
${
  rows === 0
    ? html`<p>No game text is here yet. ${
        may(visit, 'import_localized')
          ? html`<a href="/admin/imports">Import the game's files</a> to begin.`
          : 'An admin has to import it first.'
      }</p>`
    : html`<p class="lead"><strong>${share(done, translatable)}</strong> of ${counted(translatable, 'row')} with something to translate have a translation.</p>
${progressBar(cells)}
<p class="links"><a href="/admin/rows?state=none">${number(cells.find(({ cellClass }) => cellClass === 'none')?.rows ?? 0)} untranslated</a>
<a href="/admin/rows?state=stale">${number(cells.filter(({ cellClass }) => cellClass.endsWith('stale')).reduce((sum, cell) => sum + cell.rows, 0))} stale</a>
<a href="/admin/statistics">Statistics</a></p>`
}
<form action="/admin/rows" role="search" class="search"><label>Search texts and ids <input type="search" name="q" maxlength="200"></label><button>Search</button></form>
${
  waiting === null
    ? ''
    : html`<h2>${may(visit, 'review_translation') ? 'Proposals that wait for review' : 'Your proposals that wait for review'}</h2>
${
  waiting.items.length === 0
    ? html`<p class="hint">None.</p>`
    : html`<ul class="plain">${waiting.items.map(
        ({ proposal, isStale }) =>
          html`<li><a href="/admin/proposals/${proposal.id}">${proposal.id}</a> ${excerpt(proposal.text, 90)}${
            isStale ? html` <span class="badge stale">stale</span>` : ''
          }</li>`,
      )}</ul>
${waiting.next === null ? '' : html`<p><a href="/admin/proposals">All of them</a></p>`}`
}`
}`
  return await page(visit, { title: 'Overview', body })
}
