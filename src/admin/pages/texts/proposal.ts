// The page of a proposal for reviewers.
import { neighboursOf } from '../../../app/rows/list-proposals.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { type ProposalView, readProposal } from '../../../app/rows/read-proposal.ts'
import { hasWaivers, reviewRefusal } from '../../../domain/decide-review.ts'
import { reasonLengthMax } from '../../../domain/limits.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import { findingsList, waivedList } from '../../parts/findings.ts'
import { type Html, html, raw } from '../../html.ts'
import { say } from '../../language/say.ts'
import { page, type PageParts, tokenField } from '../../layout.ts'
import { badge, button, headBadges, statusBadge, waivedBadge } from '../../parts/fields.ts'
import { saidOf } from '../../parts/refusal-status.ts'
import { Differences, inTarget, markedText, rowsFor, textBlock } from '../../parts/texts.ts'
import { may, type Visit, wholeNumber } from '../../visit.ts'
import { FRESHNESS_WORDS, time } from '../../words.ts'
import { notFoundPage } from '../../parts/refusals.ts'

interface ProposalSaid {
  readonly error?: string
  readonly status?: NonNullable<PageParts['status']>
  /** Kept after a refusal. */
  readonly text?: string
  readonly reason?: string
}

export const proposalPage = (visit: Visit): Promise<Response> => proposalWith(visit)

export async function proposalWith(visit: Visit, said: ProposalSaid = {}): Promise<Response> {
  const id = wholeNumber(visit.c.req.param('id') ?? '')
  const view = id === null ? null : readProposal(visit.app, id)
  if (view === null) return await notFoundPage(visit, 'there is no such proposal, or its row is not in the game now')
  const { proposal } = view
  const diffs = new Differences(visit, `/admin/proposals/${proposal.id}`)
  const title = say`Proposal ${proposal.id}`
  const body = html`<p class="crumbs"><a href="/admin/proposals">Proposals</a></p>
<div class="title"><h1>${title}</h1> ${statusBadge(proposal.status)}${
    view.isStale ? badge('stale', FRESHNESS_WORDS.stale, say`the source has changed since it was made`) : ''
  } ${waivedBadge(proposal)} ${pendingNavigation(visit, proposal.id)}</div>
${facts(visit, view)}
${sourceSection(visit, view, diffs)}
${proposedSection(visit, view, diffs)}
${proposal.status === 'pending' ? actions(visit, view, said) : ''}
${keysHelp(visit, view)}`
  return await page(visit, { title, body, status: said.status ?? 200, error: said.error ?? null })
}

function pendingNavigation(visit: Visit, id: number): Html {
  const { before, after } = neighboursOf(visit.app, id)
  return html`<nav class="step" aria-label="Neighbours in the queue">${
    before === null ? '' : html`<a rel="prev" href="/admin/proposals/${before}">Previous</a>`
  }${after === null ? '' : html`<a rel="next" href="/admin/proposals/${after}">Next</a>`}</nav>`
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
    : html`<div><dt>${proposal.status === 'approved' ? say`Approved by` : say`Rejected by`}</dt><dd>${nameOf(proposal.reviewerId)}, ${time(reviewed)}</dd></div>`
}
${proposal.reason === null ? '' : html`<div><dt>Reason</dt><dd class="prose">${proposal.reason}</dd></div>`}
${
  rivals.length === 0
    ? ''
    : html`<div><dt>Other proposals for this row</dt><dd>${rivals.map(({ id }) => html`<a href="/admin/proposals/${id}">${id}</a> `)}</dd></div>`
}</dl>`
}

function sourceSection(visit: Visit, { row, reference, isStale, oldSource }: ProposalView, diffs: Differences): Html {
  const rules = visit.app.rules.now()
  const source = sourceTextOf(row)
  const chinese = reference?.diff ?? reference?.main ?? null
  return html`<section><h2>Source</h2>
${textBlock(markedText(rules, source, { terms: true }), source === '', say`Source`)}
${
  isStale
    ? html`<h3>What changed since the proposal was made</h3>${
        oldSource === null
          ? html`<p class="hint">The earlier source text was not kept.</p>`
          : textBlock(diffs.between('source', oldSource, source), false, say`Changes of the source`)
      }`
    : ''
}
${chinese === null ? '' : html`<h3>Chinese reference</h3><div lang="zh">${textBlock(markedText(rules, chinese), chinese === '', say`Chinese reference`)}</div>`}</section>`
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
    : html`<h3>${manual === null ? say`Against the machine text of now` : say`Against the manual text of now`} ${headBadges(base, row)}</h3>${textBlock(diffs.between('text', base.text, proposal.text), false, say`Changes against the current text`, lang)}`
}
${manual !== null && machine !== null ? html`<h3>Machine text ${headBadges(machine, row)}</h3>${textBlock(html`${machine.text}`, false, say`Machine text`, lang)}` : ''}
<h3>Checks</h3>${checksPart(visit, view)}</section>`
}

/** Waived findings come first, so that they are not approved unseen. */
function checksPart(visit: Visit, { proposal, gate, waived }: ProposalView): Html {
  const owner = createNames(visit.app)(proposal.authorId) ?? ''
  if (waived.length > 0)
    return html`${waivedList(waived, owner)}${gate.errors.length + gate.warnings.length === 0 ? '' : findingsList(gate)}`
  return html`${hasWaivers(proposal) ? html`<p class="hint">The bot of ${owner} had checks waived for this text; they find nothing in it now.</p>` : ''}${findingsList(gate)}`
}

function actions(visit: Visit, view: ProposalView, said: ProposalSaid): Html {
  const { proposal, row } = view
  const own = proposal.authorId === visit.user.id
  const ownPart = own
    ? html`<section><h2>Your proposal</h2>
${view.isStale ? button(visit, `/admin/proposals/${proposal.id}/confirm`, say`Confirm it against the new source`, { source: row.sourceHash }) : ''}
<p><a href="/admin/rows/${row.rowId}#edit">Change the text</a></p></section>`
    : html``
  if (!may(visit, 'review_translation')) return ownPart
  const refusal = reviewRefusal(visit.user, proposal, 'approve')
  return html`${ownPart}<section class="review"><h2>Review</h2>
${refusal === null ? approveForm(visit, view, said) : html`<p class="hint">${saidOf(refusal)}</p>`}
${rejectForm(visit, view, said)}</section>`
}

const hiddenFields = (visit: Visit, { proposal, row }: ProposalView): Html =>
  html`${tokenField(visit)}<input type="hidden" name="version" value="${proposal.version}"><input type="hidden" name="source" value="${row.sourceHash}">`

const confirmBox = (view: ProposalView): Html =>
  view.isStale
    ? html`<label class="check"><input type="checkbox" name="confirm" required> I looked at the new source and the text fits it</label>`
    : html``

/** `isRequired`: the browser insists on it. With another wording only the server can decide whether it is needed. */
const waivedBox = ({ waived }: ProposalView, isRequired: boolean): Html =>
  waived.length === 0
    ? html``
    : html`<label class="check"><input type="checkbox" name="waived"${raw(isRequired ? ' required' : '')}> I looked at what was waived, and the text is good all the same</label>`

function approveForm(visit: Visit, view: ProposalView, said: ProposalSaid): Html {
  const { proposal, row } = view
  const path = `/admin/proposals/${proposal.id}/approve`
  const source = sourceTextOf(row)
  return html`<form method="post" action="${path}" id="approve">${hiddenFields(visit, view)}${confirmBox(view)}${waivedBox(view, true)}
<button class="primary" data-key="a">Approve</button></form>
<details class="box" id="edit"${raw(said.text === undefined ? '' : ' open')}><summary data-key="e">Edit and approve</summary>
<form method="post" action="${path}" class="stack">${hiddenFields(visit, view)}
<label>Your wording <textarea name="text" rows="${rowsFor(source)}" dir="auto"${inTarget(visit.app.rules.now())} data-draft="proposal ${proposal.id}" data-check="/admin/rows/${row.rowId}/check" required>
${said.text ?? proposal.text}</textarea></label>
<div class="live" aria-live="polite"></div>
${confirmBox(view)}${waivedBox(view, false)}<button class="primary">Approve with this wording</button></form></details>`
}

const rejectForm = (visit: Visit, view: ProposalView, said: ProposalSaid): Html =>
  html`<form method="post" action="/admin/proposals/${view.proposal.id}/reject" class="stack">${hiddenFields(visit, view)}
<label>Why it is rejected, for its author <textarea name="reason" rows="2" maxlength="${reasonLengthMax}" required data-key="r" data-draft="reason ${view.proposal.id}">
${said.reason ?? ''}</textarea></label><button class="danger">Reject</button></form>`

const keysHelp = (visit: Visit, { proposal }: ProposalView): Html => {
  const canReview = proposal.status === 'pending' && may(visit, 'review_translation')
  return html`<aside class="keys" aria-label="Keys"><kbd>j</kbd> next <kbd>k</kbd> previous${
    canReview
      ? html` <kbd>a</kbd> approve <kbd>r</kbd> reject <kbd>e</kbd> edit and approve <kbd>Esc</kbd> leave a field`
      : ''
  }</aside>`
}
