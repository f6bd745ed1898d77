// Stores proposals, and finds them by row, by status, by author, and an author's one pending proposal for a row.
import { hasWaivers } from '../../domain/decide-review.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { ProposalStatus } from '../../domain/vocabulary.ts'
import { PROPOSAL_STATUSES } from '../../domain/vocabulary.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, keyOfU32, u32, u8 } from '../file/keyspace.ts'
import { getRecord, keysUnder } from '../file/record.ts'
import type { Aside, Switch, Txn } from '../txn.ts'
import {
  callsItself,
  idAfter,
  idAtEnd,
  type NumberedKind,
  putNumbered,
  readNumbered,
  recordsAfter,
  recordsNamedIn,
  removeNumbered,
} from './kind.ts'
import * as is from './members.ts'

export const PROPOSAL = { name: 'proposal', number: 11, hasIds: true } as const
const BY_ROW = { name: 'proposal_by_row', number: 12 } as const
const BY_STATUS = { name: 'proposal_by_status', number: 13 } as const
const BY_AUTHOR = { name: 'proposal_by_author', number: 14 } as const
const PENDING = { name: 'proposal_pending', number: 15 } as const

const statusNumber = (status: ProposalStatus): number => PROPOSAL_STATUSES.indexOf(status)
const pendingKey = (authorId: number, ordinal: number): Buffer => keyOf(PENDING, u32(authorId), u32(ordinal))

const atItsEnd = idAtEnd(PROPOSAL, 'proposal')

const part = is.orNull(is.words)

export const PROPOSALS: NumberedKind<Proposal> = {
  table: PROPOSAL,
  ...is.stored<Proposal>({
    id: is.id,
    version: is.id,
    status: is.oneOf(PROPOSAL_STATUSES),
    ordinal: is.id,
    rowId: is.rowId,
    text: is.text,
    sourceHash: is.hash,
    isVerified: is.flag,
    authorId: is.id,
    keyId: is.orNull(is.id),
    waivers: is.whole({ glossary: is.flag, validation: is.flag }),
    createdAtMs: is.time,
    updatedAtMs: is.time,
    reviewerId: is.orNull(is.id),
    reviewedAtMs: is.orNull(is.time),
    reason: is.orNull(is.text),
    mergedId: is.maybe(is.id),
    conflict: is.maybe(is.text),
    isBeside: is.maybe((zod) => zod.literal(true)),
    client: is.maybe(is.whole({ name: part, version: part, prompt: part, brief: is.maybe(is.id) })),
  }),
  indexes: [
    { table: BY_ROW, entries: ({ ordinal, id }) => [keyOf(BY_ROW, u32(ordinal), u32(id))], ...atItsEnd },
    {
      table: BY_STATUS,
      entries: ({ status, id }) => [keyOf(BY_STATUS, u8(statusNumber(status)), u32(id))],
      ...atItsEnd,
    },
    { table: BY_AUTHOR, entries: ({ authorId, id }) => [keyOf(BY_AUTHOR, u32(authorId), u32(id))], ...atItsEnd },
    {
      table: PENDING,
      // The index has only the pending proposal of an author that the author's next wording changes.
      entries: ({ status, isBeside, authorId, ordinal }) =>
        status === 'pending' && isBeside !== true ? [pendingKey(authorId, ordinal)] : [],
      // The id in the key is used, even if the record has another one.
      value: (_, key) => Buffer.from(String(Buffer.from(key).readUInt32BE(1))),
      recordKey: (_, value) => keyOf(PROPOSAL, u32(Number(value.toString('utf8')))),
      nameOf: (entry) => `user ${entry.readUInt32BE(1)}, row ${entry.readUInt32BE(5)}`,
    },
  ],
  problem: callsItself('proposal '),
  people: ({ authorId, reviewerId }) => [
    ['is by', authorId],
    ...(reviewerId === null ? [] : [['was reviewed by', reviewerId] as const]),
  ],
}

export const readProposal = (db: Database, id: number): Proposal | undefined => readNumbered(db, PROPOSALS, id)

export function pendingOf(db: Database, authorId: number, ordinal: number): Proposal | null {
  const id = getRecord<number>(db, pendingKey(authorId, ordinal))
  return id === undefined ? null : (readProposal(db, id) ?? null)
}

/** Stores a proposal. `before`: as it was stored; null: it is new. */
export function putProposal({ db, proposals }: Txn, before: Proposal | null, after: Proposal): void {
  putNumbered(db, PROPOSALS, before, after)
  proposals.push(after.id)
}

export function removeBeside({ db, proposals }: Txn, proposal: Proposal): void {
  removeNumbered(db, PROPOSALS, proposal)
  proposals.push(proposal.id)
}

/** The proposals of a row, by ascending id. */
export const proposalsOfRow = (db: Database, ordinal: number): Proposal[] => [
  ...recordsNamedIn(db, PROPOSALS, { prefix: keyOf(BY_ROW, u32(ordinal)) }),
]

export const latestProposalsOfRow = (db: Database, ordinal: number, count: number): Proposal[] => [
  ...recordsNamedIn(db, PROPOSALS, { prefix: keyOf(BY_ROW, u32(ordinal)), reverse: true, limit: count }),
]

interface ProposalRange {
  /** An id; proposals below it come newest first. */
  readonly beforeId?: number
  /** An id; proposals above it come oldest first. */
  readonly afterId?: number
}

function proposalsUnder(db: Database, prefix: Buffer, { beforeId, afterId = 0 }: ProposalRange): Generator<Proposal> {
  const first = beforeId === undefined ? idAfter(afterId) : Math.max(0, beforeId - 1)
  const from = Buffer.concat([prefix, keyOfU32('meta', first).subarray(1)])
  return recordsNamedIn(db, PROPOSALS, { prefix, from, reverse: beforeId !== undefined })
}

/** Yields proposals by id, on demand; a status of null: all. */
export const proposalsByStatus = (
  db: Database,
  status: ProposalStatus | null,
  range: ProposalRange = {},
): Generator<Proposal> =>
  proposalsUnder(db, status === null ? keyOf(PROPOSAL) : keyOf(BY_STATUS, u8(statusNumber(status))), range)

export const proposalsByAuthor = (db: Database, authorId: number, range: ProposalRange = {}): Generator<Proposal> =>
  proposalsUnder(db, keyOf(BY_AUTHOR, u32(authorId)), range)

const byRow = keyOf(BY_ROW)

/** The row and id of each proposal, ascending by row, then by id. It reads keys only. */
export function* rowsOfProposals(db: Database): Generator<{ readonly ordinal: number; readonly id: number }> {
  for (const key of keysUnder(db, { prefix: byRow })) yield { ordinal: key.readUInt32BE(1), id: key.readUInt32BE(5) }
}

/** Writes a note about a row's proposals aside (file/aside.ts); the visible transaction puts the proposals by it. */
export const putNoteAside = (aside: Aside, ordinal: number, note: unknown): void =>
  aside.put(keyOf(BY_ROW, u32(ordinal)), Buffer.from(JSON.stringify(note)))

interface RowNote<Note> {
  readonly ordinal: number
  readonly note: Note
}

/** Takes up to `count` notes that were written aside, and removes them. Empty: none was left. */
export function takeNotesAside<Note>(txn: Switch, count: number): readonly RowNote<Note>[] {
  return txn.keys(byRow, byRow, count).map((key) => {
    const bytes = txn.ahead(key)
    if (bytes === undefined) throw new Error('a note that was written aside is gone')
    const note = JSON.parse(bytes.toString('utf8', 0, bytes.length)) as Note
    txn.drop(key)
    return { ordinal: key.readUInt32BE(1), note }
  })
}

export const readProposalsAfter = (db: Database, afterId: number, count: number): Proposal[] =>
  recordsAfter(db, PROPOSALS, afterId, count)

/** The ids of the pending proposals, ascending. It reads keys only. */
export function* idsOfPending(db: Database): Generator<number> {
  for (const key of keysUnder(db, { prefix: keyOf(BY_STATUS, u8(statusNumber('pending'))) })) yield key.readUInt32BE(2)
}

export function readWaivedRows(db: Database): ReadonlySet<number> {
  const rows = new Set<number>()
  for (const proposal of proposalsByStatus(db, 'pending')) if (hasWaivers(proposal)) rows.add(proposal.ordinal)
  return rows
}
