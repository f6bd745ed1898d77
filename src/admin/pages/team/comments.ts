// Writing and deleting comments.
import * as z from 'zod'
import { type CommentRefusal, deleteComment, writeComment } from '../../../app/team/comments.ts'
import { backToRow } from '../../gatekeeper.ts'
import { saidOf, statusOf } from '../../parts/refusal-status.ts'
import { changeRefusedPage, notFoundPage } from '../../parts/refusals.ts'
import { form, takes } from '../../form.ts'
import { goTo, idOf, type Visit } from '../../visit.ts'

const refused = (visit: Visit, refusal: CommentRefusal): Promise<Response> =>
  changeRefusedPage(visit, saidOf(refusal), statusOf(refusal))

const FIELDS = z.object({ comment: takes.text, back: takes.text })

export const writeCommentPost = form(FIELDS, async (visit: Visit, { comment, back }) => {
  const rowId = (visit.c.req.param('row') ?? '').toLowerCase()
  if (!/^[0-9a-f]{16}$/.test(rowId)) return await notFoundPage(visit, 'there is no such row in the game now')
  const written = await writeComment(visit.app, visit.actor, { rowId, text: comment })
  if (!written.ok) return await refused(visit, written.refusal)
  return goTo(visit, backToRow(back, rowId), 'commented')
})

export const deleteCommentPost = form(FIELDS, async (visit: Visit, { back }) => {
  const deleted = await deleteComment(visit.app, visit.actor, idOf(visit))
  if (!deleted.ok) return await refused(visit, deleted.refusal)
  return goTo(visit, backToRow(back, deleted.value), 'comment-deleted')
})
