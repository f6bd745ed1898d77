// What people say of a row: comments, and marks that a text does not fit, with the list of open marks and their pictures.
import * as z from 'zod'
import { closeMisfit, markMisfit, openMisfits, pictureOf } from '../../../app/team/misfits.ts'
import { pictureBytesMax } from '../../../domain/limits.ts'
import { backToRow } from '../../gatekeeper.ts'
import { form, takes } from '../../form.ts'
import { html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { titledPage } from '../../layout.ts'
import { onPage } from '../../parts/fields.ts'
import { noRowPage, notFoundPage } from '../../parts/refusals.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'
import { closeButton, misfitText } from '../../parts/comment-thread.ts'
import { goAfter, goTo, idOf, may, rowIdOf, type Visit } from '../../visit.ts'
import { counted } from '../../words.ts'
import { deleteComment, writeComment } from '../../../app/team/comments.ts'

const path = '/admin/misfits'
const perPage = 25

export async function misfitsPage(visit: Visit): Promise<Response> {
  const open = openMisfits(visit.app)
  const { from, shown, pages } = onPage(visit, open, perPage)
  const body = html`<p class="hint">Texts that somebody saw cut off or spilling over in the game, the oldest first. A new text closes
the mark. Mark texts on the workbench or on the row's page.</p>
${
  open.length === 0
    ? html`<p class="empty">Nothing is marked.</p>`
    : html`<p>${counted(open.length, 'mark')}</p><ol class="plain marks" start="${from + 1}">${shown.map(
        ({ misfit, row: { rowId } }) =>
          html`<li><a href="${benchOfRow(rowId)}">Workbench</a>
<a href="/admin/rows/${rowId}"><code>${rowId}</code></a>
${misfitText(visit, rowId, misfit)} ${
            may(visit, 'propose_translation') &&
            html`<div class="actions">${closeButton(visit, rowId, misfit, path)}</div>`
          }</li>`,
      )}</ol>`
}
${pages}`
  return await titledPage(visit, { title: say`Does not fit`, body })
}

/** Read to the end, so that a picture that is too large is told as such. */
export const markFormBytes = 8 * pictureBytesMax

const MARK = z.object({ note: takes.exact, back: takes.exact })

export const markMisfitPost = form(MARK, async (visit: Visit, { note, back }) => {
  const rowId = rowIdOf(visit)
  const marked = await markMisfit(visit.app, visit.actor, { rowId, note, picture: visit.file })
  return goAfter(visit, marked, backToRow(back, rowId), 'misfit-marked')
})

export const closeMisfitPost = form(z.object({ back: takes.text }), async (visit: Visit, { back }) => {
  const rowId = rowIdOf(visit)
  const closed = await closeMisfit(visit.app, visit.actor, { rowId, number: idOf(visit, 'number') })
  return goAfter(visit, closed, back === path ? path : backToRow(back, rowId), 'misfit-closed')
})

/** Nothing in it can run: its type is told by its bytes, and no browser may guess another. */
export async function misfitPicture(visit: Visit): Promise<Response> {
  const picture = pictureOf(visit.app, rowIdOf(visit), idOf(visit, 'number'))
  if (picture === null) return await notFoundPage(visit, 'there is no such picture')
  return new Response(Uint8Array.from(picture.bytes), {
    headers: {
      'Content-Type': picture.type,
      'Content-Length': String(picture.bytes.length),
      'Content-Disposition': 'inline',
    },
  })
}

const FIELDS = z.object({ comment: takes.text, back: takes.text })

export const writeCommentPost = form(FIELDS, async (visit: Visit, { comment, back }) => {
  const rowId = rowIdOf(visit)
  if (rowId === '') return await noRowPage(visit)
  const written = await writeComment(visit.app, visit.actor, { rowId, text: comment })
  return goAfter(visit, written, backToRow(back, rowId), 'commented')
})

export const deleteCommentPost = form(FIELDS, async (visit: Visit, { back }) => {
  const deleted = await deleteComment(visit.app, visit.actor, idOf(visit))
  return deleted.ok ? goTo(visit, backToRow(back, deleted.value), 'comment-deleted') : deleted
})
