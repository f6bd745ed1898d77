// Proposals with their queues. The indexes are derived from the records: `windrow check` rebuilds and compares them.
import type { Proposal } from '../../domain/proposal.ts'
import type { ProposalStatus } from '../../domain/vocabulary.ts'
import { PROPOSAL_STATUSES } from '../../domain/vocabulary.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, keyOfU32, TABLES, u32, u8 } from '../keyspace.ts'
import { getRecord, keysUnder, putRecord, records } from '../record.ts'
import type { Aside, Switch, Txn } from '../txn.ts'

const statusNumber = (status: ProposalStatus): number => PROPOSAL_STATUSES.indexOf(status)
const nothing = Buffer.alloc(0)

export const readProposal = (db: Database, id: number): Proposal | undefined =>
  getRecord<Proposal>(db, keyOfU32('proposal', id))

/** The author's one pending proposal for a row. */
export function pendingOf(db: Database, authorId: number, ordinal: number): Proposal | null {
  const id = getRecord<number>(db, keyOf('proposal_pending', u32(authorId), u32(ordinal)))
  return id === undefined ? null : (readProposal(db, id) ?? null)
}

/** Stores a proposal, new or changed, with its queues. `before` is what was stored. */
export function putProposal(txn: Txn, before: Proposal | null, after: Proposal): void {
  const { db } = txn
  putRecord(db, keyOfU32('proposal', after.id), after)
  if (before === null) {
    void db.put(keyOf('proposal_by_row', u32(after.ordinal), u32(after.id)), nothing)
    void db.put(keyOf('proposal_by_author', u32(after.authorId), u32(after.id)), nothing)
  }
  if (before?.status === after.status) return
  if (before !== null) void db.remove(keyOf('proposal_by_status', u8(statusNumber(before.status)), u32(before.id)))
  void db.put(keyOf('proposal_by_status', u8(statusNumber(after.status)), u32(after.id)), nothing)
  if (after.isBeside === true) return
  const pendingKey = keyOf('proposal_pending', u32(after.authorId), u32(after.ordinal))
  if (after.status === 'pending') putRecord(db, pendingKey, after.id)
  else if (getRecord<number>(db, pendingKey) === after.id) void db.remove(pendingKey)
}

/** Takes back a proposal that waits beside its author's own. */
export function removeBeside({ db }: Txn, { id, ordinal, authorId, status }: Proposal): void {
  void db.remove(keyOfU32('proposal', id))
  void db.remove(keyOf('proposal_by_row', u32(ordinal), u32(id)))
  void db.remove(keyOf('proposal_by_author', u32(authorId), u32(id)))
  void db.remove(keyOf('proposal_by_status', u8(statusNumber(status)), u32(id)))
}

/** All proposals of a row, ascending by id. */
export function proposalsOfRow(db: Database, ordinal: number): Proposal[] {
  const ids = keysUnder(db, { prefix: keyOf('proposal_by_row', u32(ordinal)) })
  return [...ids].map((key) => readProposal(db, key.readUInt32BE(5))).filter((p) => p !== undefined)
}

/** The latest proposals of a row, newest first, at most `count`. */
export function latestProposalsOfRow(db: Database, ordinal: number, count: number): Proposal[] {
  const ids = keysUnder(db, { prefix: keyOf('proposal_by_row', u32(ordinal)), reverse: true, limit: count })
  return [...ids].map((key) => readProposal(db, key.readUInt32BE(5))).filter((p) => p !== undefined)
}

interface ProposalRange {
  /** Ids below this one (newest first), or all. */
  readonly beforeId?: number
  /** Ids above this one (oldest first). */
  readonly afterId?: number
}

function* idsUnder(db: Database, prefix: Buffer, range: ProposalRange): Generator<number> {
  const at = prefix.length
  const reverse = range.beforeId !== undefined
  const bound = range.beforeId ?? (range.afterId ?? 0) + 1
  for (const key of keysUnder(db, {
    prefix,
    from: Buffer.concat([prefix, keyOfU32('meta', bound).subarray(1)]),
    reverse,
  })) {
    const id = key.readUInt32BE(at)
    if (reverse && id >= bound) continue
    yield id
  }
}

/** Proposals of one status, or of all (null), lazily, in the order of their ids. */
export function* proposalsByStatus(
  db: Database,
  status: ProposalStatus | null,
  range: ProposalRange = {},
): Generator<Proposal> {
  const prefix =
    status === null ? Buffer.from([TABLES.proposal]) : keyOf('proposal_by_status', u8(statusNumber(status)))
  for (const id of idsUnder(db, prefix, range)) {
    const proposal = readProposal(db, id)
    if (proposal !== undefined) yield proposal
  }
}

/** Proposals of one author, lazily, in the order of their ids. */
export function* proposalsByAuthor(db: Database, authorId: number, range: ProposalRange = {}): Generator<Proposal> {
  for (const id of idsUnder(db, keyOf('proposal_by_author', u32(authorId)), range)) {
    const proposal = readProposal(db, id)
    if (proposal !== undefined) yield proposal
  }
}

const byRow = Buffer.from([TABLES.proposal_by_row])

/** The rows of all proposals, ascending, and by id in a row; no record is read. */
export function* rowsOfProposals(db: Database): Generator<{ readonly ordinal: number; readonly id: number }> {
  for (const key of keysUnder(db, { prefix: byRow })) yield { ordinal: key.readUInt32BE(1), id: key.readUInt32BE(5) }
}

/** Writes a note about a row's proposals aside: in the transaction that everybody sees they are put by it. */
export const putNoteAside = (aside: Aside, ordinal: number, note: unknown): void =>
  aside.put(keyOfU32('proposal_by_row', ordinal), Buffer.from(JSON.stringify(note)))

interface RowNote<Note> {
  readonly ordinal: number
  readonly note: Note
}

/** Takes the next `count` notes back from aside; none when all were taken. */
export function takeNotesAside<Note>(txn: Switch, count: number): readonly RowNote<Note>[] {
  return txn.keys(byRow, byRow, count).map((key) => {
    const bytes = txn.ahead(key)
    if (bytes === undefined) throw new Error('a note that was written aside is gone')
    const note = JSON.parse(bytes.toString('utf8', 0, bytes.length)) as Note
    txn.drop(key)
    return { ordinal: key.readUInt32BE(1), note }
  })
}

export function* allProposals(db: Database): Generator<Proposal> {
  for (const { value } of records<Proposal>(db, { prefix: Buffer.from([TABLES.proposal]) })) yield value
}
