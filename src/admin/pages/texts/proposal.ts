// The card of a proposal: what it says, and what became of it. It is decided on the workbench.
import { createNames } from '../../../app/people/read-people.ts'
import { type ProposalView, readProposal } from '../../../app/rows/read-proposal.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import { proposalFindings } from '../../parts/findings.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { page } from '../../layout.ts'
import { badge, headBadges, statusBadge, waivedBadge } from '../../parts/fields.ts'
import { Differences, inSource, inTarget, markedText, textBlock } from '../../parts/texts.ts'
import { type Visit, wholeNumber } from '../../visit.ts'
import { benchOfProposal } from '../../parts/work/bench-links.ts'
import { FRESHNESS_WORDS, time } from '../../words.ts'
import { notFoundPage } from '../../parts/refusals.ts'

export async function proposalPage(visit: Visit): Promise<Response> {
  const id = wholeNumber(visit.c.req.param('id') ?? '')
  const view = id === null ? null : readProposal(visit.app, id)
  if (view === null) return await notFoundPage(visit, 'there is no such proposal, or its row is not in the game now')
  const { proposal } = view
  const diffs = new Differences(visit, `/admin/proposals/${proposal.id}`)
  const title = say`Proposal ${proposal.id}`
  const body = html`<p class="crumbs"><a href="/admin/proposals">Proposals</a></p>
<div class="title"><h1>${title}</h1> ${statusBadge(proposal.status)}${
    view.isStale ? badge('stale', FRESHNESS_WORDS.stale, say`the source has changed since it was made`) : ''
  } ${waivedBadge(proposal)} <a class="button primary" href="${benchOfProposal(proposal, view.row.rowId)}" data-key="e">Workbench</a></div>
${facts(visit, view)}
${sourceSection(visit, view, diffs)}
${proposedSection(visit, view, diffs)}`
  return await page(visit, { title, body })
}

function facts(visit: Visit, { proposal, row, rivals }: ProposalView): Html {
  const nameOf = createNames(visit.app)
  const reviewed = proposal.reviewedAtMs
  return html`<dl class="facts"><div><dt>Row</dt><dd><a href="/admin/rows/${row.rowId}"><code>${row.rowId}</code></a></dd></div>
<div><dt>Author</dt><dd>${nameOf(proposal.authorId)}</dd></div>
<div><dt>Version</dt><dd>${proposal.version}, ${time(proposal.updatedAtMs)}</dd></div>
${
  reviewed === null
    ? ''
    : html`<div><dt>${proposal.status === 'approved' ? say`Approved by` : say`Rejected by`}</dt>
<dd>${nameOf(proposal.reviewerId)}, ${time(reviewed)}</dd></div>`
}
${proposal.reason === null ? '' : html`<div><dt>Reason</dt><dd class="prose">${proposal.reason}</dd></div>`}
${
  rivals.length === 0
    ? ''
    : html`<div><dt>Other proposals for this row</dt><dd>${rivals.map(
        ({ id }) => html`<a href="/admin/proposals/${id}">${id}</a> `,
      )}</dd></div>`
}</dl>`
}

function sourceSection(visit: Visit, { row, reference, isStale, oldSource }: ProposalView, diffs: Differences): Html {
  const rules = visit.app.rules.now()
  const source = sourceTextOf(row)
  const chinese = reference?.diff ?? reference?.main ?? null
  return html`<section><h2>Source</h2>
${textBlock(markedText(rules, source, { terms: true }), source === '', say`Source`, inSource(rules))}
${
  isStale
    ? html`<h3>What changed since the proposal was made</h3>${
        oldSource === null
          ? html`<p class="hint">The earlier source text was not kept.</p>`
          : textBlock(diffs.between('source', oldSource, source), false, say`Changes of the source`)
      }`
    : ''
}
${
  chinese === null
    ? ''
    : html`<h3>Chinese reference</h3>
<div lang="zh">${textBlock(markedText(rules, chinese), chinese === '', say`Chinese reference`)}</div>`
}</section>`
}

function proposedSection(visit: Visit, view: ProposalView, diffs: Differences): Html {
  const { proposal, row, heads } = view
  const { manual, machine } = heads
  const lang = inTarget(visit.app.rules.now())
  const base = manual ?? machine
  return html`<section><h2>Proposed text</h2>
${textBlock(html`${proposal.text}`, proposal.text === '', say`Proposed text`, lang)}
${
  base === null
    ? html`<p class="hint">The row has no translation yet.</p>`
    : html`<h3>${manual === null ? say`Against the machine text of now` : say`Against the manual text of now`} ${headBadges(base, row)}</h3>
${textBlock(diffs.between('text', base.text, proposal.text), false, say`Changes against the current text`, lang)}`
}
${
  manual !== null && machine !== null
    ? html`<h3>Machine text ${headBadges(machine, row)}</h3>
${textBlock(html`${machine.text}`, false, say`Machine text`, lang)}`
    : ''
}
<h3>Checks</h3>${proposalFindings(visit, view)}</section>`
}
