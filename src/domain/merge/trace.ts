// A row's history in the form that other stores read. A revision made here replaces all latest revisions of its layer;
// a merged one lists those that it replaced. So the order of revisions is known however a store received them.
import type { Proposal } from '../proposal.ts'
import { withoutBrief } from '../revision.ts'
import type { Client, Revision } from '../row.ts'
import type { Layer } from '../vocabulary.ts'
import { identityOf, type RowHistory, type TracedProposal, type TracedRevision } from './history.ts'

export interface TracedLayer {
  readonly revisions: readonly TracedRevision[]
  /** By index; `seqs` are the numbers in this store. */
  readonly identities: readonly string[]
  readonly seqs: readonly number[]
  /** The index of the current revision; -1: none. */
  readonly head: number
}

type NameOf = (id: number) => string

/** Lists each revision once, oldest first. */
export function traceLayer(
  stored: readonly Revision[],
  nameOf: NameOf,
  placeOfProposal: (id: number) => number | null,
): TracedLayer {
  const [revisions, identities, seqs]: [TracedRevision[], string[], number[]] = [[], [], []]
  const placeOf = new Map<string, number>()
  const placeOfSeq = new Map<number, number>()
  let newest = new Set<number>()
  let head = -1
  for (const revision of stored) {
    const after =
      revision.mergedAfter === undefined
        ? [...new Set(head === -1 ? newest : [head, ...newest])]
        : placesIn(revision.mergedAfter, placeOfSeq)
    const restores = revision.restores === 0 ? null : placeOfSeq.get(revision.restores ?? -1)
    const traced = tracedRevision(revision, nameOf, placeOfProposal, after, restores)
    const identity = identityOf(traced)
    head = placeOf.get(identity) ?? revisions.length
    placeOfSeq.set(revision.seq, head)
    if (head < revisions.length) continue
    placeOf.set(identity, head)
    revisions.push(traced)
    identities.push(identity)
    seqs.push(revision.seq)
    newest = new Set([...newest].filter((place) => !after.includes(place))).add(head)
  }
  return { revisions, identities, seqs, head }
}

const placesIn = (seqs: string, placeOfSeq: ReadonlyMap<number, number>): number[] =>
  seqs
    .split(' ')
    .map((seq) => placeOfSeq.get(Number(seq)))
    .filter((place) => place !== undefined)

const tracedRevision = (
  revision: Revision,
  nameOf: NameOf,
  placeOfProposal: (id: number) => number | null,
  after: readonly number[],
  restores: number | null | undefined,
): TracedRevision => ({
  madeSeq: revision.mergedSeq ?? revision.seq,
  madeAtMs: revision.mergedAtMs ?? revision.createdAtMs,
  text: revision.text,
  status: revision.status,
  origin: revision.origin,
  provider: revision.provider,
  model: revision.model,
  sourceHash: revision.sourceHash,
  isVerified: revision.isVerified,
  author: revision.authorId === null ? null : nameOf(revision.authorId),
  approver: revision.approverId === null ? null : nameOf(revision.approverId),
  approvedAtMs: revision.approvedAtMs,
  proposal: revision.proposalId === null ? null : placeOfProposal(revision.proposalId),
  after,
  ...clientIn(revision),
  ...(revision.markedById !== undefined && { markedBy: nameOf(revision.markedById) }),
  ...(restores !== undefined && {
    restores,
    revertedBy: typeof revision.revertedById === 'number' ? nameOf(revision.revertedById) : null,
  }),
})

const tracedProposal = (proposal: Proposal, nameOf: NameOf): TracedProposal => ({
  madeId: proposal.mergedId ?? proposal.id,
  conflict: proposal.conflict ?? null,
  version: proposal.version,
  status: proposal.status,
  text: proposal.text,
  sourceHash: proposal.sourceHash,
  isVerified: proposal.isVerified,
  author: nameOf(proposal.authorId),
  waivers: proposal.waivers,
  createdAtMs: proposal.createdAtMs,
  updatedAtMs: proposal.updatedAtMs,
  reviewer: proposal.reviewerId === null ? null : nameOf(proposal.reviewerId),
  reviewedAtMs: proposal.reviewedAtMs,
  reason: proposal.reason,
  ...clientIn(proposal),
})

function clientIn(text: Pick<Revision, 'client'>): { readonly client?: Client } {
  const client = withoutBrief(text.client)
  return client === undefined ? {} : { client }
}

/** Left out of a history: merging the revisions makes it again. */
export const isOpenConflict = ({ conflict, status }: Proposal): boolean =>
  conflict !== undefined && status === 'pending'

interface StoredRow extends Readonly<Record<Layer, readonly Revision[]>> {
  readonly proposals: readonly Proposal[]
}

interface TracedRow extends Readonly<Record<Layer, TracedLayer>> {
  readonly proposals: RowHistory['proposals']
}

export function traceRow(stored: StoredRow, nameOf: NameOf): TracedRow {
  const proposals = stored.proposals.filter((proposal) => !isOpenConflict(proposal))
  const places = new Map(proposals.map(({ id }, place) => [id, place]))
  const placeOf = (id: number): number | null => places.get(id) ?? null
  return {
    manual: traceLayer(stored.manual, nameOf, placeOf),
    machine: traceLayer(stored.machine, nameOf, placeOf),
    proposals: proposals.map((proposal) => tracedProposal(proposal, nameOf)),
  }
}
