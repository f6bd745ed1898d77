// A row's comments, on its card and on the workbench.
import { html } from '../html.ts'
import { say } from '../language/say.ts'
import { createNames, findPerson } from '../../app/people/read-people.ts'
import { mayDelete, readComments } from '../../app/team/comments.ts'
import { commentLengthMax } from '../../domain/limits.ts'
import { type Comment, piecesOf } from '../../domain/team/comment.ts'
import type { Row } from '../../domain/row.ts'
import type { Html } from '../html.ts'
import { tokenField } from '../layout.ts'
import { may, type Visit } from '../visit.ts'
import { time } from '../words.ts'
import { button } from './fields.ts'

/** `back`: the page that the forms return to. */
export function commentThread(visit: Visit, { ordinal, rowId }: Row, back: string): Html {
  const comments = readComments(visit.app, ordinal)
  if (comments.length === 0 && !may(visit, 'propose_translation')) return html``
  const list = comments.map((comment) => html`<li id="comment-${comment.id}">${oneComment(visit, comment, back)}</li>`)
  return html`${comments.length === 0 ? '' : html`<ol class="plain comments">${list}</ol>`}
${
  may(visit, 'propose_translation')
    ? html`<form method="post" action="/admin/rows/${rowId}/comments" class="stack">${tokenField(visit)}<input type="hidden" name="back" value="${back}">
<label>Your comment <textarea name="comment" rows="2" dir="auto" maxlength="${commentLengthMax}" required></textarea></label>
<div class="actions"><button>Send</button> <span class="hint">@ and a name tells that person.</span></div></form>`
    : ''
}`
}

function oneComment(visit: Visit, comment: Comment, back: string): Html {
  const name = createNames(visit.app)(comment.authorId)
  const remove = mayDelete(visit.user, comment)
    ? button(visit, `/admin/comments/${comment.id}/remove`, say`Delete`, { back }, 'quiet')
    : ''
  return html`<p class="hint"><a href="/admin/team/${comment.authorId}" hx-boost="false"><bdi>${name}</bdi></a>, ${time(comment.createdAtMs)} ${remove}</p>
<p class="prose" dir="auto">${commentText(visit, comment)}</p>`
}

function commentText({ app }: Visit, { authorId, mentions, text }: Comment): Html {
  const people = [authorId, ...mentions].map((id) => findPerson(app, id)).filter((person) => person !== null)
  return html`${piecesOf(text, people).map(({ text: piece, personId }) =>
    personId === null ? piece : html`<a href="/admin/team/${personId}" hx-boost="false"><bdi>${piece}</bdi></a>`,
  )}`
}
