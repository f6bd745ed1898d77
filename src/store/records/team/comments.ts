// Comments on rows, found by their row and by the people they mention. Part of backups; a merge leaves them where they are.
import type { Comment } from '../../../domain/team/comment.ts'
import type { Database } from '../../file/environment.ts'
import { keyOf, keyOfU32, u32 } from '../../keyspace.ts'
import { getRecord, keysUnder } from '../../record.ts'
import type { Txn } from '../../txn.ts'
import { type Kind, piecesOf, putOfKind, removeOfKind } from '../kind.ts'

const idAt = 5
const recordKey = (entry: Buffer): Buffer => keyOfU32('comment', entry.readUInt32BE(idAt))
const nameOf = (entry: Buffer): string => `comment ${entry.readUInt32BE(idAt)}`

export const COMMENTS: Kind<Comment> = {
  table: 'comment',
  shape: (zod) => {
    const { id, timeMs } = piecesOf(zod)
    return zod.strictObject({
      id,
      ordinal: id,
      authorId: id,
      text: zod.string().min(1),
      createdAtMs: timeMs,
      mentions: zod.array(id),
    })
  },
  indexes: [
    {
      table: 'comment_by_row',
      entries: ({ ordinal, id }) => [keyOf('comment_by_row', u32(ordinal), u32(id))],
      recordKey,
      nameOf,
    },
    {
      table: 'comment_mention',
      entries: ({ mentions, id }) => mentions.map((userId) => keyOf('comment_mention', u32(userId), u32(id))),
      recordKey,
      nameOf,
    },
  ],
  nameOf: (key) => `comment ${key.readUInt32BE(1)}`,
  problem: ({ id }, key) => (id === key.readUInt32BE(1) ? null : `calls itself ${id}`),
  people: ({ authorId, mentions }) => [authorId, ...mentions].map((userId) => ['names', userId]),
}

export const readComment = (db: Database, id: number): Comment | undefined =>
  getRecord<Comment>(db, keyOfU32('comment', id))

/** Stores a new comment. */
export const putComment = ({ db }: Txn, comment: Comment): void =>
  putOfKind(db, COMMENTS, keyOfU32('comment', comment.id), null, comment)

export const removeComment = ({ db }: Txn, comment: Comment): void =>
  removeOfKind(db, COMMENTS, keyOfU32('comment', comment.id), comment)

/** The latest comments of a row, oldest first, at most `count`. */
export function latestCommentsOfRow(db: Database, ordinal: number, count: number): Comment[] {
  const keys = keysUnder(db, { prefix: keyOf('comment_by_row', u32(ordinal)), reverse: true, limit: count })
  const comments = [...keys].map((key) => readComment(db, key.readUInt32BE(idAt))).filter((each) => each !== undefined)
  return comments.reverse()
}

/** How many comments a row has. */
export const countComments = (db: Database, ordinal: number): number =>
  [...keysUnder(db, { prefix: keyOf('comment_by_row', u32(ordinal)) })].length

/** Comments that mention a person, newest first, read as far as they are asked for. */
export function* commentsMentioning(db: Database, userId: number): Generator<Comment> {
  for (const key of keysUnder(db, { prefix: keyOf('comment_mention', u32(userId)), reverse: true })) {
    const comment = readComment(db, key.readUInt32BE(idAt))
    if (comment !== undefined) yield comment
  }
}
