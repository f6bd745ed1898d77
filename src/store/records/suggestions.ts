// Suggestions of terms and labels, by kind and status. A second index has the pending ones by meaning, so that none is
// stored twice, and by author, for counting. Backups have suggestions, merges do not.
import {
  meaningOf,
  SUGGESTED_ACTS,
  type Suggestion,
  SUGGESTION_KINDS,
  type SuggestionKind,
} from '../../domain/checks/suggestion.ts'
import { PROPOSAL_STATUSES, type ProposalStatus } from '../../domain/vocabulary.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32, u8 } from '../file/keyspace.ts'
import { rangeOf } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { callsItself, idAfter, idAtEnd, type NumberedKind, putNumbered, readNumbered, recordsNamedIn } from './kind.ts'
import * as is from './members.ts'
import { TERM } from './settings.ts'

export const SUGGESTION = { name: 'suggestion', number: 51, hasIds: true } as const
const BY_STATUS = { name: 'suggestion_by_status', number: 53 } as const
const PENDING = { name: 'suggestion_pending', number: 56 } as const
const anyStatus = 0xff
const [byMeaning, byAuthor] = [0, 1]

type KeyPart = ReturnType<typeof u8>

const kindNumber = (kind: SuggestionKind): KeyPart => u8(SUGGESTION_KINDS.indexOf(kind))
const statusNumber = (status: ProposalStatus | null): KeyPart =>
  u8(status === null ? anyStatus : PROPOSAL_STATUSES.indexOf(status))

const term = is.whole(TERM)
const label = is.whole({ label: is.text, act: is.oneOf(SUGGESTED_ACTS), note: is.text })

const MEMBERS: is.Members<Suggestion> = {
  id: is.id,
  kind: is.oneOf(SUGGESTION_KINDS),
  status: is.oneOf(PROPOSAL_STATUSES),
  what: (zod) => zod.union([term(zod), label(zod)]),
  rowIds: is.listOf(is.rowId),
  provider: is.orNull(is.text),
  model: is.orNull(is.text),
  authorId: is.id,
  keyId: is.orNull(is.id),
  createdAtMs: is.time,
  deciderId: is.orNull(is.id),
  decidedAtMs: is.orNull(is.time),
  reason: is.orNull(is.text),
  addedAs: is.maybe(term),
}

export const SUGGESTIONS: NumberedKind<Suggestion> = {
  table: SUGGESTION,
  form: is.stored<Suggestion>(MEMBERS).form,
  shape: (zod) =>
    zod.discriminatedUnion('kind', [
      zod.strictObject({ ...is.shapesOf(MEMBERS, zod), kind: zod.literal('term'), what: term(zod) }),
      zod.strictObject({ ...is.shapesOf(MEMBERS, zod), kind: zod.literal('label'), what: label(zod) }),
    ]),
  indexes: [
    {
      table: BY_STATUS,
      entries: ({ kind, status, id }) =>
        [status, null].map((each) => keyOf(BY_STATUS, kindNumber(kind), statusNumber(each), u32(id))),
      ...idAtEnd(SUGGESTION, 'suggestion'),
    },
    {
      table: PENDING,
      entries: (suggestion) => {
        const { kind, status, authorId, id } = suggestion
        if (status !== 'pending') return []
        return [
          keyOf(PENDING, kindNumber(kind), u8(byMeaning), meaningOf(suggestion)),
          keyOf(PENDING, kindNumber(kind), u8(byAuthor), u32(authorId), u32(id)),
        ]
      },
      value: (_, key) => Buffer.from(key.subarray(1)),
      recordKey: (_, value) => keyOf(SUGGESTION, value),
      nameOf: (entry) => `pending suggestion ${entry.toString('hex', 1)}`,
    },
  ],
  problem: callsItself('suggestion '),
  people: ({ authorId, deciderId }) => [
    ['is by', authorId],
    ...(deciderId === null ? [] : [['was decided by', deciderId] as const]),
  ],
}

export const readSuggestion = (db: Database, id: number): Suggestion | undefined => readNumbered(db, SUGGESTIONS, id)

/** Stores a suggestion. `before`: as it is stored; null: it is new. */
export const putSuggestion = ({ db }: Txn, before: Suggestion | null, after: Suggestion): void =>
  putNumbered(db, SUGGESTIONS, before, after)

/** The id of a pending suggestion that means the same; undefined: there is none. */
export const pendingAlike = (db: Database, suggestion: Parameters<typeof meaningOf>[0]): number | undefined =>
  db.getBinary(keyOf(PENDING, kindNumber(suggestion.kind), u8(byMeaning), meaningOf(suggestion)))?.readUInt32BE(0)

/** How many suggestions of a kind wait: those of one author, or with null those of all. */
export const countPending = (db: Database, kind: SuggestionKind, authorId: number | null): number =>
  db.getKeysCount(
    rangeOf({
      prefix:
        authorId === null
          ? keyOf(BY_STATUS, kindNumber(kind), statusNumber('pending'))
          : keyOf(PENDING, kindNumber(kind), u8(byAuthor), u32(authorId)),
    }),
  )

/** The latest `limit` suggestions of a kind, the latest first. */
export function latestSuggestions<K extends SuggestionKind>(
  db: Database,
  kind: K,
  limit: number,
): Generator<Suggestion<K>> {
  const prefix = keyOf(BY_STATUS, kindNumber(kind), statusNumber(null))
  return recordsNamedIn(db, SUGGESTIONS, { prefix, reverse: true, limit }) as Generator<Suggestion<K>>
}

/** Yields suggestions of a kind with ids above `afterId`, ascending; `status` null: any. */
export function suggestionsByStatus<K extends SuggestionKind>(
  db: Database,
  kind: K,
  status: ProposalStatus | null,
  afterId = 0,
): Generator<Suggestion<K>> {
  const under = (...id: readonly KeyPart[]): Buffer => keyOf(BY_STATUS, kindNumber(kind), statusNumber(status), ...id)
  const bounds = { prefix: under(), from: under(u32(idAfter(afterId))) }
  return recordsNamedIn(db, SUGGESTIONS, bounds) as Generator<Suggestion<K>>
}
