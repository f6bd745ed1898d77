// Stores comments on rows, and finds them by row and by the people they mention. Backups have them, merges do not.
import type { Comment } from '../../domain/discussion.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { keysUnder } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import {
  callsItself,
  idAtEnd,
  type NumberedKind,
  putNumbered,
  readNumbered,
  recordsNamedIn,
  removeNumbered,
} from './kind.ts'
import * as is from './members.ts'

export const COMMENT = { name: 'comment', number: 39, hasIds: true } as const
const BY_ROW = { name: 'comment_by_row', number: 41 } as const
const MENTION = { name: 'comment_mention', number: 42 } as const

const atItsEnd = idAtEnd(COMMENT, 'comment')

export const COMMENTS: NumberedKind<Comment> = {
  table: COMMENT,
  ...is.stored<Comment>({
    id: is.id,
    ordinal: is.id,
    authorId: is.id,
    text: is.words,
    createdAtMs: is.time,
    mentions: is.listOf(is.id),
  }),
  indexes: [
    { table: BY_ROW, entries: ({ ordinal, id }) => [keyOf(BY_ROW, u32(ordinal), u32(id))], ...atItsEnd },
    {
      table: MENTION,
      entries: ({ mentions, id }) => mentions.map((userId) => keyOf(MENTION, u32(userId), u32(id))),
      ...atItsEnd,
    },
  ],
  problem: callsItself(''),
  people: ({ authorId, mentions }) => [authorId, ...mentions].map((userId) => ['names', userId]),
}

export const readComment = (db: Database, id: number): Comment | undefined => readNumbered(db, COMMENTS, id)

export const putComment = ({ db }: Txn, comment: Comment): void => putNumbered(db, COMMENTS, null, comment)

export const removeComment = ({ db }: Txn, comment: Comment): void => removeNumbered(db, COMMENTS, comment)

/** Oldest first. */
export const latestCommentsOfRow = (db: Database, ordinal: number, count: number): Comment[] =>
  [...recordsNamedIn(db, COMMENTS, { prefix: keyOf(BY_ROW, u32(ordinal)), reverse: true, limit: count })].reverse()

export const countComments = (db: Database, ordinal: number): number =>
  [...keysUnder(db, { prefix: keyOf(BY_ROW, u32(ordinal)) })].length

/** Newest first, read on demand. */
export const commentsMentioning = (db: Database, userId: number): Generator<Comment> =>
  recordsNamedIn(db, COMMENTS, { prefix: keyOf(MENTION, u32(userId)), reverse: true })
