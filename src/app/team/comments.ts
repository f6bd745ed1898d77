// Comments on rows, by people who may propose. Their author deletes them, or a moderator, which the audit records.
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import { commentsPerRowMax } from '../../domain/limits.ts'
import type { Row } from '../../domain/row.ts'
import { type Comment, mentionsIn, parseComment } from '../../domain/discussion.ts'
import {
  COMMENT,
  commentsMentioning,
  countComments,
  latestCommentsOfRow,
  nextId,
  putAudit,
  putComment,
  readComment,
  removeComment,
} from '../../store/records.ts'
import { allUsers, readUser } from '../../store/people.ts'
import { readRow, readRowById } from '../../store/rows.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'

export type CommentRefusal =
  | NotWritten
  | {
      readonly code:
        | 'comment_empty'
        | 'comment_too_long'
        | 'comment_characters'
        | 'may_not_comment'
        | 'row_gone'
        | 'too_many_comments'
        | 'no_comment'
        | 'comment_of_another'
    }

export async function writeComment(
  app: App,
  actor: Actor,
  request: { readonly rowId: string; readonly text: string },
): Promise<Result<Comment, CommentRefusal>> {
  const parsed = parseComment(request.text)
  if (!parsed.ok) return refuse({ code: parsed.refusal })
  return await change<Actor, Comment, CommentRefusal>(app, actor, (txn, { user: by }) => {
    if (!hasPermission(by.role, 'propose_translation')) return refuse({ code: 'may_not_comment' })
    const row = readRowById(txn.db, app.store.files, request.rowId)
    if (row === null) return refuse({ code: 'row_gone' })
    if (countComments(txn.db, row.ordinal) >= commentsPerRowMax) return refuse({ code: 'too_many_comments' })
    const people = [...allUsers(txn.db)].filter(({ state }) => state === 'active')
    const comment: Comment = {
      id: nextId(txn, COMMENT),
      ordinal: row.ordinal,
      authorId: by.id,
      text: parsed.value,
      createdAtMs: txn.timeMs,
      mentions: mentionsIn(parsed.value, people).filter((id) => id !== by.id),
    }
    putComment(txn, comment)
    const { id: number, ordinal } = comment
    const who = { userId: by.id, keyId: null, provider: null, model: null }
    txn.acts.note({ kind: 'commented', ...who, ordinal, rowId: row.rowId, number })
    return ok(comment)
  })
}

export const mayDelete = (
  user: { readonly id: number; readonly role: Actor['user']['role'] },
  comment: Comment,
): boolean => comment.authorId === user.id || hasPermission(user.role, 'review_translation')

/** Deletes a comment and returns the id of its row; null: the row is not in the game. */
export async function deleteComment(
  app: App,
  actor: Actor,
  id: number,
): Promise<Result<string | null, CommentRefusal>> {
  return await change<Actor, string | null, CommentRefusal>(app, actor, (txn, { user: by }) => {
    const comment = readComment(txn.db, id)
    if (comment === undefined) return refuse({ code: 'no_comment' })
    if (!hasPermission(by.role, 'propose_translation') || !mayDelete(by, comment))
      return refuse({ code: 'comment_of_another' })
    removeComment(txn, comment)
    const rowId = readRow(txn.db, app.store.files, comment.ordinal)?.rowId ?? null
    if (comment.authorId !== by.id) {
      const subject = readUser(txn.db, comment.authorId)?.name ?? `person ${comment.authorId}`
      putAudit(txn, { userId: by.id, action: 'comment.remove', subject, details: { comment: id, row: rowId } })
    } else
      txn.events.tell(by.id, { kind: 'comments.removed', facts: { commentId: id, ...(rowId !== null && { rowId }) } })
    return ok(rowId)
  })
}

const shownMax = 100

export const readComments = (app: App, ordinal: number): readonly Comment[] =>
  latestCommentsOfRow(app.store.main, ordinal, shownMax)

/** The comments on a row; null: the game has no row with this id. */
export function readCommentsOf(
  app: App,
  rowId: string,
): { readonly row: Row; readonly comments: readonly Comment[] } | null {
  const row = readRowById(app.store.main, app.store.files, rowId.toLowerCase())
  return row === null ? null : { row, comments: readComments(app, row.ordinal) }
}

export interface Mention {
  readonly comment: Comment
  /** Null: the row is not in the game. */
  readonly rowId: string | null
}

const mentionsMax = 50

/** The comments that mention a person since a time: latest first, at most 50. */
export function mentionsSince(app: App, userId: number, sinceMs: number): readonly Mention[] {
  const { main, files } = app.store
  const found: Mention[] = []
  for (const comment of commentsMentioning(main, userId)) {
    if (comment.createdAtMs <= sinceMs || found.length === mentionsMax) break
    found.push({ comment, rowId: readRow(main, files, comment.ordinal)?.rowId ?? null })
  }
  return found
}
