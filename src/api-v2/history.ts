// The addresses of one row's past: its revisions and its comments.
import * as z from 'zod'
import { createNames, type NameOf, nameOfKey } from '../app/people/read-people.ts'
import { type HistoryPlace, type PlacedRevision, readRevisionsPage } from '../app/rows/read-history.ts'
import { readCommentsOf } from '../app/team/comments.ts'
import { failure, success } from '../api-v1/answer.ts'
import type { Fault } from '../api-v1/bad-request.ts'
import { LIST_PARAMETERS } from '../api-v1/parameters.ts'
import type { Call } from '../api-v1/visit.ts'
import { isoTime } from '../base/time.ts'
import { reviewerOf, type Row } from '../domain/row.ts'
import { LAYERS } from '../domain/vocabulary.ts'
import { headJson } from './cards.ts'
import { asking, each, type Json, LIMIT, type Declared } from './declared.ts'
import { answer, count, Hash, HeadV2, id, RowId, Time, TimeOrNull } from './shapes.ts'

const Name = z.string().nullable()
const by_me = z.boolean()

const RevisionCard = z.intersection(
  HeadV2,
  z.looseObject({
    layer: z.enum(LAYERS),
    source_hash: Hash,
    author: Name,
    by_me,
    key: Name.describe('Of your own texts'),
    reviewed_by: Name,
    approved_at: TimeOrNull,
    proposal_id: id.nullable(),
    via: Name,
    restores: id.nullable().describe('Brought this revision back; 0: the layer became empty'),
    reverted_by: Name,
  }),
)

const numberMax = 0xffff_ffff

/** Where a page begins, by its cursor: the lowest revision already shown of each layer. Null: the first page. */
function placeIn(cursor: string | undefined, faults: Fault[]): HistoryPlace | null {
  if (cursor === undefined) return null
  const [, manual, machine] = /^(\d{1,10})\.(\d{1,10})$/.exec(cursor) ?? []
  const place = { manual: Number(manual), machine: Number(machine) }
  if (place.manual <= numberMax && place.machine <= numberMax) return place
  faults.push({ field: 'cursor', message: 'is damaged; send meta.next_cursor of the page before, unchanged' })
  return null
}

const history = asking({
  name: 'history',
  path: '/rows/{row_id}/history',
  summary: 'All texts that a row has had, newest first',
  query: each({ cursor: { ...LIST_PARAMETERS.cursor, read: placeIn }, limit: LIMIT }),
  gives: answer(
    {
      row_id: RowId,
      source_hash: Hash,
      old_sources: z.array(z.looseObject({ text_hash: Hash, text: z.string() })).describe('Of stale texts'),
      revisions: z.array(RevisionCard).describe('Newest first'),
    },
    { count, next_cursor: Name },
  ),
  run: (call, { cursor, limit }) => {
    const page = readRevisionsPage(call.app, call.id, cursor, limit)
    if (page === null) return failure('entry_not_found')
    const nameOf = createNames(call.app)
    const { row, revisions, next, oldSources } = page
    return success(
      {
        row_id: row.rowId,
        source_hash: row.sourceHash,
        old_sources: oldSources.map(({ hash, text }) => ({ text_hash: hash, text })),
        revisions: revisions.map((revision) => revisionJson(call, revision, row, nameOf)),
      },
      { count: revisions.length, next_cursor: next === null ? null : `${next.manual}.${next.machine}` },
    )
  },
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

const Comment = z.looseObject({
  id,
  author: Name,
  by_me,
  text: z.string(),
  mentions: z.array(z.string()),
  created_at: Time,
})

const comments = asking({
  name: 'comments',
  path: '/rows/{row_id}/comments',
  summary: "A row's comments",
  gives: answer({ row_id: RowId, comments: z.array(Comment).describe('The latest 100, newest last') }, { count }),
  run: ({ app, actor, id: rowId }) => {
    const found = readCommentsOf(app, rowId)
    if (found === null) return failure('entry_not_found')
    const nameOf = createNames(app)
    const list = found.comments.map(({ id: number, authorId, text, createdAtMs, mentions }) => ({
      id: number,
      author: nameOf(authorId),
      by_me: authorId === actor.user.id,
      text,
      mentions: mentions.map((mentioned) => nameOf(mentioned)),
      created_at: isoTime(createdAtMs),
    }))
    return success({ row_id: found.row.rowId, comments: list }, { count: list.length })
  },
})

export const HISTORY: readonly Declared[] = [history, comments]
