// What people say about a row, on its card and on the workbench: comments, and marks that a text does not fit.
import { createNames, findPerson } from '../../app/people/read-people.ts'
import { mayDelete, readComments } from '../../app/team/comments.ts'
import { misfitsFor } from '../../app/team/misfits.ts'
import { type Comment, piecesOf } from '../../domain/discussion.ts'
import { commentLengthMax, misfitNoteMax } from '../../domain/limits.ts'
import { type Misfit, PICTURE_TYPES, shownNow } from '../../domain/misfit.ts'
import type { Heads, Row } from '../../domain/row.ts'
import { html, type Html } from '../html.ts'
import { say, words } from '../language/say.ts'
import { tokenField } from '../layout.ts'
import { may, type Visit } from '../visit.ts'
import { excerpt, time } from '../words.ts'
import { badge, button, hidden } from './fields.ts'
import { inTarget } from './texts.ts'

/** A row's comments. `back`: the page that the forms return to. */
export function commentList(visit: Visit, { ordinal }: Row, back: string): { count: number; content: Html } {
  const comments = readComments(visit.app, ordinal)
  const list = comments.map((comment) => html`<li id="comment-${comment.id}">${oneComment(visit, comment, back)}</li>`)
  return { count: comments.length, content: list.length === 0 ? html`` : html`<ol class="plain comments">${list}</ol>` }
}

export const commentForm = (visit: Visit, { rowId }: Row, back: string): Html =>
  html`<form method="post" action="/admin/rows/${rowId}/comments" class="stack add">
${tokenField(visit)}${hidden({ back })}
<label><span class="hidden">Your comment</span> <textarea name="comment" rows="1" dir="auto" maxlength="${commentLengthMax}" required
placeholder="${say`Write a comment`}"></textarea></label>
<div class="actions"><button>Send</button> <span class="hint">@ and a name notifies that person.</span></div></form>`

export const commentThread = (visit: Visit, row: Row, back: string): Html =>
  html`${commentList(visit, row, back).content}
${may(visit, 'propose_translation') ? commentForm(visit, row, back) : ''}`

function oneComment(visit: Visit, comment: Comment, back: string): Html {
  const name = createNames(visit.app)(comment.authorId)
  const remove = mayDelete(visit.user, comment)
    ? button(visit, `/admin/comments/${comment.id}/remove`, say`Delete`, { back }, 'quiet')
    : ''
  return html`<p class="hint"><a href="/admin/team/${comment.authorId}" hx-boost="false"><bdi>${name}</bdi></a>,
${time(comment.createdAtMs)} ${remove}</p>
<p class="prose" dir="auto">${commentText(visit, comment)}</p>`
}

function commentText({ app }: Visit, { authorId, mentions, text }: Comment): Html {
  const people = [authorId, ...mentions].map((id) => findPerson(app, id)).filter((person) => person !== null)
  return html`${piecesOf(text, people).map(({ text: piece, personId }) =>
    personId === null ? piece : html`<a href="/admin/team/${personId}" hx-boost="false"><bdi>${piece}</bdi></a>`,
  )}`
}

/**
 * The marks of a row, "does not fit, seen in the game", on its card, and the form of a new one. Empty where there is
 * none and none can be set. `back`: the page that the forms return to.
 */
export function misfitMarks(
  visit: Visit,
  { row, heads }: { readonly row: Row; readonly heads: Heads },
  back = '',
): Html {
  const canMark = shownNow(heads) !== null
  const marks = misfitsFor(visit.app, row)
  const maySet = may(visit, 'propose_translation')
  if (marks.length === 0 && !(maySet && canMark)) return html``
  const isOwnOpen = marks.some(({ misfit, isOpen }) => isOpen && misfit.authorId === visit.user.id)
  return html`<section id="fits"><h2>Does it fit?</h2>
${
  marks.length > 0 &&
  html`<ul class="plain">${marks.map(
    ({ misfit, isOpen }) =>
      html`<li>${isOpen ? badge('stale', say`does not fit`) : badge('approved', closedWord(misfit))}
${misfitText(visit, row.rowId, misfit)}${isOpen && maySet ? closeButton(visit, row.rowId, misfit, back) : ''}</li>`,
  )}</ul>`
}
${maySet && canMark && !isOwnOpen ? markForm(visit, row.rowId, back) : ''}</section>`
}

const CLOSED = words({ byHand: 'fits now', byText: 'has another text' })
const closedWord = ({ closed }: Misfit): string => (closed === null ? CLOSED.byText : CLOSED.byHand)

/** Who saw what when. */
export function misfitText(
  visit: Visit,
  rowId: string,
  { text, note, number, picture, authorId, createdAtMs }: Misfit,
): Html {
  const address = `/admin/rows/${rowId}/misfits/${number}`
  return html`<q dir="auto" translate="no"${inTarget(visit.app.rules.now())}>${excerpt(text, 90)}</q>
<span class="hint"><bdi>${createNames(visit.app)(authorId)}</bdi>, ${time(createdAtMs)}</span>
${note === '' ? '' : html`<p class="prose" dir="auto">${note}</p>`}${
  picture !== null &&
  html`<a href="${address}/picture" hx-boost="false"><img class="seen" src="${address}/picture"
alt="The text in the game" loading="lazy"></a>`
}`
}

export const closeButton = (visit: Visit, rowId: string, { number }: Misfit, back = ''): Html =>
  button(visit, `/admin/rows/${rowId}/misfits/${number}/close`, say`It fits now`, { back })

const markForm = (visit: Visit, rowId: string, back: string): Html =>
  html`<details class="box"><summary>Does not fit, seen in the game</summary>
<form method="post" action="/admin/rows/${rowId}/misfits" enctype="multipart/form-data" hx-boost="false" class="stack">
${tokenField(visit)}${hidden({ back })}
<label>What you saw <textarea name="note" rows="2" dir="auto" maxlength="${misfitNoteMax}"></textarea></label>
<label>Picture, if you have one <input type="file" name="picture" accept="${PICTURE_TYPES.join(',')}"></label>
<div class="actions"><button>Mark it</button> <span class="hint">PNG, JPEG or WebP, at most 1 MB</span></div></form></details>`
