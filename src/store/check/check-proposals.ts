// Checks proposals and their queues: by row, by status, by author, and the one pending proposal of an author for a row.
import type { Proposal } from '../../domain/proposal.ts'
import { PROPOSAL_STATUSES } from '../../domain/vocabulary.ts'
import type { Findings } from './check-findings.ts'
import { entriesOf, IndexCheck, jsonBytes, nothing, parseRecord } from './check-reading.ts'
import { ProposalSchema } from './check-schemas.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32, u8 } from '../keyspace.ts'
import { ordinalOf } from '../rows/rows.ts'
import { readProposal } from '../records/proposals.ts'
import { readRevisions } from '../rows/heads.ts'

const statusNumber = (proposal: Proposal): number => PROPOSAL_STATUSES.indexOf(proposal.status)
const rowKey = (p: Proposal): Buffer => keyOf('proposal_by_row', u32(p.ordinal), u32(p.id))
const statusKey = (p: Proposal): Buffer => keyOf('proposal_by_status', u8(statusNumber(p)), u32(p.id))
const authorKey = (p: Proposal): Buffer => keyOf('proposal_by_author', u32(p.authorId), u32(p.id))
const pendingKey = (p: Proposal): Buffer => keyOf('proposal_pending', u32(p.authorId), u32(p.ordinal))

/** The one that its author's next wording changes. */
const isOnePending = ({ status, isBeside }: Proposal): boolean => status === 'pending' && isBeside !== true

/** Checks every proposal. Yields after each, with the number done. */
export function* checkProposals(db: Database, findings: Findings, users: ReadonlySet<number>): Generator<number> {
  const byRow = new IndexCheck(db, findings, 'proposal_by_row', 'proposal')
  const byStatus = new IndexCheck(db, findings, 'proposal_by_status', 'proposal')
  const byAuthor = new IndexCheck(db, findings, 'proposal_by_author', 'proposal')
  const pending = new IndexCheck(db, findings, 'proposal_pending', 'proposal')
  let done = 0
  for (const { key, value } of entriesOf(db, 'proposal')) {
    const id = key.readUInt32BE(1)
    const at = `proposal ${id}`
    findings.count('proposal')
    const proposal = parseRecord<Proposal>(findings, 'proposal', at, value, ProposalSchema)
    if (proposal === null) continue
    checkProposal(db, findings, users, proposal, id)
    byRow.expect(rowKey(proposal), nothing, at)
    byStatus.expect(statusKey(proposal), nothing, at)
    byAuthor.expect(authorKey(proposal), nothing, at)
    if (isOnePending(proposal)) pending.expect(pendingKey(proposal), jsonBytes(id), at)
    yield ++done
  }
  const idAtEnd = (key: Buffer): string => `proposal ${key.readUInt32BE(key.length - 4)}`
  byRow.finish((key) => isKeyOf(db, key, rowKey), idAtEnd)
  byStatus.finish((key) => isKeyOf(db, key, statusKey), idAtEnd)
  byAuthor.finish((key) => isKeyOf(db, key, authorKey), idAtEnd)
  pending.finish(
    (key, value) => {
      const proposal = readProposal(db, Number(value.toString('utf8')))
      return proposal !== undefined && isOnePending(proposal) && pendingKey(proposal).equals(key)
    },
    (key) => `user ${key.readUInt32BE(1)}, row ${key.readUInt32BE(5)}`,
  )
}

function isKeyOf(db: Database, key: Buffer, made: (proposal: Proposal) => Buffer): boolean {
  const proposal = readProposal(db, key.readUInt32BE(key.length - 4))
  return proposal !== undefined && made(proposal).equals(key)
}

function checkProposal(
  db: Database,
  findings: Findings,
  users: ReadonlySet<number>,
  proposal: Proposal,
  id: number,
): void {
  const problem = (text: string): void => findings.add('proposal', `proposal ${id}`, text)
  if (proposal.id !== id) problem(`calls itself proposal ${proposal.id}`)
  if (ordinalOf(db, proposal.rowId) !== proposal.ordinal)
    problem(`names row ${proposal.rowId} and number ${proposal.ordinal}, which differ`)
  if (!users.has(proposal.authorId)) problem(`is by person ${proposal.authorId}, who is not stored`)
  const { reviewerId, reviewedAtMs, status } = proposal
  if ((status === 'pending') !== (reviewerId === null) || (reviewerId === null) !== (reviewedAtMs === null)) {
    problem(`is ${status} and has ${reviewerId === null ? 'no' : 'a'} reviewer`)
  }
  if (reviewerId !== null && !users.has(reviewerId)) problem(`was reviewed by person ${reviewerId}, who is not stored`)
  if (status === 'approved' && !hasRevision(db, proposal))
    problem('is approved, but no revision of its row comes from it')
}

/** Whether the manual layer of the row has a revision made by this approval. */
function hasRevision(db: Database, proposal: Proposal): boolean {
  try {
    return readRevisions(db, proposal.ordinal, 'manual').some(({ proposalId }) => proposalId === proposal.id)
  } catch {
    // Damaged: it is named where heads and revisions are checked.
    return true
  }
}

/** Whether revisions of a row may name a proposal. It need not be approved any more: an approval can be taken back. */
export function isProposalOf(db: Database, id: number, ordinal: number): boolean {
  try {
    return readProposal(db, id)?.ordinal === ordinal
  } catch {
    // Damaged: it is named where proposals are checked.
    return true
  }
}
