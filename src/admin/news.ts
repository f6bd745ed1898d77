// Decisions on the visitor's proposals, and mentions of them, since they last looked. The browser keeps that time, so
// reading a page writes nothing to the store.
import { type Decided, decidedSince } from '../app/rows/decided-proposals.ts'
import { type Mention, mentionsSince } from '../app/team/comments.ts'
import { createNames } from '../app/people/read-people.ts'
import { seen } from './cookies.ts'
import { type Html, html } from './html.ts'
import { say } from './language/say.ts'
import { benchOfProposal, benchOfRow } from './parts/work/bench-links.ts'
import type { OpenVisit, Visit } from './visit.ts'
import { counted, excerpt, STATUS_WORDS, time } from './words.ts'

const dayMs = 24 * 60 * 60 * 1000
/** How many days of news are shown if the browser has no time of the last look. */
const newsDays = 30

const newsPath = '/admin/news'

export const recentDecisions = ({ app, user }: Visit): readonly Decided[] =>
  decidedSince(app, user.id, app.clock.nowMs() - newsDays * dayMs)

export const recentMentions = ({ app, user }: Visit): readonly Mention[] =>
  mentionsSince(app, user.id, app.clock.nowMs() - newsDays * dayMs)

export function unseenSince(visit: OpenVisit, userId: number): number {
  const [id, atMs = 0] = (seen.read(visit) ?? '').split('.').map(Number)
  return Math.max(id === userId ? atMs : 0, visit.app.clock.nowMs() - newsDays * dayMs)
}

/** What the visitor has not seen; empty if there is none, and on the page that lists it all. */
export function newsLine(visit: OpenVisit): Html {
  const { app, user, url } = visit
  if (user === null || url.pathname === newsPath) return html``
  const sinceMs = unseenSince(visit, user.id)
  const [decided, mentions] = [decidedSince(app, user.id, sinceMs), mentionsSince(app, user.id, sinceMs)]
  if (decided.length + mentions.length === 0) return html``
  return html`<a class="news-line" href="${newsPath}" hx-boost="false">${decided.length === 0 ? '' : decidedWords(decided)}${
    decided.length > 0 && mentions.length > 0 ? ' · ' : ''
  }${mentions.length === 0 ? '' : counted(mentions.length, 'comment names you', 'comments name you')}</a>`
}

function decidedWords(decided: readonly Decided[]): Html {
  const approved = decided.filter(({ status }) => status === 'approved').length
  const rejected = decided.length - approved
  const counts = [approved > 0 ? say`${approved} approved` : '', rejected > 0 ? say`${rejected} rejected` : '']
  const told = counts.filter((part) => part !== '').join(', ')
  return html`${counted(decided.length, 'proposal')} of yours decided since your last visit: ${told}`
}

export function mentionList(visit: OpenVisit, mentions: readonly Mention[]): Html {
  if (mentions.length === 0) return html``
  const nameOf = createNames(visit.app)
  return html`<ul class="plain">${mentions.map(
    ({ comment: { id, authorId, createdAtMs, text }, rowId }) =>
      html`<li><bdi>${nameOf(authorId)}</bdi>, ${time(createdAtMs)}${
        rowId === null ? '' : html` <a href="${benchOfRow(rowId)}#comment-${id}">Comment</a>`
      }<br><span dir="auto" translate="no">${excerpt(text, 300)}</span></li>`,
  )}</ul>`
}

export function decisionList(visit: OpenVisit, decided: readonly Decided[]): Html {
  const nameOf = createNames(visit.app)
  return html`<ul class="plain">${decided.map(
    ({ id, rowId, status, text, reason, reviewerId, reviewedAtMs }) =>
      html`<li><span class="badge ${status}">${STATUS_WORDS[status]}</span>
<a href="${benchOfProposal({ id, status }, rowId)}">Proposal ${id}</a> by
${nameOf(reviewerId) ?? say`somebody`}, ${time(reviewedAtMs)}
${reason === null ? '' : html`<br><strong>${reason}</strong>`}
<br><span dir="auto" translate="no">${excerpt(text, 300)}</span>${
        status === 'rejected' ? html` <a href="${benchOfRow(rowId)}&write=1">Write another one</a>` : ''
      }</li>`,
  )}</ul>`
}
