// The routes for one row's past: its revisions and its comments.
import { createNames, nameOfKey } from '../../app/people/read-people.ts'
import { type PlacedRevision, readRevisionsPage } from '../../app/rows/read-history.ts'
import { readCommentsOf } from '../../app/team/comments.ts'
import { type Answer, failure, success } from '../../api-v1/answer.ts'
import type { Call } from '../../api-v1/visit.ts'
import { isoTime } from '../../base/time.ts'
import { reviewerOf, type Row } from '../../domain/row.ts'
import { asked } from '../asked.ts'
import { headJson } from '../cards.ts'
import type { Json } from '../errors.ts'
import { parseNoQuery } from '../lookup-queries.ts'
import { cursorOf, parseHistoryQuery } from './queries.ts'

type NameOf = ReturnType<typeof createNames>

/** GET /rows/{row_id}/history. */
export const history = (call: Call): Answer | Promise<Answer> =>
  asked(call, parseHistoryQuery, ({ below, limit }) => {
    const page = readRevisionsPage(call.app, call.id, below, limit)
    if (page === null) return failure('entry_not_found')
    const nameOf = createNames(call.app)
    const { row, revisions, next, oldSources } = page
    return success(
      {
        row_id: row.rowId,
        source_hash: row.sourceHash,
        old_sources: oldSources.map(({ hash, text }) => ({ text_hash: hash, text })),
        revisions: revisions.map((each) => revisionJson(call, each, row, nameOf)),
      },
      { count: revisions.length, next_cursor: next === null ? null : cursorOf(next) },
    )
  })

function revisionJson(
  { app, actor }: Call,
  { layer, revision }: PlacedRevision,
  { sourceHash }: Row,
  nameOf: NameOf,
): Json {
  const isMine = revision.authorId === actor.user.id
  return {
    ...headJson({ ...revision, isInvalid: false }, sourceHash),
    layer,
    source_hash: revision.sourceHash,
    author: nameOf(revision.authorId),
    by_me: isMine,
    key: isMine ? nameOfKey(app, revision.keyId) : null,
    reviewed_by: nameOf(reviewerOf(revision)),
    approved_at: revision.approvedAtMs === null ? null : isoTime(revision.approvedAtMs),
    proposal_id: revision.proposalId,
    via: revision.via ?? null,
    restores: revision.restores ?? null,
    reverted_by: nameOf(revision.revertedById ?? null),
  }
}

/** GET /rows/{row_id}/comments. */
export const comments = (call: Call): Answer | Promise<Answer> =>
  asked(call, parseNoQuery, () => {
    const { app, actor } = call
    const found = readCommentsOf(app, call.id)
    if (found === null) return failure('entry_not_found')
    const nameOf = createNames(app)
    const list = found.comments.map(({ id, authorId, text, createdAtMs, mentions }) => ({
      id,
      author: nameOf(authorId),
      by_me: authorId === actor.user.id,
      text,
      mentions: mentions.map((each) => nameOf(each)),
      created_at: isoTime(createdAtMs),
    }))
    return success({ row_id: found.row.rowId, comments: list }, { count: list.length })
  })
