// Proposals of glossary terms, found by their status. Backups have them, merges do not.
import type { TermProposal } from '../../domain/checks/glossary/term-proposal.ts'
import { PROPOSAL_STATUSES, type ProposalStatus } from '../../domain/vocabulary.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32, u8 } from '../file/keyspace.ts'
import { asList, keysUnder } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { callsItself, type NumberedKind, piecesOf, putNumbered, readNumbered, type Zod } from './kind.ts'
import { termShape } from './settings.ts'

export const TERM_PROPOSAL = { name: 'term_proposal', number: 51, hasIds: true } as const
const BY_STATUS = { name: 'term_proposal_by_status', number: 53 } as const
const statusNumber = (status: ProposalStatus): number => PROPOSAL_STATUSES.indexOf(status)

declare module './kind.ts' {
  interface Records {
    readonly term_proposal: TermProposal
  }
}

export const TERM_PROPOSALS: NumberedKind<TermProposal> = {
  table: TERM_PROPOSAL,
  form: asList<TermProposal>({
    id: 0,
    status: 1,
    term: 2,
    evidence: 3,
    provider: 4,
    model: 5,
    authorId: 6,
    keyId: 7,
    createdAtMs: 8,
    deciderId: 9,
    decidedAtMs: 10,
    reason: 11,
    addedAs: 12,
  }),
  shape,
  indexes: [
    {
      table: BY_STATUS,
      entries: ({ status, id }) => [keyOf(BY_STATUS, u8(statusNumber(status)), u32(id))],
      recordKey: (entry) => keyOf(TERM_PROPOSAL, u32(entry.readUInt32BE(entry.length - 4))),
      nameOf: (entry) => `term proposal ${entry.readUInt32BE(entry.length - 4)}`,
    },
  ],
  problem: callsItself('term proposal '),
  people: ({ authorId, deciderId }) => [
    ['is by', authorId],
    ...(deciderId === null ? [] : [['was decided by', deciderId] as const]),
  ],
}

function shape(zod: Zod) {
  const { id, timeMs } = piecesOf(zod)
  return zod.strictObject({
    id,
    status: zod.enum(PROPOSAL_STATUSES),
    term: termShape(zod),
    evidence: zod.array(zod.string().regex(/^[0-9a-f]{16}$/)),
    provider: zod.string().nullable(),
    model: zod.string().nullable(),
    authorId: id,
    keyId: id.nullable(),
    createdAtMs: timeMs,
    deciderId: id.nullable(),
    decidedAtMs: timeMs.nullable(),
    reason: zod.string().nullable(),
    addedAs: zod.exactOptional(termShape(zod)),
  })
}

export const readTermProposal = (db: Database, id: number): TermProposal | undefined =>
  readNumbered(db, TERM_PROPOSALS, id)

/** `before`: what was stored. */
export const putTermProposal = ({ db }: Txn, before: TermProposal | null, after: TermProposal): void =>
  putNumbered(db, TERM_PROPOSALS, before, after)

/** Yields proposals with ids above `afterId`, ascending, on demand; a status of null: all. */
export function* termProposalsByStatus(
  db: Database,
  status: ProposalStatus | null,
  afterId = 0,
): Generator<TermProposal> {
  const under = (...id: readonly ReturnType<typeof u32>[]): Buffer =>
    status === null ? keyOf(TERM_PROPOSAL, ...id) : keyOf(BY_STATUS, u8(statusNumber(status)), ...id)
  for (const key of keysUnder(db, { prefix: under(), from: under(u32(afterId + 1)) })) {
    const proposal = readTermProposal(db, key.readUInt32BE(key.length - 4))
    if (proposal !== undefined) yield proposal
  }
}
