// Writing and deleting comments.
import { type CommentRefusal, deleteComment, writeComment } from '../../../app/team/comments.ts'
import { safePath } from '../../gatekeeper.ts'
import { saidOf, statusOf } from '../../parts/refusal-status.ts'
import { changeRefusedPage, notFoundPage } from '../../parts/refusals.ts'
import { field, goTo, type Visit, wholeNumber } from '../../visit.ts'

/** The row's card, or the workbench if the form was there. */
const backOf = (visit: Visit, rowId: string | null): string => {
  const asked = field(visit, 'back')
  const bench = safePath(asked)
  return bench.startsWith('/admin/bench?') ? bench : rowId === null ? '/admin/' : `/admin/rows/${rowId}`
}

const refused = (visit: Visit, refusal: CommentRefusal): Promise<Response> =>
  changeRefusedPage(visit, saidOf(refusal), statusOf(refusal))

export async function writeCommentPost(visit: Visit): Promise<Response> {
  const rowId = (visit.c.req.param('row') ?? '').toLowerCase()
  if (!/^[0-9a-f]{16}$/.test(rowId)) return await notFoundPage(visit, 'there is no such row in the game now')
  const written = await writeComment(visit.app, visit.actor, { rowId, text: field(visit, 'comment') })
  if (!written.ok) return await refused(visit, written.refusal)
  return goTo(visit, backOf(visit, rowId), 'commented')
}

export async function deleteCommentPost(visit: Visit): Promise<Response> {
  const deleted = await deleteComment(visit.app, visit.actor, wholeNumber(visit.c.req.param('id') ?? '') ?? 0)
  if (!deleted.ok) return await refused(visit, deleted.refusal)
  return goTo(visit, backOf(visit, deleted.value), 'comment-deleted')
}
